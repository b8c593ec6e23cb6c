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

type Parameter = {
  in: string;
  name: string;
  explode?: boolean;
  schema?: { type?: string };
};
type Answer = { description: string; headers?: unknown; content?: Record<string, { schema?: unknown }> };
type Operation = { parameters?: Parameter[]; responses: Record<string, Answer> };
type Path = { servers?: { url: string }[]; parameters?: Parameter[] } & Record<string, Operation>;
type Document = { paths: Record<string, Path> };

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];

/** Every error of an operation has one shape: said once as `default`, the types are a third as long. */
function shorten(document: Document): Document {
  for (const item of Object.values(document.paths)) {
    for (const operation of METHODS.map((method) => item[method]).filter((one) => one !== undefined)) {
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
  }
  return document;
}

function schemaOf(answer: Answer): unknown {
  return answer.content?.['application/json']?.schema;
}

/** The facts that calls need while they run: the rest of the document is types alone. */
function factsOf(document: Document): string {
  const receiver = Object.keys(document.paths).filter((path) => document.paths[path]!.servers);
  const idempotent: string[] = [];
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      const parameters = [...(item.parameters ?? []), ...(item[method]?.parameters ?? [])];
      for (const one of parameters) {
        if (one.in === 'header' && one.name === 'Idempotency-Key') {
          idempotent.push(`${method.toUpperCase()} ${path}`);
        }
        if (one.in === 'query' && one.schema?.type === 'array' && one.explode !== false) {
          throw new Error(`${path}: ${one.name} repeats its name; the client joins values with commas`);
        }
      }
    }
  }
  return `/** Paths of ingestion: they are on the receiver's address. */
export const RECEIVER_PATHS: readonly string[] = ${JSON.stringify(receiver, null, 2)};

/** Operations that take an Idempotency-Key. */
export const IDEMPOTENT_OPERATIONS: readonly string[] = ${JSON.stringify(idempotent, null, 2)};
`;
}

/** The text of src/schema.ts. Bytes are `Binary`, and an id in a path may be given as the text that answers show. */
async function generate(): Promise<string> {
  const source = await readFile(DOCUMENT, 'utf8');
  const types = await openapiTs(JSON.stringify(shorten(JSON.parse(source))), {
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

${factsOf(JSON.parse(source))}
${astToString(types)}`;
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
