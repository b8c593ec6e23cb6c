import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { SOURCE_TYPES } from '../../src/domain/meetings/source-types.ts';
import { endpoints } from '../../src/endpoints/index.ts';
import { answersOf } from '../../src/http/answers.ts';
import { scopesOf } from '../../src/http/endpoint.ts';
import { startService, type TestService } from '../support/service.ts';

type Json = Record<string, unknown>;
type Media = { schema: unknown; example?: unknown };
type Operation = {
  operationId: string;
  servers?: { url: string }[];
  tags: string[];
  summary: string;
  description: string;
  security: Json[];
  parameters?: {
    name: string;
    in: string;
    required: boolean;
    schema: Json;
    description: string;
    example?: unknown;
  }[];
  requestBody?: { required: boolean; content: Record<string, Media> };
  responses: Record<string, { description: string; headers?: Json; content?: Record<string, Media> }>;
};
type Document = Json & {
  openapi: string;
  info: Json;
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Json>; securitySchemes: Json; headers: Json };
};

let service: TestService;
let document: Document;
before(async () => {
  service = await startService({
    publicUrl: 'https://api.example',
    receiverPublicUrl: 'https://in.example/base',
  });
  const answer = await service.as(undefined).get('/openapi.json');
  assert.equal(answer.status, 200);
  document = answer.body;
});
after(() => service.stop());

const shown = endpoints.filter((one) => !one.hidden);

function* operations(): Generator<{ path: string; method: string; operation: Operation }> {
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) yield { path, method, operation };
  }
}

/** The schema with every reference replaced by what it refers to. */
function resolved(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(resolved);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $ref, ...rest } = schema as Json;
  if (typeof $ref !== 'string') {
    return Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, resolved(value)]));
  }
  const target = $ref
    .slice(2)
    .split('/')
    .reduce((node: unknown, name) => (node as Json)?.[name], document);
  assert.ok(target, `${$ref} refers to nothing`);
  return resolved(target);
}

function assertFits(schema: unknown, example: unknown, at: string): void {
  const check = Compile(resolved(schema) as TSchema);
  assert.ok(check.Check(example), `${at}: ${JSON.stringify(check.Errors(example).slice(0, 3))}`);
}

test('the served document is the committed one, but for the addresses of the installation', async () => {
  const committed = JSON.parse(await readFile(new URL('../../openapi.json', import.meta.url), 'utf8'));
  assert.deepEqual(
    document.servers.map(({ url }) => url),
    ['https://api.example'],
  );
  const placed = JSON.parse(
    JSON.stringify(document)
      .replaceAll('https://api.example', 'http://127.0.0.1:8080')
      .replaceAll('https://in.example/base', 'http://127.0.0.1:8081'),
  );
  assert.deepEqual(placed, committed, 'run `npm run fix`');
});

test('it is OpenAPI 3.1, version 2.0.0, with every operation under both of its paths', () => {
  assert.match(document.openapi, /^3\.1\.\d$/);
  assert.equal(document.info.version, '2.0.0');
  const found = new Map(
    [...operations()].map((one) => [`${one.method.toUpperCase()} ${one.path}`, one.operation]),
  );
  for (const { method, path, alias, operationId } of shown) {
    assert.equal(found.get(`${method} ${path}`)?.operationId, operationId);
    if (alias) assert.ok(found.has(`${method} ${alias}`), alias);
  }
  assert.equal(found.size, shown.length + shown.filter((one) => one.alias).length);
  const ids = [...found.values()].map((one) => one.operationId);
  assert.equal(new Set(ids).size, ids.length);
});

test('ingestion is at the receiver’s address, all else at the API’s', () => {
  for (const { path, alias, method, address, operationId } of shown) {
    for (const one of alias ? [path, alias] : [path]) {
      const { servers, responses } = document.paths[one]![method.toLowerCase()]!;
      const urls = servers?.map(({ url }) => url);
      assert.deepEqual(urls, address === 'receiver' ? ['https://in.example/base'] : undefined, operationId);
      if (address === 'receiver') assert.match(responses[404]!.description, /sent to the address of the API/);
    }
  }
});

test('every operation tells its scope, tag, parameters and statuses', () => {
  const tags = new Set(document.tags.map(({ name }) => name));
  for (const endpoint of shown) {
    const operation = document.paths[endpoint.path]![endpoint.method.toLowerCase()]!;
    const at = endpoint.operationId;
    const scopes = scopesOf(endpoint);
    const session = endpoint.address === 'api' ? [{ Session: [] }] : [];
    // Callers that are not signed in may sign out.
    const own = endpoint.operationId === 'endSession' ? [...session, {}] : session;
    const taken = endpoint.scope ? [{ ApiKey: [] }, ...session] : endpoint.aboutSession ? own : [];
    assert.deepEqual(operation.security, taken, at);
    for (const scope of scopes) assert.ok(operation.description.includes(`\`${scope}\``), at);
    assert.ok(operation.summary && operation.tags.every((tag) => tags.has(tag)), at);
    const named = (place: string) =>
      (operation.parameters ?? []).filter((one) => one.in === place).map((one) => one.name);
    assert.deepEqual(
      named('path'),
      [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((found) => found[1]),
      at,
    );
    assert.deepEqual(named('query'), Object.keys(endpoint.query), at);
    assert.deepEqual(named('header'), endpoint.idempotent ? ['Idempotency-Key'] : [], at);
    for (const { description, required, in: place } of operation.parameters ?? []) {
      assert.ok(description, at);
      if (place === 'path') assert.equal(required, true, at);
    }
    assert.deepEqual(Object.keys(operation.responses), [...answersOf(endpoint).keys()].map(String), at);
    if (endpoint.scope)
      for (const status of ['401', '403', '500', '503']) assert.ok(operation.responses[status], at);
    assert.equal(operation.requestBody?.required, (endpoint.body ?? endpoint.upload) ? true : undefined, at);
    for (const response of Object.values(operation.responses)) {
      assert.ok(response.description && response.headers?.['X-Request-Id'], at);
    }
  }
});

test('a key goes into a header, a session into a cookie', () => {
  const { ApiKey, Session } = document.components.securitySchemes as Record<string, Json>;
  assert.deepEqual([ApiKey!.type, ApiKey!.in, ApiKey!.name], ['apiKey', 'header', 'X-API-Key']);
  assert.deepEqual([Session!.type, Session!.in, Session!.name], ['apiKey', 'cookie', 'parley_session']);
});

test('the 21 source type codes are there', () => {
  assert.equal(SOURCE_TYPES.length, 21);
  const parameter = document.paths['/v1/meetings']!.get!.parameters!.find(
    (one) => one.name === 'sourceTypes',
  )!;
  assert.equal(parameter.schema.type, 'array');
  assert.deepEqual((parameter.schema.items as Json).enum, SOURCE_TYPES);
  for (const code of SOURCE_TYPES) assert.ok(parameter.description.includes(code), code);
});

test('the limits of the contract are in the schemas', () => {
  const list = document.paths['/v1/meetings']!.get!;
  const schemaOf = (name: string) => list.parameters!.find((one) => one.name === name)!;
  assert.equal(schemaOf('from').required, true);
  assert.deepEqual(schemaOf('pageSize').schema.minimum, 1);
  assert.deepEqual(schemaOf('pageSize').schema.maximum, 50);
  assert.deepEqual(schemaOf('pageSize').schema.default, 10);
  assert.deepEqual(schemaOf('pageNumber').schema.minimum, 1);
  assert.deepEqual(schemaOf('pageNumber').schema.default, 1);
  assert.deepEqual(schemaOf('includeDownloadUrl').schema.default, false);
  for (const name of ['salesforceAccountId', 'salesforceOpportunityId']) {
    assert.deepEqual([schemaOf(name).schema.minLength, schemaOf(name).schema.maxLength], [18, 18]);
  }
  const roles = document.paths['/v1/users']!.get!.parameters!.find((one) => one.name === 'role')!;
  assert.deepEqual(roles.schema.enum, ['VIEWER', 'EDITOR', 'ORGANIZATION_ADMIN', 'USER_ADMIN', 'USER']);
});

test('every example of a body and an answer fits its schema, and every reference leads somewhere', () => {
  let count = 0;
  for (const { path, method, operation } of operations()) {
    const at = `${method} ${path}`;
    const bodies = Object.values(operation.requestBody?.content ?? {});
    const answers = Object.entries(operation.responses).flatMap(([status, { content }]) =>
      Object.values(content ?? {}).map((media) => ({ ...media, status })),
    );
    for (const { schema, example } of [...bodies, ...answers]) {
      if ((schema as Json).format === 'binary') continue;
      assert.notEqual(example, undefined, `${at} has an example`);
      assertFits(schema, example, at);
      count++;
    }
  }
  assert.ok(count > 50);
  resolved({ components: document.components, paths: document.paths });
});

test('every example of a parameter is taken by its parser and fits its schema', () => {
  for (const { operationId, scope, params, query } of endpoints) {
    for (const [name, param] of Object.entries({ ...params, ...query })) {
      if (param.example === undefined) {
        // The matrices of keys and tenants are made from examples; what needs no key nobody types by hand.
        assert.ok(!param.required || scope === null, `${operationId} ${name} is required and has no example`);
        continue;
      }
      assert.notEqual(param.parse(`${param.example}`), undefined, `${operationId} ${name}`);
      assertFits(param.schema, param.example, `${operationId} ${name}`);
    }
  }
});

test('every field of a body and an answer is described', () => {
  const undescribed: string[] = [];
  const look = (schema: unknown, at: string): void => {
    if (typeof schema !== 'object' || schema === null) return;
    const { properties, items } = schema as { properties?: Record<string, Json>; items?: unknown };
    for (const [name, field] of Object.entries(properties ?? {})) {
      const whole = resolved(field) as Json;
      if (!whole.description && !whole.properties && !whole.items && !('const' in whole))
        undescribed.push(`${at}.${name}`);
      look(field, `${at}.${name}`);
    }
    look(items, `${at}[]`);
  };
  for (const [name, schema] of Object.entries(document.components.schemas)) look(schema, name);
  assert.deepEqual(undescribed, []);
});
