import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import pg from 'pg';
import { splitHosts } from '../../src/lib/split-hosts.ts';

/** The parts of a URL as a client takes them. */
function readBack(url: string) {
  const { user, password, host, port, database } = new pg.Client({ connectionString: url });
  return { user, password, host, port, database };
}

const host = fc.oneof(fc.domain(), fc.ipV4());
const name = fc
  .string({ minLength: 1, maxLength: 12, unit: 'grapheme-ascii' })
  .filter((text) => text.trim() === text);

test('each URL of several hosts has one of them, and all else as it was given', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ host, port: fc.integer({ min: 1, max: 65_535 }) }), {
        minLength: 2,
        maxLength: 4,
      }),
      name,
      name,
      fc.boolean(),
      (servers, user, password, isInQuery) => {
        const hosts = servers.map((one) => one.host).join();
        const ports = servers.map((one) => one.port).join();
        const [authority, query] = isInQuery
          ? ['', `?host=${hosts}&port=${ports}&sslmode=disable`]
          : [servers.map((one) => `${one.host}:${one.port}`).join(), '?sslmode=disable'];
        const given = `postgres://${encodeURIComponent(user)}:${encodeURIComponent(password)}@${authority}/parley${query}`;
        const split = splitHosts(given);
        assert.deepEqual(
          split?.urls.map(readBack),
          servers.map((one) => ({ user, password, ...one, database: 'parley' })),
        );
      },
    ),
  );
});

test('a URL with one host stays as it is', () => {
  for (const url of [
    'postgres://parley:p%40ss@db.example:5433/parley?sslmode=require',
    'postgresql://[::1]:5432/parley',
    'postgres://parley@/parley?host=/run/postgresql',
    'postgres:///parley',
  ]) {
    assert.deepEqual(splitHosts(url), { urls: [url], target: undefined });
  }
});

test('one port counts for all hosts, and what is no list of hosts is refused', () => {
  assert.deepEqual(splitHosts('postgres:///parley?host=a,b&port=6432&target_session_attrs=read-write'), {
    urls: ['postgres:///parley?host=a&port=6432', 'postgres:///parley?host=b&port=6432'],
    target: 'read-write',
  });
  for (const url of [
    'postgres://a,/b',
    'postgres:///b?host=a,b&port=1,2,3',
    'mysql://a,b/c',
    'postgres://a:x,b/c',
  ]) {
    assert.equal(splitHosts(url), undefined, url);
  }
});
