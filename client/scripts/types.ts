/**
 * Writes src/schema.ts from the OpenAPI document, or with --check fails where the committed file is not what it says.
 */
import { readFile, writeFile } from 'node:fs/promises';
import openapiTs, { astToString, NUMBER, STRING } from 'openapi-typescript';
import ts from 'typescript';

const DOCUMENT = new URL('../../openapi.json', import.meta.url);
const FILE = new URL('../src/schema.ts', import.meta.url);
const STALE =
  'client/src/schema.ts is not what openapi.json says: run `node scripts/client-types.ts` and commit it';

type Schema = {
  type?: string;
  items?: { enum?: unknown[] };
  properties?: Record<string, Schema>;
  required?: string[];
  patternProperties?: Record<string, Schema>;
  additionalProperties?: unknown;
  'x-former-name'?: string;
};
type Parameter = {
  in: string;
  name: string;
  explode?: boolean;
  schema?: Schema | { anyOf: Schema[] };
};
type Answer = { description: string; headers?: unknown; content?: Record<string, { schema?: unknown }> };
type Operation = {
  'x-former-path'?: string;
  servers?: { url: string }[];
  parameters?: Parameter[];
  responses: Record<string, Answer>;
};
type Path = { parameters?: Parameter[] } & Record<string, Operation>;
type Document = {
  paths: Record<string, Path>;
  components: { schemas: Record<string, Schema | { $ref: string }> };
};

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];

/** Returns the operations of the document, with their paths. */
function operationsOf(document: Document) {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => (item[method] ? [{ path, method, item, operation: item[method] }] : [])),
  );
}

/**
 * Adds what the types had before: the former names of schemas, fields that are described by a pattern, and lists of codes
 * as text.
 */
function asBefore(document: Document): Document {
  const { schemas } = document.components;
  for (const [name, schema] of Object.entries(schemas)) {
    if ('$ref' in schema) continue;
    const { patternProperties: patterns } = schema;
    if (patterns) {
      const fields = Object.entries(patterns).map(([pattern, field]) => [pattern.slice(1, -1), field]);
      schema.properties = { ...schema.properties, ...Object.fromEntries(fields) };
      delete schema.patternProperties;
      delete schema.additionalProperties;
    }
    const formerName = schema['x-former-name'];
    if (formerName) schemas[formerName] = { $ref: `#/components/schemas/${name}` };
  }
  for (const { operation } of operationsOf(document)) {
    for (const parameter of operation.parameters ?? []) {
      const { schema } = parameter;
      if (schema && 'items' in schema && schema.items?.enum) {
        parameter.schema = { anyOf: [schema, { type: 'string' }] };
      }
    }
  }
  return document;
}

/** Returns types for the former paths of operations. */
function formerPaths(document: Document): string {
  const lines = operationsOf(document).flatMap(({ path, operation }) => {
    const former = operation['x-former-path'];
    return former
      ? [`    /** @deprecated Its path is ${path}. */\n    "${former}": paths["${path}"];\n`]
      : [];
  });
  return lines.length > 0 ? `export interface paths {\n${lines.join('')}}\n` : '';
}

/** Every error of an operation has one shape: said once as `default`, the types are a third as long. */
function shorten(document: Document): Document {
  for (const { operation } of operationsOf(document)) {
    const errors = Object.entries(operation.responses).filter(([status]) => !status.startsWith('2'));
    const shapes = new Map(errors.map(([, one]) => [JSON.stringify(schemaOf(one)), one]));
    for (const answer of Object.values(operation.responses)) delete answer.headers;
    if (shapes.size !== 1) continue;
    for (const [status] of errors) delete operation.responses[status];
    const [answer] = shapes.values();
    operation.responses.default = {
      ...answer,
      description: `Errors: ${errors.map(([status]) => status).join(', ')}.`,
    };
  }
  return document;
}

function schemaOf(answer: Answer): unknown {
  return answer.content?.['application/json']?.schema;
}

/** The facts that calls need while they run: the rest of the document is types alone. */
function factsOf(document: Document): string {
  const receiver = new Set<string>();
  const idempotent: string[] = [];
  for (const { path, method, item, operation } of operationsOf(document)) {
    if (operation.servers) receiver.add(path);
    for (const one of [...(item.parameters ?? []), ...(operation.parameters ?? [])]) {
      if (one.in === 'header' && one.name === 'Idempotency-Key') {
        idempotent.push(`${method.toUpperCase()} ${path}`);
      }
      const isList = one.schema && 'type' in one.schema && one.schema.type === 'array';
      if (one.in === 'query' && isList && one.explode !== false) {
        throw new Error(`${path}: ${one.name} repeats its name; the client joins values with commas`);
      }
    }
  }
  return `/** Paths of ingestion: they are on the receiver's address. */
export const RECEIVER_PATHS: readonly string[] = ${JSON.stringify([...receiver], null, 2)};

/** Operations that take an Idempotency-Key. */
export const IDEMPOTENT_OPERATIONS: readonly string[] = ${JSON.stringify(idempotent, null, 2)};
`;
}

/** The text of src/schema.ts. Bytes are `Binary`, and an id in a path may be given as the text that answers show. */
async function generate(): Promise<string> {
  const source = await readFile(DOCUMENT, 'utf8');
  const document: Document = JSON.parse(source);
  const types = await openapiTs(JSON.stringify(shorten(asBefore(structuredClone(document)))), {
    // A request may leave out what has a default.
    defaultNonNullable: false,
    transform(schema, { path }) {
      if (schema.format === 'binary') return ts.factory.createTypeReferenceNode('Binary');
      if (/parameters\/path\//.test(path ?? '') && schema.type === 'integer') {
        return ts.factory.createUnionTypeNode([NUMBER, STRING]);
      }
      return undefined;
    },
  });
  return `// Made from openapi.json by scripts/client-types.ts: change the endpoints, not this file.

import type { Binary } from './binary.ts';

${factsOf(document)}
${astToString(types)}${formerPaths(document)}`;
}

const text = await generate();
if (process.argv.includes('--check')) {
  const committed = await readFile(FILE, 'utf8').catch(() => '');
  if (committed !== text) {
    console.error(STALE);
    process.exitCode = 1;
  }
} else {
  await writeFile(FILE, text);
}
