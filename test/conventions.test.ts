import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { endpoints } from '../src/endpoints/index.ts';
import { circlesOf } from './circles.ts';
import { everySource, ROOT, roomOf, type Source, sources, targetOf } from './sources.ts';

/**
 * Lists what each room of src/, and each folder beside it, may import by path. lib/ and the packages import nothing of ours,
 * and tests may import everything.
 */
const MAY_IMPORT: Record<string, readonly string[]> = {
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
  client: [],
  console: [],
  bench: ['endpoints', 'domain', 'queue', 'db', 'ai', 'lib', 'test'],
  scripts: ['endpoints', 'domain', 'ai', 'client'],
};

/** Packages that one room hides from all others. */
const HOMES: Record<string, readonly string[]> = {
  pg: ['db', 'embedded-postgres'],
  'pg-copy-streams': ['db'],
  fastify: ['http', 'processes'],
  pino: ['lib'],
  'prom-client': ['lib'],
  '@opentelemetry/sdk-trace': ['lib'],
  '@opentelemetry/exporter-trace-otlp-http': ['lib'],
  commander: ['cli'],
  '@aws-sdk/client-s3': ['blobs'],
  undici: ['lib'],
  ai: ['ai'],
  '@ai-sdk/openai-compatible': ['ai'],
  '@ai-sdk/anthropic': ['ai'],
  stemmer: ['ai'],
  'postal-mime': ['domain'],
  yaml: ['cli'],
  '@modelcontextprotocol/server': ['endpoints', 'cli'],
  '@parley/demo': ['cli', 'domain'],
  '@parley/embedded-postgres': ['processes'],
};

const MAX_LINES = 300;

/** Everything but the tests. */
const untested = everySource.filter(({ room }) => room !== 'test');

function assertNone(faults: string[]): void {
  assert.deepEqual(faults, []);
}

test('imports go in one direction: processes → endpoints, jobs → domain → queue, db, ports → lib', () => {
  const faults: string[] = [];
  for (const { path, room, imports } of untested) {
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

test('no file imports itself through others', () => {
  const dependencies = everySource.map(({ path, imports }): [string, string[]] => [
    path,
    imports.flatMap((one) => targetOf(path, one) ?? []),
  ]);
  assertNone(circlesOf(new Map(dependencies)));
});

/** Returns the domain folder of a file, or the file itself if it is in none; undefined outside of the domain. */
function domainFolderOf(path: string): string | undefined {
  const [, folder] = /^src\/domain\/([^/]+)/.exec(path) ?? [];
  return folder && !folder.endsWith('.ts') ? `${folder}/` : folder;
}

/** Returns the imports of each domain folder from the others, with the first import of each kind. */
function importsInDomain(): Map<string, Map<string, string>> {
  const found = new Map<string, Map<string, string>>();
  for (const { path, imports } of sources) {
    const folder = domainFolderOf(path);
    if (!folder) continue;
    const others = found.get(folder) ?? new Map<string, string>();
    found.set(folder, others);
    for (const one of imports) {
      const target = targetOf(path, one);
      const other = target && domainFolderOf(target);
      if (other && other !== folder && !others.has(other)) others.set(other, `${path} imports ${target}`);
    }
  }
  return found;
}

test('no folder of the domain imports itself through others', () => {
  const dependencies = [...importsInDomain()].map(([folder, others]): [string, string[]] => [
    folder,
    [...others.keys()],
  ]);
  assert.ok(dependencies.length > 15);
  assertNone(circlesOf(new Map(dependencies)));
});

test('the folders of the domain import only their own layer of ARCHITECTURE.md and those below', () => {
  const text = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8');
  const [, section] = /^## The layers of the domain$(.*?)^## /ms.exec(text)!;
  const layers = [...section!.matchAll(/^\| (`[^|]+`) \|/gm)].map(([, cell]) =>
    cell!.split(' ').map((name) => name.replaceAll('`', '')),
  );
  const heights = new Map(layers.flatMap((names, height) => names.map((name) => [name, height] as const)));
  const imports = importsInDomain();
  assert.deepEqual([...heights.keys()].toSorted(), [...imports.keys()].toSorted());
  assertNone(
    [...imports].flatMap(([folder, others]) =>
      [...others]
        .filter(([other]) => heights.get(other)! > heights.get(folder)!)
        .map(([, example]) => example),
    ),
  );
});

test('the search for circles finds a planted one', () => {
  const circles = (graph: Record<string, string[]>) => circlesOf(new Map(Object.entries(graph)));
  assert.deepEqual(circles({ a: ['b', 'c'], b: ['c', 'elsewhere'], c: [] }), []);
  assert.deepEqual(circles({ a: ['a'] }), ['a → a']);
  assert.deepEqual(circles({ to: ['a'], a: ['end', 'b'], b: ['c'], c: ['a', 'end'], end: [] }), [
    'a → b → c → a',
  ]);
  assert.deepEqual(circles({ a: ['b'], b: ['a'], c: ['d', 'a'], d: ['c'] }), ['a → b → a', 'c → d → c']);
});

/** One finds the package of PostgreSQL's binaries by the name of the platform, the other a stemmer by its language. */
const REQUIRING = ['embedded-postgres/src/binaries.ts', 'src/domain/words/languages.ts'];

test('relative imports name the file with its ending, and no import is hidden in another form', () => {
  assertNone(
    untested.flatMap(({ path, text, imports }) => [
      ...imports
        .filter((one) => one.startsWith('.') && !/\.(?:tsx?|json|css|svg)$/.test(one))
        .map((one) => `${path} imports ${one}`),
      ...[...text.matchAll(/\brequire\(|\bimport\([^'][^)]*\)/g)]
        .filter(() => !REQUIRING.includes(path))
        .map((found) => `${path}: ${found[0]}`),
    ]),
  );
});

test('a package that one room hides is imported there alone', () => {
  const faults: string[] = [];
  for (const source of sources) {
    for (const name of packagesOf(source)) {
      if (HOMES[name] && !HOMES[name].includes(source.room)) faults.push(`${source.path} imports ${name}`);
    }
  }
  assertNone(faults);
});

type Manifest = { workspaces?: string[]; dependencies?: object; devDependencies?: object };

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'));
}

// The one exception builds the console, with the tools that the console declares.
test('each package declares what it imports, and the service runs without what is declared for development', () => {
  // The programs that the benchmark compares with are installed by themselves.
  const folders = [...readManifest('').workspaces!, 'bench/peers'];
  const folderOf = ({ path }: Source) => folders.find((one) => path.startsWith(`${one}/`)) ?? '';
  const faults: string[] = [];
  for (const [folder, files] of Map.groupBy(everySource, folderOf)) {
    const { dependencies, devDependencies } = readManifest(folder);
    const all = { ...dependencies, ...devDependencies };
    for (const file of files.filter(({ path }) => path !== 'scripts/build-console.ts')) {
      for (const name of packagesOf(file)) {
        const declared = sources.includes(file) ? dependencies : all;
        if (!(name in (declared ?? {}))) faults.push(`${file.path} imports ${name}`);
      }
    }
  }
  assertNone(faults);
});

/** The npm packages that a file imports. */
function packagesOf({ imports }: Source): string[] {
  return imports
    .filter((one) => !/^(?:\.|node:)/.test(one))
    .map((one) =>
      one
        .split('/')
        .slice(0, one.startsWith('@') ? 2 : 1)
        .join('/'),
    );
}

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

test('an exported function, class or type has a name of its own; a wire shape may share the name of what it shows', () => {
  const places = new Map<string, string[]>();
  for (const { path, text } of sources) {
    if (!path.startsWith('src/') || path.startsWith('src/endpoints/schemas/')) continue;
    for (const [, name] of text.matchAll(/^export (?:(?:async )?function\*?|class|type) (\w+)/gm)) {
      places.set(name!, [...new Set([...(places.get(name!) ?? []), path])]);
    }
  }
  assertNone([...places].filter(([, paths]) => paths.length > 1).map(([name, paths]) => `${name}: ${paths}`));
});

/** What is generated for programs of users, what main.js starts, and what only the compiler tests. */
const USED_ELSEWHERE = ['client/src/operations.ts', 'src/cli/cli.ts', 'test/client/typed-calls.ts'];

test('an exported function, class or constant is used by another file', () => {
  const files = new Map<string, number>();
  for (const { text } of everySource) {
    for (const word of new Set(text.match(/\w+/g))) files.set(word, (files.get(word) ?? 0) + 1);
  }
  assertNone(
    everySource
      .filter(({ path }) => !USED_ELSEWHERE.includes(path))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/^export (?:async )?(?:function\*?|class|const|let) (\w+)/gm)]
          .filter(([, name]) => files.get(name!) === 1)
          .map(([, name]) => `${path}: ${name}`),
      ),
  );
});

test(`no file has more than ${MAX_LINES} lines, and names are in kebab-case`, () => {
  assertNone(
    untested
      .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
      .filter(({ path, lines }) => lines > MAX_LINES || !/^[a-z0-9/.-]+$/.test(path))
      .map(({ path, lines }) => `${path}: ${lines} lines`),
  );
});

test('no work is marked for later, and only command-line programs print', () => {
  assertNone(
    untested.flatMap(({ path, room, text }) => {
      const isProgram = room === 'bench' || /(?:^|\/)scripts\/[^/]+$/.test(path);
      return [...text.matchAll(/\b(?:TODO|FIXME|XXX)\b|console\.\w+|debugger;/g)]
        .filter(([found]) => !(isProgram && found.startsWith('console.')))
        .map(([found]) => `${path}: ${found}`);
    }),
  );
});
