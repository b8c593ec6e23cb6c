import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { FILE_OPERATIONS, IDEMPOTENT_OPERATIONS, RECEIVER_PATHS } from '../../client/src/schema.ts';
import { endpoints } from '../../src/endpoints/index.ts';

const SRC = new URL('../../client/src/', import.meta.url);
const GENERATED = ['schema.ts', 'models.ts', 'operations.ts'];
const MAX_LINES = 300;

test('the client imports itself and openapi-fetch: nothing of the service, nothing of Node', () => {
  const files = readdirSync(SRC).filter((name) => !GENERATED.includes(name));
  assert.ok(files.length > 8);
  const faults = files.flatMap((name) => {
    const text = readFileSync(new URL(name, SRC), 'utf8');
    const targets = [...text.matchAll(/(?:from|import) \(?'([^']+)'/g)].map((found) => found[1]!);
    const odd = targets.filter((one) => one !== 'openapi-fetch' && !/^\.\/[a-z-]+\.ts$/.test(one));
    const lines = text.split('\n').length - 1;
    return [
      ...odd.map((one) => `${name} imports ${one}`),
      ...(text.match(/\b(?:process|Buffer)\b/g) ?? []).map((one) => `${name} uses ${one}`),
      ...(lines > MAX_LINES ? [`${name} has ${lines} lines`] : []),
    ];
  });
  assert.deepEqual(faults, []);
});

test('the client knows which operations are the receiver’s, and which take an Idempotency-Key or a file', () => {
  const pathsOf = ({ path, alias }: { path: string; alias?: string }) => (alias ? [path, alias] : [path]);
  const receiver = endpoints.filter(({ address }) => address === 'receiver').flatMap(pathsOf);
  assert.deepEqual([...RECEIVER_PATHS].sort(), [...new Set(receiver)].sort());
  const keyed = endpoints
    .filter(({ idempotent }) => idempotent)
    .flatMap((one) => pathsOf(one).map((path) => `${one.method} ${path}`));
  assert.deepEqual([...IDEMPOTENT_OPERATIONS].sort(), keyed.sort());
  const takeFiles = endpoints.filter(({ upload }) => upload).map(({ method, path }) => `${method} ${path}`);
  assert.deepEqual(Object.keys(FILE_OPERATIONS).sort(), takeFiles.sort());
});
