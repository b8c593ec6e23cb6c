import type { Dispatcher } from 'undici';
import type { Network } from './addresses.ts';
import type { Resolve } from './connect.ts';
import type { Connection, KeptConnections } from './connections.ts';

export type GuardedFetchOptions = {
  /** Networks that may be reached though they are not public. */
  allow: readonly Network[];
  /** Most bytes of content, as sent and as decoded. */
  maxBytes: number;
  /** Longest wait for an answer's headers, with name look-up and connecting; per redirect. */
  headersTimeoutMs: number;
  /** Longest silence of the server while we read. */
  idleTimeoutMs: number;
  /** Longest time from the call to the last byte. */
  totalTimeoutMs: number;
  /** Default 5; 0 refuses every redirect. */
  maxRedirects?: number;
  /** True if a redirect is an answer like any other: it is returned, and not followed. */
  returnsRedirects?: boolean;
  signal?: AbortSignal | undefined;
  /**
   * Keeps connections for further requests. A request that finds a kept one closed is sent again, so it may arrive twice.
   * By default each request has a connection of its own.
   */
  connections?: KeptConnections | undefined;
  /** Default GET. */
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | undefined;
  /** Sent to the URL's own origin only: a redirect elsewhere goes without. */
  headers?: Record<string, string> | undefined;
  body?: string | Uint8Array | undefined;
  /** Default: the machine's own resolver. */
  resolve?: Resolve | undefined;
  /** Addresses of this machine, which are refused though they may be public. Default: those of its interfaces. */
  own?: (() => readonly string[]) | undefined;
};

export type GuardedResponse = {
  /** Any; what a bad one means is the caller's to say. Redirects are followed and not seen. */
  status: number;
  /** The URL of the response after redirects. It may hold secrets of the server that redirected. */
  url: string;
  /** Media type without parameters, in lower case. */
  contentType: string | undefined;
  headers: Record<string, string | string[] | undefined>;
  /**
   * The content, once. Throws GuardedFetchError where it is cut off, too large or too slow; ending early is fine.
   * Until it is read or discarded the connection stays open, for totalTimeoutMs at most.
   */
  bytes: AsyncIterable<Uint8Array>;
  /** Lets go of an answer whose content is not wanted. */
  discard(): void;
};

/** One request; a redirect makes the next. */
export type Hop = {
  url: URL;
  method: NonNullable<GuardedFetchOptions['method']>;
  headers: Record<string, string>;
  body: string | Uint8Array | undefined;
  /** The name of the server, in words that show nothing but what the caller gave. */
  place: string;
};

export type HopResponse = {
  response: Dispatcher.ResponseData;
  hop: Hop;
  connection: Connection;
  /** Returns true if the connection broke; a body without a length ends without an error then. */
  isBroken(): boolean;
};
