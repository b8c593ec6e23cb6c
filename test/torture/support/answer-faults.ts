import { checkOf, operationAt, operationCalled, type Schema } from './api-document.ts';
import type { WireAnswer, WireRequest } from './http-exchange.ts';

export type AnswerFault = {
  kind: 'answer of 5xx' | 'undocumented status' | 'answer off its schema';
  /** The message names the operation, so that faults of the same cause are equal. */
  message: string;
};

/** The schema of the response for paths and methods that are not in the document. */
const ERROR = operationCalled('livez').answers.get(400)!.contents['application/json']!.schema;
const OUTSIDE = [400, 404, 405, 431];

/** Returns the deviations of a response from openapi.json: status, headers, Content-Type and body. */
export function answerFaults(request: WireRequest, answer: WireAnswer): AnswerFault[] {
  const path = request.target.split('?')[0]!;
  const operation = operationAt(request.method, request.address, path);
  const name = operation?.id ?? 'what is no operation';
  const { status } = answer;
  const fault = (kind: AnswerFault['kind'], what: string): AnswerFault[] => [
    { kind, message: `${name} answered ${status}: ${what}` },
  ];
  if (status >= 500) return fault('answer of 5xx', answer.bytes.toString('utf8', 0, 300));
  if (!answer.headers['x-request-id']) return fault('answer off its schema', 'no X-Request-Id');
  if (!operation) {
    if (isForPeople(request, answer)) return [];
    if (!OUTSIDE.includes(status)) return fault('undocumented status', '');
    if (status === 405 && !answer.headers.allow) return fault('answer off its schema', 'no Allow');
    if (request.method === 'HEAD') return [];
    const wrong = bodyFault(answer, { 'application/json': ERROR });
    return wrong ? fault('answer off its schema', wrong) : [];
  }
  const declared = operation.answers.get(status);
  if (!declared) return fault('undocumented status', answer.bytes.toString('utf8', 0, 300));
  const missing = declared.headers.filter((one) => answer.headers[one] === undefined);
  if (missing.length > 0) return fault('answer off its schema', `no header ${missing}`);
  const schemas = Object.entries(declared.contents).map(([type, { schema }]) => [type, schema]);
  const wrong = bodyFault(answer, Object.fromEntries(schemas));
  return wrong ? fault('answer off its schema', wrong) : [];
}

/**
 * Returns whether a request is for a page or its files, or the HEAD of a download; none of them is an API operation.
 */
function isForPeople({ method, target, address }: WireRequest, { status, headers }: WireAnswer): boolean {
  if (method === 'HEAD' && operationAt('GET', address, target.split('?')[0]!)?.answers.has(status))
    return true;
  return (
    ['GET', 'HEAD'].includes(method) &&
    PAGES.includes(status) &&
    /^text\/|javascript/.test(headers['content-type'] ?? 'text/none')
  );
}

const PAGES = [200, 302, 304];

function bodyFault({ headers, bytes }: WireAnswer, schemas: Record<string, Schema>): string | undefined {
  const types = Object.keys(schemas);
  if (types.length === 0)
    return bytes.length > 0 ? `a body of ${bytes.length} bytes, where none is declared` : undefined;
  const type = (headers['content-type'] ?? 'none').split(';')[0]!.trim().toLowerCase();
  const schema = schemas[type] ?? schemas['*/*'];
  if (!schema) return `Content-Type ${type}, declared is ${types}`;
  if (type !== 'application/json') return undefined;
  if (headers['content-type'] !== 'application/json; charset=utf-8')
    return `Content-Type ${headers['content-type']}`;
  let body: unknown;
  try {
    body = JSON.parse(bytes.toString());
  } catch {
    return `no JSON: ${bytes.toString('utf8', 0, 100)}`;
  }
  const check = checkOf(schema);
  if (!check.Check(body)) return JSON.stringify(check.Errors(body).slice(0, 3));
  const extra = undeclaredField(schema, body, '');
  return extra === undefined ? undefined : `the field ${extra} is not declared`;
}

/** Returns a field of the value that its schema does not declare. */
function undeclaredField(schema: Schema, value: unknown, at: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) {
    if (!schema.items) return undefined;
    for (const [index, item] of value.entries()) {
      const found = undeclaredField(schema.items, item, `${at}[${index}]`);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (schema.anyOf?.some((one) => one.properties)) {
    const tries = schema.anyOf.filter((one) => checkOf(one).Check(value));
    const found = tries.map((one) => undeclaredField(one, value, at));
    return found.includes(undefined) ? undefined : found[0];
  }
  if (!schema.properties || schema.additionalProperties) return undefined;
  for (const [name, child] of Object.entries(value)) {
    const own = schema.properties[name];
    if (!own) return `${at}.${name}`;
    const found = undeclaredField(own, child, `${at}.${name}`);
    if (found !== undefined) return found;
  }
  return undefined;
}
