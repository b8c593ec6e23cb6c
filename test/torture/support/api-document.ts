import { readFileSync } from 'node:fs';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
// This registers the contract's formats; an e-mail address may be in any script.
import '../../../src/http/check-body.ts';
import type { Address } from '../../../src/http/endpoint.ts';

/** A JSON Schema of the document, with every reference resolved. */
export type Schema = {
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  minProperties?: number;
  anyOf?: Schema[];
  allOf?: Schema[];
};

export type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: Schema;
  example?: unknown;
};

export type Content = { schema: Schema; example?: unknown };

export type AnswerOf = { headers: string[]; contents: Record<string, Content> };

/** One method of one path, as openapi.json declares it. */
export type Operation = {
  id: string;
  method: string;
  /** The path, with `{name}` for each path parameter. */
  path: string;
  address: Address;
  parameters: Parameter[];
  /** The contents by Content-Type, which may end in `/*`. */
  contents: Record<string, Content>;
  /** The limit of the body; undefined if there is no body. */
  maxBytes: number | undefined;
  answers: ReadonlyMap<number, AnswerOf>;
  /** The accepted kinds of credentials; empty if none are required. */
  security: string[];
  /** The scopes that the key must have. */
  scopes: string[];
};

type Raw = {
  paths: Record<string, Record<string, RawOperation>>;
};
type RawOperation = {
  operationId: string;
  servers?: unknown[];
  description: string;
  security: Record<string, unknown>[];
  parameters?: Parameter[];
  requestBody?: { description: string; content: Record<string, Content> };
  responses: Record<string, { headers?: Record<string, unknown>; content?: Record<string, Content> }>;
};

const document = readDocument();

/** Every operation of the committed openapi.json, under each of its paths. */
export const operations: readonly Operation[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, raw]) =>
    toOperation(path, method, raw.servers ? 'receiver' : 'api', raw),
  ),
);

/** Returns the operation of this name. @throws if the document has none */
export function operationCalled(id: string): Operation {
  const found = operations.find((one) => one.id === id);
  if (!found) throw new Error(`openapi.json has no operation ${id}`);
  return found;
}

/** Returns the operation of a path; a path that is declared literally takes precedence over patterns. */
export function operationAt(method: string, address: Address, path: string): Operation | undefined {
  const here = operations.filter((one) => one.address === address);
  const named = here.filter((one) => one.path === path);
  const matching = named.length > 0 ? named : here.filter((one) => patternOf(one.path).test(path));
  return matching.find((one) => one.method === method);
}

const checks = new WeakMap<Schema, ReturnType<typeof Compile>>();

/** Returns the compiled check of a schema of the document. */
export function checkOf(schema: Schema): ReturnType<typeof Compile> {
  const check = checks.get(schema) ?? Compile(schema as TSchema);
  checks.set(schema, check);
  return check;
}

const patterns = new Map<string, RegExp>();

function patternOf(path: string): RegExp {
  const pattern =
    patterns.get(path) ?? new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`);
  patterns.set(path, pattern);
  return pattern;
}

function readDocument(): Raw {
  const whole = JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8'));
  const done = new Map<string, unknown>();
  const resolve = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(resolve);
    if (typeof node !== 'object' || node === null) return node;
    const { $ref } = node as { $ref?: unknown };
    if (typeof $ref !== 'string') {
      return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, resolve(value)]));
    }
    // Each schema has a single object, so that it is compiled once.
    if (!done.has($ref)) {
      const path = $ref.slice(2).split('/');
      done.set($ref, resolve(path.reduce((parent: unknown, name) => (parent as never)?.[name], whole)));
    }
    return done.get($ref);
  };
  return resolve({ paths: whole.paths }) as Raw;
}

function toOperation(path: string, method: string, address: Address, raw: RawOperation): Operation {
  return {
    id: raw.operationId,
    method: method.toUpperCase(),
    path,
    address,
    parameters: raw.parameters ?? [],
    contents: raw.requestBody?.content ?? {},
    maxBytes: raw.requestBody && Number(/^At most (\d+) bytes\.$/.exec(raw.requestBody.description)![1]),
    answers: new Map(
      Object.entries(raw.responses).map(([status, { headers = {}, content = {} }]) => [
        Number(status),
        { headers: Object.keys(headers).map(inLowerCase).filter(isAlwaysSent), contents: content },
      ]),
    ),
    security: raw.security.flatMap(Object.keys),
    scopes: /\n\nScopes?: (.+)\.$/.exec(raw.description)?.[1]?.match(/[\w:]+(?=`)/g) ?? [],
  };
}

function inLowerCase(name: string): string {
  return name.toLowerCase();
}

/** A response has the headers of the rate limit only if the installation sets one. */
function isAlwaysSent(header: string): boolean {
  return !header.startsWith('ratelimit');
}
