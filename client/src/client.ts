import createFetchClient, { type Client as FetchClient } from 'openapi-fetch';
import { type AnswerEvent, type AskOptions, type Question, streamAnswer } from './ask.ts';
import { type Changes, type ChangesOptions, followChanges } from './changes.ts';
import {
  type IngestedItem,
  type IngestMeetingsOptions,
  type MeetingToIngest,
  sendMeetings,
} from './ingest-meetings.ts';
import { type Item, type Page, type PagedPath, type PagesArguments, walkItems, walkPages } from './pages.ts';
import { ParleyError } from './parley-error.ts';
import { addressOf, bodyOf, headersOf, type Init, isRepeatable } from './request-parts.ts';
import type { paths } from './schema.ts';
import { send } from './send.ts';
import {
  type ClientSettings,
  DEFAULT_RETRIES,
  DEFAULT_TIMEOUT_MS,
  readRetries,
  readTimeoutMs,
  readUrl,
} from './settings.ts';
import type { CallResult } from './unwrap.ts';

/**
 * Parley's operations by method and path, typed: `client.GET('/v1/users')` resolves to `{data, response}`, or to
 * `{error, response}` where Parley refused it. A call also takes `signal`, `retries` and `timeoutMs`.
 * Calls reject with a ParleyError of status 0 where no answer came, and with the signal's reason where aborted.
 */
export type Client = FetchClient<paths> & {
  /** Each page of a list: `for await (const page of client.pages('/v1/users'))`. Rejects as `unwrap` does. */
  pages<Path extends PagedPath>(path: Path, ...init: PagesArguments<Path>): AsyncGenerator<Page<Path>, void>;
  /** Each item of a list, page after page: `for await (const user of client.items('/v1/users'))`. */
  items<Path extends PagedPath>(path: Path, ...init: PagesArguments<Path>): AsyncGenerator<Item<Path>, void>;
  /**
   * Every change, as it becomes readable: `for await (const change of client.changes({ after }))`. Connections that
   * break are made again, so the iteration ends only by leaving the loop, by the signal, or with an error: a
   * CursorGoneError if the cursor is too old, a ParleyError of status 401 if the key was revoked.
   */
  changes(options?: ChangesOptions): Changes;
  /**
   * Asks a question about what was said, and yields the answer as it arrives: progress, each sentence with its quotes, and
   * `done` with everything else. `client.POST('/v1/ask')` returns the answer at once.
   */
  ask(question: Question, options?: AskOptions): AsyncGenerator<AnswerEvent, void>;
  /**
   * Ingests any number of meetings, many with each request, and yields the outcome of each:
   * `for await (const { index, meetingId, error } of client.ingestMeetings(bodies))`. A meeting that is refused does not
   * stop the others. Requests that fail on the way are repeated. Rejects as `unwrap` does.
   */
  ingestMeetings(
    meetings: Iterable<MeetingToIngest> | AsyncIterable<MeetingToIngest>,
    options?: IngestMeetingsOptions,
  ): AsyncGenerator<IngestedItem, void>;
};

/** A call without its types: the public ones are {@link Client}. */
type Call = (method: string, path: string, init?: Init) => Promise<CallResult>;

/**
 * A client of one Parley. Nothing is sent before the first call.
 * @throws TypeError where a setting is not what it takes
 */
export function createClient(settings: ClientSettings): Client {
  const { credentials, apiKey } = settings;
  const inner = createFetchClient<paths>({
    baseUrl: readUrl('baseUrl', settings.baseUrl),
    // The key must not follow a redirect to another host.
    redirect: 'error',
    ...(credentials ? { credentials } : {}),
    ...(apiKey === undefined ? {} : { headers: { 'X-API-Key': apiKey } }),
    querySerializer: { array: { style: 'form', explode: false } },
  });
  const call = callerOf(inner.request as unknown as Call, settings);
  const by = (method: string) => (path: string, init?: Init) => call(method, path, init);
  const client = {
    use: inner.use,
    eject: inner.eject,
    request: (method: string, path: string, init?: Init) => call(method.toUpperCase(), path, init),
    GET: by('GET'),
    PUT: by('PUT'),
    POST: by('POST'),
    DELETE: by('DELETE'),
    OPTIONS: by('OPTIONS'),
    HEAD: by('HEAD'),
    PATCH: by('PATCH'),
    TRACE: by('TRACE'),
    pages: (path: string, init?: Init) => walkPages(by('GET'), path, init),
    items: (path: string, init?: Init) => walkItems(by('GET'), path, init),
    ask: (question: Question, options?: AskOptions) => streamAnswer(by('POST'), question, options),
    ingestMeetings: (meetings: Iterable<MeetingToIngest>, options?: IngestMeetingsOptions) =>
      sendMeetings(by('POST'), meetings, options),
    changes: (options?: ChangesOptions) => followChanges(by('GET'), options),
  };
  return client as unknown as Client;
}

/** Calls by openapi-fetch, whose one fetch becomes as many tries as the call may have. */
function callerOf(request: Call, settings: ClientSettings): Call {
  const receiverUrl =
    settings.receiverUrl === undefined ? undefined : readUrl('receiverUrl', settings.receiverUrl);
  const retries = readRetries(settings.retries ?? DEFAULT_RETRIES);
  const timeoutMs = readTimeoutMs(settings.timeoutMs ?? DEFAULT_TIMEOUT_MS);
  const fetch = settings.fetch ?? ((one: Request) => globalThis.fetch(one));

  return async (method, path, init = {}) => {
    const { signal, retries: ownRetries, timeoutMs: ownTimeoutMs, ...rest } = init;
    const callRetries = readRetries(ownRetries ?? retries);
    const sending = {
      fetch: (rest.fetch as typeof fetch | undefined) ?? fetch,
      timeoutMs: readTimeoutMs(ownTimeoutMs ?? timeoutMs),
      signal: signal ?? undefined,
      isStream: rest.parseAs === 'stream',
    };
    let response: Response | undefined;
    const fetchAgain = async (one: Request) => {
      response = await send(one, { ...sending, retries: isRepeatable(method, path, one) ? callRetries : 0 });
      return response;
    };
    const parts = {
      ...bodyOf(method, path, rest),
      ...addressOf(path, receiverUrl),
      headers: headersOf(method, path, rest),
    };
    try {
      return await request(method, path, { ...rest, ...parts, fetch: fetchAgain });
    } catch (fault) {
      throw response && fault instanceof SyntaxError ? notJson(method, path, response, fault) : fault;
    }
  };
}

/** Error for a response from something in between, such as a proxy with its own page. */
function notJson(method: string, path: string, response: Response, cause: SyntaxError): ParleyError {
  return new ParleyError(`${method} ${path} was answered with ${response.status}, but not with JSON`, {
    status: response.status,
    requestId: response.headers.get('x-request-id') ?? undefined,
    cause,
  });
}
