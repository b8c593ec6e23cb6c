import { ParleyError } from './parley-error.ts';
import type { Init } from './request-parts.ts';
import type { components } from './schema.ts';
import { type CallResult, errorOf } from './unwrap.ts';

/** A body of the operation that ingests one meeting. */
export type MeetingToIngest = components['schemas']['IngestMeeting'];

/** The outcome of a meeting: it is durable, or refused with the status that it would have alone. */
export type IngestedItem =
  | { index: number; meetingId: string; created: boolean; error?: undefined; status?: undefined }
  | { index: number; error: string; status: number; meetingId?: undefined; created?: undefined };

/** The options of {@link sendMeetings}. */
export type IngestMeetingsOptions = {
  /** Gives up; the signal's reason is thrown. */
  signal?: AbortSignal;
  /** In place of the client's, for each request. */
  retries?: number;
  timeoutMs?: number;
};

/** Each request has so many bytes at most, unless one meeting alone has more, so that a repeated one costs little. */
const BODY_BYTES = 4 * 1024 * 1024;
const BODY_LINES = 2000;

type Post = (path: string, init: Init) => Promise<CallResult>;

/**
 * Ingests any number of meetings, some thousand with each request, and yields the outcome of each in their order. A request
 * that fails on the way is repeated, which changes nothing of what it has stored.
 * @throws ParleyError if the service refuses a request as a whole, or no answer came, or not one for each meeting
 */
export async function* sendMeetings(
  post: Post,
  meetings: Iterable<MeetingToIngest> | AsyncIterable<MeetingToIngest>,
  options: IngestMeetingsOptions = {},
): AsyncGenerator<IngestedItem, void> {
  const encoder = new TextEncoder();
  let lines: Uint8Array[] = [];
  let bytes = 0;
  let first = 0;
  for await (const meeting of meetings) {
    const line = encoder.encode(`${JSON.stringify(meeting)}\n`);
    if (lines.length > 0 && (bytes + line.length > BODY_BYTES || lines.length === BODY_LINES)) {
      yield* sendLines(post, lines, first, options);
      first += lines.length;
      [lines, bytes] = [[], 0];
    }
    lines.push(line);
    bytes += line.length;
  }
  if (lines.length > 0) yield* sendLines(post, lines, first, options);
}

async function* sendLines(
  post: Post,
  lines: Uint8Array[],
  first: number,
  options: IngestMeetingsOptions,
): AsyncGenerator<IngestedItem, void> {
  const body = new Blob(lines as Uint8Array<ArrayBuffer>[], { type: 'application/x-ndjson' });
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const { data, error, response } = await post('/v1/user-provided-meetings', {
    body,
    parseAs: 'text',
    ...Object.fromEntries(given),
  });
  if (!response.ok) throw errorOf(response, error);
  const outcomes = (data as string).split('\n').filter((text) => text !== '');
  for (const text of outcomes) {
    const { line, ...outcome } = JSON.parse(text);
    yield { index: first + line - 1, ...outcome };
  }
  if (outcomes.length < lines.length) {
    throw new ParleyError(
      `The service processed only ${outcomes.length} of the ${lines.length} meetings of a request`,
      { status: response.status, requestId: response.headers.get('x-request-id') ?? undefined },
    );
  }
}
