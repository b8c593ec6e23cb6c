import { yieldToEventLoop } from '../../lib/event-loop.ts';

/** The segments that are written in one step, which takes about a millisecond. */
const SEGMENTS_AT_ONCE = 2000;

/** The end of a body whose last member is an empty list of segments. */
const EMPTY_END = ']}}}';

/**
 * Writes a body as a line of JSON, a long transcript in parts, so that other requests are served in between.
 * @param body a body of the ingest operation, not validated yet
 */
export async function* lineOfBody(body: unknown): AsyncGenerator<Buffer> {
  const segments = segmentsOf(body);
  if (!segments || segments.length <= SEGMENTS_AT_ONCE) {
    yield Buffer.from(`${JSON.stringify(body)}\n`);
    return;
  }
  yield Buffer.from(JSON.stringify(withoutSegments(body as LongBody)).slice(0, -EMPTY_END.length));
  for (let from = 0; from < segments.length; from += SEGMENTS_AT_ONCE) {
    await yieldToEventLoop();
    const part = JSON.stringify(segments.slice(from, from + SEGMENTS_AT_ONCE)).slice(1, -1);
    yield Buffer.from(from === 0 ? part : `,${part}`);
  }
  yield Buffer.from(`${EMPTY_END}\n`);
}

type LongBody = { meeting: { transcript: { segments: unknown[] } } };

function segmentsOf(body: unknown): unknown[] | undefined {
  const segments = (body as Partial<LongBody> | null)?.meeting?.transcript?.segments;
  return Array.isArray(segments) ? segments : undefined;
}

/** Returns the body with an empty list of segments as its last member. */
function withoutSegments({ meeting, ...rest }: LongBody): LongBody {
  const { transcript, ...details } = meeting;
  const { segments: _, ...about } = transcript;
  return { ...rest, meeting: { ...details, transcript: { ...about, segments: [] } } };
}
