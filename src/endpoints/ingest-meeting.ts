import { refuseContradictions } from '../domain/meetings/incoming-meeting.ts';
import { prepareMeeting } from '../domain/meetings/prepare-meeting.ts';
import { Type } from '../lib/schema-types.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { OVER_QUOTA } from './schemas/common.ts';
import { IngestBody, ingestBodyExample, toIncomingMeeting } from './schemas/ingest-body.ts';

/** The limit of SPEC 4.4 and 8: 5 MiB. */
export const MAX_INGEST_BYTES = 5_242_880;

/** The path of the transcript in the body: errors in its form are answered with 422. */
const TRANSCRIPT_PATH = ['meeting', 'transcript'] as const;

/** The body of the operation, which each line of a bulk ingest has. */
export const ingestMeetingBody = {
  schema: IngestBody,
  example: ingestBodyExample,
  maxBytes: MAX_INGEST_BYTES,
  unprocessablePart: TRANSCRIPT_PATH,
};

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
    'Ingests a meeting from any source, with an optional transcript. The meeting is durable once the response ' +
    'is 200. Sending the same `meeting.id` again (or, without an id, the same host, title, start and end) ' +
    'updates the meeting: given fields replace the old ones as a whole, and omitted fields remain unchanged.',
  idempotent: true,
  body: ingestMeetingBody,
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
        'The transcript is malformed, the details contradict each other, or the Idempotency-Key was used for ' +
        'another request.',
    },
    507: OVER_QUOTA,
  },
  async handle({ body, caller: { organizationId, keyId }, requestId, idempotency }, deps) {
    const incoming = toIncomingMeeting(body);
    refuseContradictions(incoming);
    const { meetingId, created } = await deps.ingestGroups.ingest(deps, organizationId, {
      incoming: await prepareMeeting(incoming),
      idempotency,
      process: body.processImportedMeeting ?? true,
      by: { keyId, requestId },
    });
    deps.metrics.meetingsIngested.inc({ created: `${created}` });
    return { status: 200, body: { meetingId, created } };
  },
});
