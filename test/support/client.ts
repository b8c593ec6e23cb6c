import assert from 'node:assert/strict';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { endpoints } from '../../src/endpoints/index.ts';
import { answersOf } from '../../src/http/answers.ts';
import { type Address, pathsOf } from '../../src/http/endpoint.ts';
import { ErrorBody } from '../../src/http/faults.ts';
import { patternOf } from '../../src/http/route.ts';

export type TestAnswer = {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  body: any;
};

type Options = { headers?: Record<string, string>; query?: Record<string, string>; raw?: string | Buffer };

export type TestClient = {
  get(path: string, query?: Record<string, string>, options?: Options): Promise<TestAnswer>;
  post(path: string, body?: unknown, options?: Options): Promise<TestAnswer>;
  put(path: string, body?: unknown, options?: Options): Promise<TestAnswer>;
  delete(path: string, options?: Options): Promise<TestAnswer>;
  /** Sends any method and bytes to either address. */
  send(method: string, address: Address, path: string, options?: Options): Promise<TestAnswer>;
  /** Ingests a meeting, which has to succeed, and returns its id. */
  ingest(meeting: Record<string, unknown>, rest?: Record<string, unknown>): Promise<string>;
};

/**
 * Calls the service over HTTP. Every response is checked against its operation's declaration: an undeclared status, or
 * a body that does not match its schema, fails the test.
 */
export function createClient(at: {
  apiUrl: string;
  receiverUrl: string;
  key: string | undefined;
  /** The service is of an earlier version, whose responses may lack what this one declares. */
  isEarlier?: boolean;
}): TestClient {
  const send: TestClient['send'] = async (method, address, path, options = {}) => {
    const query = options.query ? `?${new URLSearchParams(options.query)}` : '';
    const base = address === 'api' ? at.apiUrl : at.receiverUrl;
    const response = await fetch(base + path + query, {
      method,
      redirect: 'manual',
      headers: { ...(at.key === undefined ? {} : { 'X-API-Key': at.key }), ...options.headers },
      ...(options.raw === undefined ? {} : { body: options.raw as string }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    const answer = {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson ? JSON.parse(text) : undefined,
    };
    if (!at.isEarlier) assertDeclared(method, address, path.split('?')[0]!, answer);
    return answer;
  };
  const json = (method: string, path: string, body: unknown, options: Options = {}) => {
    const address = /\/user-provided-/.test(path) ? 'receiver' : 'api';
    const raw = options.raw ?? JSON.stringify(body);
    return send(method, address, path, {
      ...options,
      raw,
      headers: { 'Content-Type': 'application/json', ...options.headers },
    });
  };
  return {
    send,
    get: (path, query, options = {}) => send('GET', 'api', path, { ...options, ...(query ? { query } : {}) }),
    post: (path, body, options) => json('POST', path, body, options),
    put: (path, body, options) => json('PUT', path, body, options),
    delete: (path, options) => send('DELETE', 'api', path, options),
    async ingest(meeting, rest = {}) {
      const answer = await json('POST', '/v1/user-provided-meeting', { meeting, ...rest });
      assert.equal(answer.status, 200, answer.text);
      return answer.body.meetingId;
    },
  };
}

const checks = new Map<TSchema, ReturnType<typeof Compile>>();

/** @throws if the operation does not declare such a response */
function assertDeclared(method: string, address: Address, path: string, answer: TestAnswer): void {
  const here = endpoints.filter((one) => one.address === 'both' || one.address === address);
  const named = here.filter((one) => pathsOf(one).includes(path));
  const matching = here.filter((one) => pathsOf(one).some((pattern) => patternOf(pattern).test(path)));
  // A declared path takes precedence over patterns that match it.
  const endpoint = (named.length > 0 ? named : matching).find((one) => one.method === method);
  if (!endpoint) {
    assert.ok([400, 404, 405].includes(answer.status), `undeclared operation answered ${answer.status}`);
    assertFits(ErrorBody, answer, `${method} ${path}`);
    return;
  }
  const declared = answersOf(endpoint).get(answer.status);
  assert.ok(
    declared,
    `${endpoint.operationId} does not declare ${answer.status}: ${answer.text.slice(0, 500)}`,
  );
  const schema =
    declared.schema ?? (answer.status >= 400 ? (endpoint.errors?.schema ?? ErrorBody) : undefined);
  const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
  if (answer.body === undefined && type in (declared.otherContentTypes ?? {})) return;
  if (schema && !declared.contentType) assertFits(schema, answer, endpoint.operationId);
}

function assertFits(schema: TSchema, answer: TestAnswer, name: string): void {
  const check = checks.get(schema) ?? Compile(schema);
  checks.set(schema, check);
  if (check.Check(answer.body)) return;
  const errors = JSON.stringify(check.Errors(answer.body).slice(0, 3));
  assert.fail(`${name} answered ${answer.status} off its schema: ${errors} in ${answer.text.slice(0, 500)}`);
}
