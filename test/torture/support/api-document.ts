import { readFileSync } from 'node:fs';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
// The formats as the contract means them: an e-mail address may be of any script.
import '../../../src/http/check-body.ts';
import type { Address } from '../../../src/http/endpoint.ts';

/** A JSON Schema as the document writes it, with every reference replaced by what it refers to. */
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
  /** With `{name}` for each path parameter. */
  path: string;
  address: Address;
  parameters: Parameter[];
  /** By Content-Type, which may end in `/*`. */
  contents: Record<string, Content>;
  /** Of the body; undefined if there is none. */
  maxBytes: number | undefined;
  answers: ReadonlyMap<number, AnswerOf>;
  /** What may be sent to say who calls; empty: nothing is asked for. */
  security: string[];
  /** All of which the key must have. */
  scopes: string[];
};

type Raw = {
  paths: Record<string, Record<string, RawOperation> & { servers?: unknown[] }>;
};
type RawOperation = {
  operationId: string;
  description: string;
  security: Record<string, unknown>[];
  parameters?: Parameter[];
  requestBody?: { description: string; content: Record<string, Content> };
  responses: Record<string, { headers?: Record<string, unknown>; content?: Record<string, Content> }>;
};

const document = readDocument();

/** Every operation of the committed openapi.json, under each of its paths. */
export const operations: readonly Operation[] = Object.entries(document.paths).flatMap(
  ([path, { servers, ...methods }]) =>
    Object.entries(methods).map(([method, raw]) =>
      toOperation(path, method, servers ? 'receiver' : 'api', raw),
    ),
);

/** The operation of this name. @throws where the document has none */
export function operationCalled(id: string): Operation {
  const found = operations.find((one) => one.id === id);
  if (!found) throw new Error(`openapi.json has no operation ${id}`);
  return found;
}

/** The operation that a path belongs to: one that is declared itself is not one of those that its patterns match. */
export function operationAt(method: string, address: Address, path: string): Operation | undefined {
  const here = operations.filter((one) => one.address === address);
  const named = here.filter((one) => one.path === path);
  const matching = named.length > 0 ? named : here.filter((one) => patternOf(one.path).test(path));
  return matching.find((one) => one.method === method);
}

const checks = new WeakMap<Schema, ReturnType<typeof Compile>>();

/** The compiled check of a schema of the document. */
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
    // One object for one schema, so that it is compiled once.
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
        { headers: Object.keys(headers).map((name) => name.toLowerCase()), contents: content },
      ]),
    ),
    security: raw.security.flatMap(Object.keys),
    scopes: /\n\nScopes?: (.+)\.$/.exec(raw.description)?.[1]?.match(/[\w:]+(?=`)/g) ?? [],
  };
}
