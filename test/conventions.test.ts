import assert from 'node:assert/strict';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { endpoints } from '../src/endpoints/index.ts';
import { ROOT, roomOf, sources } from './sources.ts';

/** What each room of src/ and each package may import by path; lib/ and the packages import nothing of ours. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  'main.ts': ['cli'],
  cli: ['config.ts', 'processes', 'endpoints', 'jobs', 'http', 'domain', 'queue', 'db', 'lib'],
  processes: ['config.ts', 'endpoints', 'jobs', 'http', 'domain', 'queue', 'db', 'ai', 'blobs', 'lib'],
  endpoints: ['http', 'domain', 'queue', 'db', 'ai', 'blobs', 'lib'],
  jobs: ['domain', 'queue', 'db', 'ai', 'blobs', 'lib'],
  domain: ['queue', 'db', 'ai', 'blobs', 'lib'],
  http: ['lib'],
  queue: ['db', 'lib'],
  ai: ['lib'],
  blobs: ['lib'],
  db: ['lib'],
  'config.ts': ['ai', 'blobs', 'lib'],
  lib: [],
  demo: [],
  'embedded-postgres': [],
};

/** Packages that one room hides from all others. */
const HOMES: Record<string, readonly string[]> = {
  pg: ['db', 'embedded-postgres'],
  'pg-boss': ['queue'],
  fastify: ['http', 'processes'],
  pino: ['lib'],
  'prom-client': ['lib'],
  commander: ['cli'],
  '@aws-sdk/client-s3': ['blobs'],
  undici: ['lib'],
  ai: ['ai'],
  '@ai-sdk/openai-compatible': ['ai'],
  '@ai-sdk/anthropic': ['ai'],
  stemmer: ['ai'],
  'postal-mime': ['domain'],
  yaml: ['cli'],
  '@parley/demo': ['cli'],
  '@parley/embedded-postgres': ['processes'],
};

const MAX_LINES = 300;

function assertNone(faults: string[]): void {
  assert.deepEqual(faults, []);
}

test('imports go in one direction: processes → endpoints, jobs → domain → queue, db, ports → lib', () => {
  assert.ok(sources.length > 80);
  const faults: string[] = [];
  for (const { path, room, imports } of sources) {
    const allowed = MAY_IMPORT[room];
    if (!allowed) {
      faults.push(`${path} is in a room that this test does not know`);
      continue;
    }
    for (const target of imports.filter((one) => one.startsWith('.'))) {
      const to = join(dirname(path), target);
      if (to === 'package.json') continue;
      const other = roomOf(to);
      if (other !== room && !allowed.includes(other)) faults.push(`${path} imports ${to}`);
    }
  }
  assertNone(faults);
});

// The one exception finds the package of PostgreSQL's binaries by the name of the platform.
test('relative imports name the file with its ending, and no import is hidden in another form', () => {
  assertNone(
    sources.flatMap(({ path, text, imports }) => [
      ...imports
        .filter((one) => one.startsWith('.') && !/\.(?:ts|json)$/.test(one))
        .map((one) => `${path} imports ${one}`),
      ...[...text.matchAll(/\brequire\(|\bimport\([^'][^)]*\)/g)]
        .filter(() => path !== 'embedded-postgres/src/binaries.ts')
        .map((found) => `${path}: ${found[0]}`),
    ]),
  );
});

test('a package that one room hides is imported there alone', () => {
  const faults: string[] = [];
  for (const { path, room, imports } of sources) {
    for (const target of imports) {
      const name = target.startsWith('@') ? target.split('/').slice(0, 2).join('/') : target.split('/')[0]!;
      if (HOMES[name] && !HOMES[name].includes(room)) faults.push(`${path} imports ${target}`);
    }
  }
  assertNone(faults);
});

test('only config.ts reads the environment', () => {
  assertNone(
    sources
      .filter(
        ({ path, text }) =>
          path !== 'src/config.ts' && /process\s*\.\s*env|\{[^}]*\benv\b[^}]*\}\s*=\s*process/.test(text),
      )
      .map(({ path }) => path),
  );
});

test('every endpoint that a file of endpoints/ defines is in the list', async () => {
  const faults: string[] = [];
  let count = 0;
  for (const { path } of sources.filter((one) => dirname(one.path) === 'src/endpoints')) {
    for (const [name, value] of Object.entries(await import(join(ROOT, path)))) {
      if (typeof value !== 'object' || value === null || !('operationId' in value)) continue;
      count++;
      if (!endpoints.includes(value as never)) faults.push(`${path} ${name}`);
    }
  }
  assertNone(faults);
  assert.equal(count, endpoints.length);
  for (const values of [
    endpoints.map((one) => one.operationId),
    endpoints.map((one) => `${one.method} ${one.path}`),
  ]) {
    assert.equal(new Set(values).size, values.length);
  }
});

test(`no file has more than ${MAX_LINES} lines, and names are in kebab-case`, () => {
  assertNone(
    sources
      .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
      .filter(({ path, lines }) => lines > MAX_LINES || !/^[a-z0-9/.-]+$/.test(path))
      .map(({ path, lines }) => `${path}: ${lines} lines`),
  );
});

test('nothing is left to do later, and nothing is printed past the log', () => {
  assertNone(
    sources.flatMap(({ path, text }) =>
      [...text.matchAll(/\b(?:TODO|FIXME|XXX)\b|console\.\w+|debugger;/g)].map(
        (found) => `${path}: ${found[0]}`,
      ),
    ),
  );
});
