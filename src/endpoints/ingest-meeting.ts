import Type from 'typebox';
import { ingestMeeting } from '../domain/meetings/ingest-meeting.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { OVER_QUOTA } from './schemas/common.ts';
import { IngestBody, ingestBodyExample, toIncomingMeeting } from './schemas/ingest-body.ts';

/** SPEC 4.4 and 8: 5 MiB. */
export const MAX_INGEST_BYTES = 5_242_880;

/** Where a transcript stands in the body: faults of its form are 422. */
export const TRANSCRIPT_PATH = ['meeting', 'transcript'] as const;

export const ingestMeetingEndpoint = defineEndpoint({
  operationId: 'ingestMeeting',
  address: 'receiver',
  method: 'POST',
  path: '/v1/user-provided-meeting',
  alias: '/user-provided-meeting',
  scope: 'ingest:write',
  tag: 'Ingestion',
  summary: 'Ingest a meeting',
  description:
    'Takes in a meeting with an optional transcript from any source. It is durable when this is answered 200. ' +
    'The same `meeting.id` (or without one: the same host, title, start and end) updates the meeting: fields given ' +
    'replace the old ones whole, fields left out stay.',
  idempotent: true,
  body: {
    schema: IngestBody,
    example: ingestBodyExample,
    maxBytes: MAX_INGEST_BYTES,
    unprocessablePart: TRANSCRIPT_PATH,
  },
  answers: {
    200: {
      description: 'The meeting is stored.',
      schema: Type.Object(
        {
          meetingId: Type.String({ description: 'Identifier of the meeting: a whole number as text.' }),
          created: Type.Boolean({ description: 'Whether the meeting was new.' }),
        },
        { title: 'IngestedMeeting' },
      ),
      example: { meetingId: '1042', created: true },
    },
    422: {
      description:
        'The transcript has an invalid form, the details contradict each other, or the Idempotency-Key was used for another request.',
    },
    507: OVER_QUOTA,
  },
  async handle({ body, caller: { organizationId, keyId }, requestId, idempotency }, deps) {
    const ingested = await ingestMeeting(deps, organizationId, toIncomingMeeting(body), {
      idempotency,
      process: body.processImportedMeeting ?? true,
      by: { keyId, requestId },
    });
    deps.metrics.meetingsIngested.inc({ created: `${ingested.created}` });
    return { status: 200, body: ingested };
  },
});
