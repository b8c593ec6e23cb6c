import type {
  ClientPathsWithMethod,
  Client as FetchClient,
  FetchOptions,
  MethodResponse,
} from 'openapi-fetch';
import type { Client } from './client.ts';
import type { CallOptions } from './pages.ts';
import type { paths } from './schema.ts';
import { type CallResult, unwrap } from './unwrap.ts';

type Method = 'get' | 'put' | 'post' | 'delete' | 'patch';
type PathOf<M extends Method> = ClientPathsWithMethod<FetchClient<paths>, M>;
type Init<M extends Method, Path extends PathOf<M>> = FetchOptions<paths[Path][M]> & CallOptions;
type Arguments<I> =
  Record<string, never> extends Pick<I, keyof I & ('params' | 'body')> ? [init?: I] : [init: I];

/** The data of a response; undefined for an operation without a body (204). */
type Data<M extends Method, Path extends PathOf<M>> = [MethodResponse<FetchClient<paths>, M, Path>] extends [
  never,
]
  ? undefined
  : MethodResponse<FetchClient<paths>, M, Path>;

/** An operation as a function: it resolves to the data of the response, and rejects as `unwrap` does. */
export type Operation<M extends Method, Path extends PathOf<M>> = (
  client: Client,
  ...init: Arguments<Init<M, Path>>
) => Promise<Data<M, Path>>;

/** Returns the operation at the path. */
export function operation<M extends Method, Path extends PathOf<M>>(
  method: M,
  path: Path,
): Operation<M, Path> {
  const call = (client: Client, init?: unknown) =>
    unwrap((client.request as (...args: unknown[]) => Promise<CallResult>)(method, path, init));
  return call as Operation<M, Path>;
}
