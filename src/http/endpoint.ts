import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Static, TObject, TSchema } from 'typebox';
import type { Pieces } from '../lib/gzip-pieces.ts';
import type { Log } from '../lib/log.ts';
import type { Param, ParamValues } from './params.ts';
import type { Upload } from './read-upload.ts';

/** The two listeners; neither serves the other's paths. */
export type Address = 'api' | 'receiver';

/** The two, and the one for probes and metrics, which has only what both of them have. */
export type Listener = Address | 'health';

/** Takes in the faults of a request. */
export type FaultSink = { add(message: string): void };

/** The caller: the organization and key behind the X-API-Key header, or behind the session's cookie. */
export type Caller = {
  organizationId: number;
  keyId: number;
  /** Absent if the request bears a key. */
  sessionId?: number;
  scopes: ReadonlySet<string>;
};

/** The Idempotency-Key header, ready for the domain to apply inside its transaction. */
export type IdempotencyRequest = { operation: string; key: string; fingerprint: Buffer };

/** One answer that an operation may give. `schema` is its body; an error has the error body, others then have none. */
export type AnswerSpec = {
  description: string;
  schema?: TSchema;
  example?: unknown;
  /** application/json unless told otherwise. */
  contentType?: string;
  /** The other types of text that the body has if the request asks for them, with an example of each. */
  otherContentTypes?: Record<string, string>;
};

export type BodySpec<Body extends TSchema = TSchema> = {
  schema: Body;
  /** Checks what the schema cannot express; runs on bodies of the right form, before the unprocessable part is looked at. */
  check?(body: Static<Body>, faults: FaultSink): void;
  example: unknown;
  maxBytes: number;
  /** A part (property names from the root) whose faults of form are 422 instead of 400. */
  unprocessablePart?: readonly string[];
};

/** A body that is stored as it is, not read as JSON. */
export type UploadSpec = {
  maxBytes: number;
  contentTypes: readonly string[];
  /** True if it is read into memory before the handler is called; a semaphore then bounds files as it does JSON bodies. */
  isHeld?: boolean;
};

/** The request as a handler gets it; `params` and `query` are parsed, `body` is checked against its schema. */
export type EndpointRequest<Params, Query, Body> = {
  params: Params;
  query: Query;
  body: Body;
  caller: Caller;
  requestId: string;
  idempotency: IdempotencyRequest | undefined;
  /** The uploaded body, if the operation takes one. */
  upload: Upload | undefined;
  /** The upload's bytes, where they are held in memory; `upload` is undefined then. */
  file: Buffer | undefined;
  /** The request as it came: for operations that HTTP itself is the contract of. */
  method: string;
  target: string;
  headers: IncomingHttpHeaders;
  /** A signal that fires when the caller leaves before the answer: for work that is worth stopping. */
  untilLeft(): AbortSignal;
  /** Calls `work` when the caller leaves or has its answer; for the many that wait, it costs less than a signal. */
  whenLeft(work: () => void): void;
  /** Tells that the caller has proved who it is otherwise than by a key: its connection is then kept as one with a key. */
  vouch(): void;
  /** The address at the other end of the connection: the client's, or a reverse proxy's. */
  peer: string;
  /** The log for lines that bear the request's id. It is made when it is asked for, because few requests write such lines. */
  log(): Log;
};

/** `body` is an object sent as JSON, `pieces` streamed text (JSON unless headers say otherwise), `text`, `file` and `stream` anything else. */
export type Answer = {
  status: number;
  headers?: Record<string, string>;
  body?: object;
  pieces?: Pieces;
  text?: string | Buffer;
  /** Bytes that were compressed before, where that made them shorter. */
  file?: { bytes: Buffer; gzipped?: Buffer };
  stream?: Readable | undefined;
  /**
   * The state of the database (db/database-state.ts) that, together with the URL and the caller's organization, determines the
   * pieces of a 200. They may be sent again for the same URL while the database is in this state, without a call of the handler.
   */
  state?: string | null;
};

export type ParamSpecs = Record<string, Param<unknown>>;

/**
 * One operation as one thing: from it come the route, its validation, its page in openapi.json, its metrics label
 * and its rows in the test matrices. `Deps` is whatever the handlers of an application need; http/ does not look.
 */
export type Endpoint<Deps> = {
  operationId: string;
  address: Address | 'both';
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `{name}` marks a path parameter. */
  path: string;
  /** Another path of the same operation. */
  alias?: string;
  /** A path that the operation had before: it is served, but openapi.json has only the present one. */
  formerPath?: string;
  /** The scope that the key must have, or several that it must all have; null if the operation takes no key. */
  scope: string | readonly string[] | null;
  /** Whether one of the scopes is enough. */
  anyScope?: boolean;
  /**
   * True if the operation is for agents: it takes the key as a bearer token too, its 401 says so, and a request that
   * bears an Origin other than the API's own is refused, so that no page can have a browser send one.
   */
  forAgents?: boolean;
  /** True if the operation is about the caller's session: its handler looks at the cookie, and no key will do. */
  aboutSession?: boolean;
  tag: string;
  summary: string;
  description: string;
  /** True for a page for people, and for another protocol than REST: both are left out of openapi.json. */
  hidden?: boolean;
  params: ParamSpecs;
  query: ParamSpecs;
  body?: BodySpec;
  upload?: UploadSpec;
  /** True if any query is taken, unread: the page in the browser knows what it means. */
  anyQuery?: boolean;
  /** True for what probes and scrapes ask every few seconds: it is logged only on level debug, unless it fails. */
  isProbe?: boolean;
  /** True if HEAD is answered too. */
  alsoHead?: boolean;
  /** True if the Idempotency-Key header is honoured. */
  idempotent: boolean;
  /** True if a GET must read from the primary although there are read replicas. */
  readsPrimary?: boolean;
  /** Another body for every error of the operation than `{error}`. */
  errors?: { schema: TSchema; render(message: string, requestId: string): object };
  /** Every status of the operation's own; answersOf() adds those that follow from the rest. */
  answers: Record<number, AnswerSpec>;
  handle(request: EndpointRequest<never, never, never>, deps: Deps): Promise<Answer>;
};

/** Every path at which the operation is served. */
export function pathsOf({
  path,
  alias,
  formerPath,
}: Pick<Endpoint<never>, 'path' | 'alias' | 'formerPath'>): string[] {
  return [path, alias, formerPath].filter((one) => one !== undefined);
}

/** Every scope that the key must have; empty if the operation takes no key. */
export function scopesOf({ scope }: Pick<Endpoint<never>, 'scope'>): readonly string[] {
  if (scope === null) return [];
  return typeof scope === 'string' ? [scope] : scope;
}

type EndpointInput<Deps, P extends ParamSpecs, Q extends ParamSpecs, B extends TObject> = Omit<
  Endpoint<Deps>,
  'params' | 'query' | 'body' | 'handle' | 'idempotent'
> & {
  params?: P;
  query?: Q;
  body?: BodySpec<B>;
  idempotent?: boolean;
  handle(request: EndpointRequest<ParamValues<P>, ParamValues<Q>, Static<B>>, deps: Deps): Promise<Answer>;
};

/** Binds the maker of endpoints to an application's dependencies, so that handlers are fully typed. */
export function endpointMaker<Deps>() {
  return function defineEndpoint<
    P extends ParamSpecs = Record<never, never>,
    Q extends ParamSpecs = Record<never, never>,
    B extends TObject = TObject,
  >(input: EndpointInput<Deps, P, Q, B>): Endpoint<Deps> {
    return { params: {}, query: {}, idempotent: false, ...input } as unknown as Endpoint<Deps>;
  };
}
