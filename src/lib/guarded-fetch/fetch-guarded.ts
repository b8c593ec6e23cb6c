import type { Socket } from 'node:net';
import { Client, type Dispatcher } from 'undici';
import { ownAddresses } from '../own-addresses.ts';
import { guardedConnector, resolveBySystem } from './connect.ts';
import type { Connection } from './connections.ts';
import { GuardedFetchError, translateError } from './errors.ts';
import { readContent } from './read-content.ts';
import type { GuardedFetchOptions, GuardedResponse, Hop, HopResponse } from './types.ts';
import { startWatch, type Watch } from './watch.ts';

const DEFAULT_MAX_REDIRECTS = 5;
/** Signed URLs with a session token reach 2,000. */
const MAX_URL_LENGTH = 8192;
const USER_AGENT = 'Parley';
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * Fetches a URL that somebody else chose, and cannot be made to reach what is not public: every address is checked
 * when the connection is made, redirects too. No cookies, no proxy from the environment, no connection shared.
 *
 * @throws GuardedFetchError; the signal's reason where it was aborted
 */
export async function fetchGuarded(url: string, options: GuardedFetchOptions): Promise<GuardedResponse> {
  options.signal?.throwIfAborted();
  let hop = firstHop(url, options);
  const start = hop.place;
  const watch = startWatch(options.totalTimeoutMs, start, options.signal);
  try {
    for (let left = options.maxRedirects ?? DEFAULT_MAX_REDIRECTS; ; left--) {
      const answer = await ask(hop, options, watch);
      const { location } = answer.response.headers;
      const isRedirect = REDIRECTS.has(answer.response.statusCode) && typeof location === 'string';
      if (!isRedirect || options.returnsRedirects) {
        return present(answer, options, watch);
      }
      letGo(answer.connection.client);
      if (left === 0) throw new GuardedFetchError('too many redirects', `${start} redirects too often`);
      hop = nextHop(hop, answer.response.statusCode, location, start);
    }
  } catch (error) {
    const stopped = watch.stopped();
    watch.end();
    throw stopped ? stopped.error : translateError(error, hop.place, 'headers');
  }
}

function firstHop(text: string, options: GuardedFetchOptions): Hop {
  const url = readUrl(text, undefined);
  if (!url) {
    throw new GuardedFetchError(
      'bad url',
      'the URL must be an http or https URL without user name or password',
    );
  }
  const { method = 'GET', body } = options;
  const given = Object.entries(options.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]);
  // The name that the certificate is checked for would follow a Host of the caller's.
  const headers = Object.fromEntries(given.filter(([name]) => name !== 'host'));
  return { url, method, headers, body, place: url.host };
}

/** 303, and 301 and 302 after a POST, are fetched with GET: what every client does, and RFC 9110 allows. */
function nextHop(hop: Hop, status: number, location: string, start: string): Hop {
  const url = readUrl(location, hop.url);
  if (!url) throw new GuardedFetchError('bad url', `${start} redirects to what is no http or https URL`);
  const toGet = hop.method !== 'HEAD' && (status === 303 || (status < 303 && hop.method === 'POST'));
  const { 'content-type': contentType, ...others } = hop.headers;
  const headers = url.origin === hop.url.origin ? others : {};
  return {
    url,
    method: toGet ? 'GET' : hop.method,
    headers: toGet || contentType === undefined ? headers : { ...headers, 'content-type': contentType },
    body: toGet ? undefined : hop.body,
    place: `the server that ${start} redirects to`,
  };
}

/** WHATWG rules turn every spelling of an IPv4 address (octal, hex, short, full-width) into four numbers. */
function readUrl(text: string, base: URL | undefined): URL | undefined {
  if (text.length > MAX_URL_LENGTH || !URL.canParse(text, base?.href)) return undefined;
  const url = new URL(text, base?.href);
  const isHttp = url.protocol === 'http:' || url.protocol === 'https:';
  return isHttp && url.username === '' && url.password === '' ? url : undefined;
}

/** Sends one request and waits for the headers, over a kept connection if there is one. */
async function ask(hop: Hop, options: GuardedFetchOptions, watch: Watch): Promise<HopResponse> {
  const kept = options.connections?.take(hop.url.origin);
  if (!kept) return askOver(openConnection(hop, options), hop, options, watch);
  try {
    return await askOver(kept, hop, options, watch);
  } catch (error) {
    // The server may have closed the connection in the same moment.
    if (watch.stopped()) throw error;
    return askOver(openConnection(hop, options), hop, options, watch);
  }
}

function openConnection(hop: Hop, options: GuardedFetchOptions): Connection {
  const { allow, resolve = resolveBySystem, own = ownAddresses, headersTimeoutMs: timeoutMs } = options;
  const connect = guardedConnector({ allow, resolve, own, timeoutMs, place: hop.place });
  let socket: Socket | undefined;
  const client = new Client(hop.url.origin, {
    connect: (target, callback) =>
      connect(target, (...result) => {
        socket = result[1] ?? undefined;
        callback(...result);
      }),
    // Our own clocks count exactly, and what they count is said above.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return { client, socket: () => socket };
}

async function askOver(
  connection: Connection,
  hop: Hop,
  options: GuardedFetchOptions,
  watch: Watch,
): Promise<HopResponse> {
  const { client, socket } = connection;
  const { headersTimeoutMs: timeoutMs } = options;
  const endLimit = watch.limit(timeoutMs, `${hop.place} did not answer within ${timeoutMs / 1000} s`);
  try {
    const response = await new Promise<Dispatcher.ResponseData>((resolve, reject) => {
      watch.onStop(reject);
      client.request(requestOf(hop, options.connections === undefined)).then((response) => {
        // Destroyed while nobody reads, it would otherwise be an uncaught error.
        response.body.on('error', () => {});
        resolve(response);
      }, reject);
    });
    return { response, hop, connection, isBroken: () => isBroken(socket()) };
  } catch (error) {
    letGo(client);
    throw error;
  } finally {
    endLimit();
  }
}

/** undici destroys the socket of a finished answer with an error of its own, which tells of no fault. */
function isBroken(socket: Socket | undefined): boolean {
  const error: NodeJS.ErrnoException | null | undefined = socket?.errored;
  return error != null && error.code !== 'UND_ERR_INFO';
}

function requestOf({ url, method, headers, body }: Hop, reset: boolean): Dispatcher.RequestOptions {
  return {
    path: url.pathname + url.search,
    method,
    body: body ?? null,
    reset,
    headers: {
      accept: '*/*',
      ...headers,
      'user-agent': USER_AGENT,
      'accept-encoding': 'identity',
    },
  };
}

function present(answer: HopResponse, options: GuardedFetchOptions, watch: Watch): GuardedResponse {
  const { response, connection, hop } = answer;
  const { connections } = options;
  const end = (isWhole = false) => {
    watch.end();
    if (isWhole && connections) connections.give(hop.url.origin, connection);
    else letGo(connection.client);
  };
  watch.onStop((error) => response.body.destroy(error as Error));
  try {
    const bytes = readContent(answer, options, watch, end);
    const { headers, statusCode: status } = response;
    return {
      status,
      url: hop.url.href,
      contentType: mediaType(headers),
      headers,
      bytes,
      discard: () => end(),
    };
  } catch (error) {
    letGo(connection.client);
    if (error instanceof GuardedFetchError) error.status = response.statusCode;
    throw error;
  }
}

function mediaType(headers: GuardedResponse['headers']): string | undefined {
  const [first] = [headers['content-type']].flat();
  return first?.replace(/;.*/s, '').trim().toLowerCase() || undefined;
}

/** Closes whatever the client has open, without waiting. */
function letGo(client: Client): void {
  client.destroy().catch(() => {});
}
