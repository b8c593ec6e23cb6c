import type { ParleyEndpoint } from '../../src/endpoints/define-endpoint.ts';
import { endpoints } from '../../src/endpoints/index.ts';
import { type Address, pathsOf, scopesOf } from '../../src/http/endpoint.ts';
import type { TestAnswer, TestClient } from '../support/client.ts';

/** A request as its operation describes it by examples: every id is that of an example, so most likely nobody's. */
export type PlausibleRequest = {
  method: string;
  address: Address;
  path: string;
  query: Record<string, string>;
  /** JSON, or undefined if the operation takes none. */
  body: unknown;
  /** A body that is no JSON. */
  upload?: { contentType: string; bytes: string };
};

/** The operations that ask for a key: what the matrices are made from. */
export const scopedEndpoints: readonly ParleyEndpoint[] = endpoints.filter((one) => one.scope !== null);

/** The scopes of an operation as one name: of the keys that have these alone. */
export const scopesName = (endpoint: ParleyEndpoint): string => scopesOf(endpoint).join(' and ');

/** Every combination of scopes that an operation asks for, by its name. */
export const scopeSets: ReadonlyMap<string, readonly string[]> = new Map(
  scopedEndpoints.map((one) => [scopesName(one), scopesOf(one)]),
);

/** @param params values for path parameters if the examples do not suffice */
export function plausibleRequest(
  endpoint: ParleyEndpoint,
  params: Record<string, string> = {},
): PlausibleRequest {
  const [path] = plausiblePaths(endpoint, params) as [string];
  const query = Object.fromEntries(
    Object.entries(endpoint.query)
      .filter(([, param]) => param.required)
      .map(([name, param]) => [name, `${param.example}`]),
  );
  const address = endpoint.address === 'receiver' ? 'receiver' : 'api';
  const isLines = endpoint.upload?.contentTypes.includes('application/x-ndjson');
  const upload =
    endpoint.upload &&
    (isLines
      ? { contentType: 'application/x-ndjson', bytes: '{"meeting": {}}\n' }
      : { contentType: 'audio/mpeg', bytes: 'ID3 and so on' });
  return {
    method: endpoint.method,
    address,
    path,
    query,
    body: endpoint.body?.example,
    ...(upload ? { upload } : {}),
  };
}

/** Every path at which the operation is served, with the same in its places. */
export function plausiblePaths(endpoint: ParleyEndpoint, params: Record<string, string> = {}): string[] {
  return pathsOf(endpoint).map((path) =>
    path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(params[name] ?? `${endpoint.params[name]!.example}`),
    ),
  );
}

/** The other paths of the operation for what is asked for at its present one. */
export function otherPaths({ path, alias, formerPath }: ParleyEndpoint, asked: string): string[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const [, ...values] = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`).exec(asked)!;
  return [alias, formerPath]
    .filter((one) => one !== undefined)
    .map((other) => other.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[names.indexOf(name)]!));
}

/** Sends it; `headers` come on top of those of the body. */
export function send(
  client: TestClient,
  { method, address, path, query, body, upload }: PlausibleRequest,
  headers: Record<string, string> = {},
): Promise<TestAnswer> {
  const raw = upload?.bytes ?? (body === undefined ? undefined : JSON.stringify(body));
  const type = upload?.contentType ?? 'application/json';
  return client.send(method, address, path, {
    query,
    headers: { ...(raw === undefined ? {} : { 'Content-Type': type }), ...headers },
    ...(raw === undefined ? {} : { raw }),
  });
}

/** The body of the operation's error answers. */
export function errorBody(endpoint: ParleyEndpoint, message: string, answer: TestAnswer): object {
  return endpoint.errors?.render(message, answer.headers.get('x-request-id')!) ?? { error: message };
}
