import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { selectPage } from '../src/domain/meetings/page-queries.ts';
import { endpoints } from '../src/endpoints/index.ts';
import { templateLiterals } from './template-literals.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** What each room of src/ may import; lib/ imports nothing of ours. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  'main.ts': ['cli'],
  cli: ['config.ts', 'processes', 'endpoints', 'jobs', 'http', 'domain', 'queue', 'db', 'demo', 'lib'],
  processes: ['config.ts', 'endpoints', 'jobs', 'http', 'domain', 'queue', 'db', 'ai', 'blobs', 'lib'],
  endpoints: ['http', 'domain', 'queue', 'db', 'ai', 'blobs', 'lib'],
  jobs: ['domain', 'queue', 'db', 'ai', 'blobs', 'lib'],
  domain: ['queue', 'db', 'ai', 'blobs', 'lib'],
  http: ['lib'],
  queue: ['db', 'lib'],
  ai: ['lib'],
  blobs: ['lib'],
  db: ['lib'],
  demo: ['lib'],
  'config.ts': ['ai', 'blobs', 'lib'],
  lib: [],
};

/** Packages that one room hides from all others. */
const HOMES: Record<string, readonly string[]> = {
  pg: ['db'],
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
};

const MAX_LINES = 300;

type Source = { path: string; room: string; text: string; imports: string[] };

const sources: Source[] = readdirSync(join(ROOT, 'src'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => {
    const path = relative(ROOT, join(entry.parentPath, entry.name));
    const text = readFileSync(join(ROOT, path), 'utf8');
    return { path, room: roomOf(path), text, imports: importsOf(text) };
  });

/** `src/http/app.ts` → `http`, `src/config.ts` → `config.ts`. */
function roomOf(path: string): string {
  return path.split('/')[1]!;
}

function importsOf(text: string): string[] {
  const statements = text.matchAll(
    /^(?:import|export)\s[^'"`;]*?from '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm,
  );
  return [...statements].map((found) => (found[1] ?? found[2] ?? found[3])!);
}

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
      const other = to.startsWith('src/') ? roomOf(to) : to;
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
        .filter(() => path !== 'src/db/embedded/binaries.ts')
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

/** What SQL of this house begins with, whole or in parts; prose begins with such words too, but goes on otherwise. */
const SQL =
  /^[\s(]*(?:(?:select|insert into|update|delete from|with|create|alter|drop|truncate|lock table)\s|(?:from|join|left join|order by|group by|returning|values|set)\s+[a-z_(]+[\s.,=)]|(?:where|and|or|having)\s+[\w."()]+\s*(?:[=<>]|in\b|is\b|like\b|any\b))/;

/** Where SQL is written. */
const SQL_ROOMS = ['domain', 'db', 'queue', 'processes', 'jobs'];

/** The name of a constant. */
const CONSTANT = /^\s*[A-Z][A-Z0-9_]*\s*$/;

/**
 * Where SQL is put together from more than constants, and why no value gets into its text. A statement whose text
 * depended on a value would also fail on its second use: `pg` refuses another text under the same name.
 */
const BUILDERS: Record<string, string> = {
  'src/domain/meetings/page-queries.ts': 'tested below with hostile values',
  'src/domain/counts/count-window.ts':
    'given constants by page-queries.ts, list-executions.ts and list-all-executions.ts alone',
  'src/domain/signals/list-executions.ts': 'of constants of the file itself, made once when it is loaded',
  'src/domain/signals/list-all-executions.ts': 'the same',
  'src/db/embedded/connect.ts': 'the name of the database is our own',
};

test('SQL is made of constants: values go in as parameters', () => {
  const faults: string[] = [];
  let count = 0;
  for (const { path, text } of sources) {
    if (path in BUILDERS || !SQL_ROOMS.includes(roomOf(path))) continue;
    const constants = new Set(
      [...text.matchAll(/^(?:export )?const ([A-Z][A-Z0-9_]*)\b/gm)].map((found) => found[1]!),
    );
    const imported = [...text.matchAll(/^import \{([^}]*)\}/gm)].flatMap((found) => found[1]!.split(','));
    for (const name of imported) constants.add(name.replace(/^\s*type /, '').trim());
    for (const literal of templateLiterals(text)) {
      if (!SQL.test(literal.text)) continue;
      count++;
      const at = `${path}:${literal.line}`;
      if (literal.isConcatenated) faults.push(`${at} joins SQL by +`);
      for (const one of literal.interpolations) {
        if (!CONSTANT.test(one) || !constants.has(one.trim())) faults.push(`${at} puts \${${one}} into SQL`);
      }
    }
    for (const [found] of text.matchAll(/'(?:select|insert into|update|delete from) [^']*'\s*\+/g)) {
      faults.push(`${path} joins SQL by +: ${found}`);
    }
  }
  assertNone(faults);
  assert.ok(count > 40, `only ${count} statements were found`);
});

test('the check of SQL sees what it is for', () => {
  // § stands for the dollar sign.
  const seen = (source: string) =>
    templateLiterals(source.replaceAll('§', '$')).filter(
      ({ text, interpolations }) => SQL.test(text) && interpolations.length > 0,
    ).length;
  assert.equal(seen('const a = `select * from t where id = §{id}`;'), 1);
  assert.equal(seen('const a = /`/.test(b) ? `\n  delete from t where name = §{quote(`x§{y}`)}` : 1;'), 1);
  assert.equal(seen("const a = '`' + `§{b} select`; // `update t set a = §{c}`"), 0);
  assert.equal(seen('f(`where a = §{`and b = §{c}`}`)'), 2);
  assert.equal(seen('f(`a whole number from §{low} to §{high}`, ` and §{count} more`)'), 0);
});

test('the page’s SQL is the same whatever the values, for every combination of filters', () => {
  const hostile = "'; drop table meetings; --$1";
  const texts = new Map<string, string>();
  for (const value of [hostile, 'other']) {
    for (let bits = 0; bits < 2 ** 7; bits++) {
      const given = <T>(bit: number, one: T): T | undefined => ((bits >> bit) & 1 ? one : undefined);
      const { statement, values } = selectPage({
        organizationId: value as never,
        from: value,
        to: given(0, value),
        accountId: given(1, value),
        opportunityId: given(2, value),
        emails: given(3, [value]),
        sourceTypes: given(4, [value as never]),
        newestFirst: given(5, true) ?? false,
        withTranscripts: given(6, true) ?? false,
        limit: 10,
        offset: value as never,
      });
      assert.ok(!statement.text.includes(value), 'no value is in the text');
      assert.ok(JSON.stringify(values).includes(JSON.stringify(value).slice(1, -1)));
      assert.equal(texts.get(statement.name) ?? statement.text, statement.text, statement.name);
      texts.set(statement.name, statement.text);
    }
  }
  assert.equal(texts.size, 2 ** 7, 'a name for each');
});

test('every statement has a name of its own', () => {
  const names = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/name: '([^']+)',\s*(?:\/\/[^\n]*\n\s*)*text:/g)].map((found) => ({
      path,
      name: found[1]!,
    })),
  );
  assert.ok(names.length > 40);
  const seen = new Map<string, string>();
  const faults: string[] = [];
  for (const { path, name } of names) {
    if (seen.has(name)) faults.push(`${name} is in ${seen.get(name)} and ${path}`);
    if (!/^[a-z0-9-]{1,63}$/.test(name))
      faults.push(`${name} in ${path} is no kebab-case name that PostgreSQL keeps`);
    seen.set(name, path);
  }
  assertNone(faults);
});
