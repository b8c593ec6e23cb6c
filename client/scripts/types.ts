/**
 * Writes src/schema.ts, src/models.ts and src/operations.ts from the OpenAPI document, or with --check fails where a committed file is not what it
 * says.
 */
import { readFile, writeFile } from 'node:fs/promises';
import openapiTs, { astToString, NUMBER, STRING } from 'openapi-typescript';
import ts from 'typescript';

const DOCUMENT = new URL('../../openapi.json', import.meta.url);
const SOURCES = new URL('../src/', import.meta.url);
const HEADER = '// Made from openapi.json by scripts/client-types.ts: change the endpoints, not this file.\n';

type Schema = {
  type?: string;
  format?: string;
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
type Body = { content: Record<string, { schema?: Schema | { anyOf: Schema[] } }> };
type Answer = { description: string; headers?: unknown; content?: Record<string, { schema?: unknown }> };
type Operation = {
  operationId: string;
  summary: string;
  'x-former-path'?: string;
  servers?: { url: string }[];
  parameters?: Parameter[];
  requestBody?: Body;
  responses: Record<string, Answer>;
};
type Path = { parameters?: Parameter[] } & Record<string, Operation>;
type Document = {
  paths: Record<string, Path>;
  components: { schemas: Record<string, Schema | { $ref: string }> };
};

/** The media type of a file of any kind. */
const ANY_TYPE = 'application/octet-stream';

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];

/** Returns the operations of the document, with their paths. */
function operationsOf(document: Document) {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => (item[method] ? [{ path, method, item, operation: item[method] }] : [])),
  );
}

/**
 * Adds what the types have beyond the document: the former names of schemas, fields that are described by a pattern, lists of
 * codes as text, and files that are text.
 */
function prepare(document: Document): Document {
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
    for (const [type, media] of filesOf(operation)) {
      if (!isBytes(type))
        media.schema = { anyOf: [{ type: 'string', format: 'binary' }, { type: 'string' }] };
    }
  }
  return document;
}

/** Returns the bodies of the operation that are files, with their media types. */
function filesOf({ requestBody }: Operation) {
  return Object.entries(requestBody?.content ?? {}).filter(
    ([, { schema }]) => schema && 'format' in schema && schema.format === 'binary',
  );
}

/** Tells whether files of the type are never text. */
function isBytes(mediaType: string): boolean {
  return /^(?:audio|video)\/|^application\/(?:octet-stream$|vnd\.)/.test(mediaType);
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
  const files: Record<string, string> = {};
  for (const { path, method, item, operation } of operationsOf(document)) {
    const types = filesOf(operation).map(([type]) => type);
    if (types.length > 0) {
      files[`${method.toUpperCase()} ${path}`] = types.includes(ANY_TYPE) ? ANY_TYPE : types[0]!;
    }
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

/** Operations that take a file as it is, with the media type of one whose type is not given. */
export const FILE_OPERATIONS: Readonly<Record<string, string>> = ${JSON.stringify(files, null, 2)};
`;
}

/** The text of src/schema.ts. Bytes are `Binary`, and an id in a path may be given as the text that answers show. */
async function schemaOfAll(document: Document): Promise<string> {
  const types = await openapiTs(JSON.stringify(shorten(prepare(structuredClone(document)))), {
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
  return `${HEADER}
import type { Binary } from './binary.ts';

${factsOf(document)}
${astToString(types)}${formerPaths(document)}`;
}

/** The text of src/models.ts: the schemas by their names. */
function models({ components }: Document): string {
  const lines = Object.keys(components.schemas).map((name) => `export type ${name} = Schemas['${name}'];\n`);
  return `${HEADER}
import type { components } from './schema.ts';

type Schemas = components['schemas'];

${lines.join('')}`;
}

/** The text of src/operations.ts: the operations by their names. Bundlers leave out those that are not used. */
function operations(document: Document): string {
  const lines = operationsOf(document).map(
    ({ path, method, operation: { operationId, summary } }) =>
      `/** ${summary}. */\nexport const ${operationId} = /* @__PURE__ */ operation('${method}', '${path}');\n`,
  );
  return `${HEADER}
import { operation } from './operation.ts';

${lines.join('')}`;
}

const document: Document = JSON.parse(await readFile(DOCUMENT, 'utf8'));
const texts = {
  'schema.ts': await schemaOfAll(document),
  'models.ts': models(document),
  'operations.ts': operations(document),
};
for (const [name, text] of Object.entries(texts)) {
  const file = new URL(name, SOURCES);
  if (!process.argv.includes('--check')) await writeFile(file, text);
  else if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
    console.error(`client/src/${name} is not what openapi.json says: run \`npm run fix\` and commit it`);
    process.exitCode = 1;
  }
}
