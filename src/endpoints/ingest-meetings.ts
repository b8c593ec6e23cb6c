import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { watchCaller } from '../domain/keys/watch-caller.ts';
import { answerFault } from '../http/faults.ts';
import { Fault } from '../lib/faults.ts';
import type { Log } from '../lib/log.ts';
import { Type } from '../lib/schema-types.ts';
import { type LineOutcome, loadLines } from './bulk/load-lines.ts';
import { type Deps, defineEndpoint } from './define-endpoint.ts';
import { MAX_INGEST_BYTES } from './ingest-meeting.ts';

const MAX_BODY_BYTES = 64 * 1024 * 1024;

const NDJSON = 'application/x-ndjson';

/** Answers that are kept for a client that sends all of its lines before it reads: some 70,000 lines. */
const MAX_UNREAD_BYTES = 4 * 1024 * 1024;

/** The preference (RFC 7240) of senders behind a proxy that stops passing on a body once its response has begun. */
const AFTER_BODY = 'answer-after-body';

/** The time that a client may leave more than that unread. */
const READER_TIMEOUT_MS = 30_000;

export const ingestMeetingsEndpoint = defineEndpoint({
  operationId: 'ingestMeetings',
  address: 'receiver',
  method: 'POST',
  path: '/v1/user-provided-meetings',
  scope: 'ingest:write',
  tag: 'Ingestion',
  summary: 'Ingest many meetings',
  description:
    `The body is NDJSON: each line is a body of the operation that ingests one meeting, of at most ${MAX_INGEST_BYTES} ` +
    'bytes. The response is NDJSON, too, and is sent while the body arrives: one object for each line that is not blank, in the ' +
    'order of the lines. `{"line", "meetingId", "created"}` says that the meeting is durable; `{"line", "error", "status"}` ' +
    'gives the message and the status with which the operation for one meeting would have responded, and does not affect other lines. ' +
    'Lines are numbered from 1, and blank ones count. A line without a response is not stored, or was stored and the response ' +
    'was lost. The request can be repeated as a whole, because meetings are recognized as in the operation for one; ' +
    'Idempotency-Key is not used.\n\n' +
    `With the header \`Prefer: ${AFTER_BODY}\`, the response begins when the whole body has been processed, or when some 70,000 lines ` +
    'have been: proxies such as nginx stop passing on a body once its response has begun.\n\n' +
    'If the body turns out to be too large or is cut, or the key is revoked or expires, after lines have been answered, the last object of the response has the ' +
    'number of the first line that was not processed. docs/bulk-ingest.md describes limits and clients.',
  upload: { maxBytes: MAX_BODY_BYTES, contentTypes: [NDJSON] },
  answers: {
    200: {
      description: 'One line for each line of the body that is not blank.',
      contentType: NDJSON,
      schema: Type.String({ description: 'Lines of JSON objects.' }),
      example:
        '{"line":1,"meetingId":"1042","created":true}\n' +
        '{"line":2,"error":"meeting.title is required","status":400}\n',
    },
    415: { description: `The Content-Type is not ${NDJSON}, or the body is compressed.` },
  },
  async handle({ caller, headers, requestId, upload, log, untilLeft }, deps) {
    const { organizationId, keyId } = caller;
    refuseOtherThanNdjson(upload!.contentType);
    const left = untilLeft();
    const answers = new PassThrough({ highWaterMark: MAX_UNREAD_BYTES });
    left.addEventListener('abort', () => answers.destroy());
    const isAfterBody = prefersAfterBody(headers.prefer);
    const { promise: hasBegun, resolve: begin } = Promise.withResolvers<void>();
    let lastLine = 0;
    // The body may arrive for as long as its sender likes.
    const watch = watchCaller(deps.db.quick, caller, log());
    const loading = loadLines(deps, (areInWork) => upload!.content(undefined, areInWork), {
      organizationId,
      by: { keyId, requestId },
      maxLineBytes: MAX_INGEST_BYTES,
      refused: watch.refused,
      async tell(outcomes) {
        left.throwIfAborted();
        lastLine = outcomes.at(-1)!.line;
        const isFull = !answers.write(renderOutcomes(outcomes, deps, log));
        if (isFull || !isAfterBody) begin();
        if (!isFull) return;
        await once(answers, 'drain', {
          signal: AbortSignal.any([left, AbortSignal.timeout(READER_TIMEOUT_MS)]),
        });
      },
    });
    loading.finally(watch.end).then(
      () => answers.end(),
      (error) => {
        if (left.aborted || lastLine === 0 || answers.writableNeedDrain) answers.destroy();
        else answers.end(renderOutcomes([{ line: lastLine + 1, error }], deps, log));
      },
    );
    // A fault before the first line still has a status of its own.
    const untilLoaded = loading.catch((error) => {
      if (lastLine === 0) throw error;
    });
    await Promise.race([hasBegun, untilLoaded]);
    return { status: 200, headers: { 'Content-Type': NDJSON }, stream: answers };
  },
});

function prefersAfterBody(header: string | string[] = []): boolean {
  const preferences = [header].flat().flatMap((one) => one.toLowerCase().split(/[,;]/));
  return preferences.some((one) => one.trim() === AFTER_BODY);
}

function refuseOtherThanNdjson(contentType = ''): void {
  const [type = '', ...parameters] = contentType.toLowerCase().split(/\s*;\s*/);
  const isUtf8 = parameters.every((one) => !one.startsWith('charset') || /^charset="?utf-?8"?$/.test(one));
  if (type.trim() === NDJSON && isUtf8) return;
  throw new Fault('unsupported media', `The Content-Type must be ${NDJSON}, in UTF-8`);
}

function renderOutcomes(outcomes: readonly LineOutcome[], { metrics, db }: Deps, log: () => Log): string {
  // The lines of a group that fails as a whole have one error, which is logged once.
  const answers = new Map<unknown, { error: string; status: number }>();
  const answerOf = (error: unknown) => {
    const { message, status } = answerFault(error, log(), db.disk.isFull());
    const answer = { error: message, status };
    answers.set(error, answer);
    return answer;
  };
  let lines = '';
  for (const outcome of outcomes) {
    const { line } = outcome;
    if ('outcome' in outcome) {
      const created = outcome.outcome === 'created';
      metrics.meetingsIngested.inc({ created: `${created}` });
      lines += `${JSON.stringify({ line, meetingId: outcome.meetingId, created })}\n`;
    } else {
      const answer = answers.get(outcome.error) ?? answerOf(outcome.error);
      lines += `${JSON.stringify({ line, ...answer })}\n`;
    }
  }
  return lines;
}
