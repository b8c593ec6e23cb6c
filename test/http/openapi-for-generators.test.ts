import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

/** Rules that keep generated clients correct: without each of them, some generator made a client that did not compile or was wrong. */

type Json = Record<string, unknown>;
type Found = { at: string; node: Json };

const document: Json & {
  info: { description: string };
  paths: Record<string, Record<string, { tags: string[]; parameters?: Json[] }>>;
  components: { schemas: Record<string, Json> };
} = JSON.parse(await readFile(new URL('../../openapi.json', import.meta.url), 'utf8'));

/** Every object of the document but the examples. */
function* nodes(node: unknown, at = ''): Generator<Found> {
  if (typeof node !== 'object' || node === null) return;
  if (!Array.isArray(node)) yield { at, node: node as Json };
  for (const [name, child] of Object.entries(node)) {
    if (name !== 'example' && name !== 'examples') yield* nodes(child, `${at}/${name}`);
  }
}

const all = [...nodes(document)];
const where = (isWrong: (node: Json) => boolean) =>
  all.filter(({ node }) => isWrong(node)).map(({ at }) => at);
const typesOf = ({ type }: Json) => (typeof type === 'string' || Array.isArray(type) ? [type].flat() : []);

test('every enum has a type, and none that may be null has a default', () => {
  const enums = all.filter(({ node }) => Array.isArray(node.enum));
  assert.ok(enums.length > 40);
  assert.deepEqual(
    where((node) => Array.isArray(node.enum) && !typesOf(node).includes('string')),
    [],
  );
  const isNullable = (node: Json) => Array.isArray(node.enum) && node.enum.includes(null);
  assert.ok(all.some(({ node }) => isNullable(node)));
  assert.deepEqual(
    where((node) => isNullable(node) && node.default !== undefined),
    [],
  );
  assert.deepEqual(
    where((node) => isNullable(node) !== (Array.isArray(node.enum) && typesOf(node).includes('null'))),
    [],
  );
});

test('every number tells its size: 64 bits, unless 32 hold all of its values', () => {
  const integers = all.filter(({ node }) => typesOf(node).includes('integer'));
  assert.ok(integers.filter(({ node }) => node.format === 'int64').length > 100);
  assert.deepEqual(
    where((node) => typesOf(node).includes('integer') && !/^int(?:32|64)$/.test(`${node.format}`)),
    [],
  );
  const isCut = ({ format, maximum, minimum }: Json) =>
    format === 'int32' && (Number(maximum ?? 0) > 2 ** 31 - 1 || Number(minimum ?? 0) < -(2 ** 31));
  assert.deepEqual(where(isCut), []);
  assert.deepEqual(
    where((node) => typesOf(node).includes('number') && node.format !== 'double'),
    [],
  );
});

test('lists in queries are arrays of which each item may be repeated or separated by commas', () => {
  const lists = Object.values(document.paths)
    .flatMap((item) => Object.values(item))
    .flatMap(({ parameters = [] }) => parameters)
    .filter(({ schema }) => (schema as Json).type === 'array');
  const names = new Set(lists.map(({ name }) => name));
  assert.deepEqual([...names].sort(), [
    'attendeeEmailAddresses',
    'defaults',
    'participantEmailAddresses',
    'signalIds',
    'sourceTypes',
    'types',
  ]);
  for (const { style, explode } of lists) assert.deepEqual([style, explode], ['form', false]);
  assert.deepEqual(
    where(({ in: place, schema }) => place === 'query' && /,\(\?:/.test(`${(schema as Json).pattern ?? ''}`)),
    [],
  );
});

test('no alternatives of required fields, and no boolean with one value', () => {
  assert.deepEqual(
    where(({ anyOf }) => Array.isArray(anyOf) && anyOf.some((one) => Object.keys(one).join() === 'required')),
    [],
  );
  assert.deepEqual(
    where((node) => typeof node.const === 'boolean'),
    [],
  );
});

test('no two names are one in Go', () => {
  const { schemas } = document.components;
  // The constructor of X is NewX.
  const constructed = Object.keys(schemas).filter(
    (name) => schemas[name.replace(/^New/, '')] && /^New/.test(name),
  );
  assert.deepEqual(constructed, []);
  // Whether the optional field x is present is told by HasX.
  const asked = Object.entries(schemas).flatMap(([name, { properties = {} }]) => {
    const fields = Object.keys(properties as Json).map((field) => field.toLowerCase());
    return fields.filter((field) => fields.includes(`has${field}`)).map((field) => `${name}.${field}`);
  });
  assert.deepEqual(asked, []);
  // The type of an enum within a schema has the name of both.
  const inner = Object.entries(schemas).flatMap(([name, { properties = {} }]) =>
    Object.entries(properties as Record<string, Json>)
      .filter(([, field]) => field.enum)
      .map(([field]) => `${name}${field[0]!.toUpperCase()}${field.slice(1)}`),
  );
  assert.deepEqual(
    inner.filter((name) => schemas[name]),
    [],
  );
});

test('no object within a schema would be called like a schema', () => {
  const { schemas } = document.components;
  const taken = Object.entries(schemas).flatMap(([name, { properties = {} }]) =>
    Object.entries(properties as Record<string, Json>).flatMap(([field, schema]) => {
      const inner = (schema.items as Json | undefined) ?? schema;
      const called = `${field[0]!.toUpperCase()}${schema.items ? field.slice(1).replace(/s$/, '') : field.slice(1)}`;
      return inner.type === 'object' && inner.properties && schemas[called] ? [`${name}.${field}`] : [];
    }),
  );
  assert.deepEqual(taken, []);
});

test('no two paths of a method fit one request, unless one of them has more of it word for word', () => {
  const paths = Object.keys(document.paths).map((path) => path.split('/'));
  const isPlace = (part: string) => part.startsWith('{');
  const clash = (one: string[], other: string[]) =>
    one.length === other.length &&
    one.every((part, n) => part === other[n] || isPlace(part) || isPlace(other[n]!)) &&
    one.filter(isPlace).length === other.filter(isPlace).length;
  const clashes = paths.flatMap((one, n) =>
    paths.slice(n + 1).flatMap((other) => (clash(one, other) ? [`${one.join('/')} ${other.join('/')}`] : [])),
  );
  assert.deepEqual(clashes, []);
});

test('texts have no placeholders of addresses, and tell the two versions apart', async () => {
  assert.doesNotMatch(JSON.stringify(document), /\{(?:base|receiver)_url\}/);
  const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));
  assert.ok(document.info.description.includes(`Parley ${version}`));
  assert.match(document.info.description, /version of this document, 2\.0\.0/);
});

test('only operations of the receiver have its tag', () => {
  const tagged = Object.values(document.paths)
    .flatMap((item) => Object.values(item))
    .filter(({ tags }) => tags.includes('Ingestion'));
  assert.ok(tagged.length >= 4);
  for (const operation of tagged) assert.ok('servers' in operation, JSON.stringify(operation.tags));
});
