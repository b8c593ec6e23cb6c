import type { Static } from 'typebox';
import { EXTERNAL_ID_TYPES } from '../domain/meetings/source-types.ts';
import { acceptRemap } from '../domain/remap/accept-remap.ts';
import { flag } from '../http/params.ts';
import { Type } from '../lib/schema-types.ts';
import { parseDateTime } from '../lib/time.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { CrmId, DateTime, Email, MAX_ADMIN_BODY_BYTES, MAX_ID, Text } from './schemas/common.ts';
import { acceptedExample, RemapAccepted, remapErrors } from './schemas/remap.ts';

const Body = Type.Object(
  {
    source: Type.Optional(
      Type.Object(
        {
          id: Text('Identifier of the meeting in that system.', { minLength: 1 }),
          type: Type.Enum([...EXTERNAL_ID_TYPES], { description: 'The system, in exact case.' }),
        },
        { description: 'Identifies the meeting by an external system and its id there.' },
      ),
    ),
    salesforceRecords: Type.Object(
      {
        opportunityId: Type.Optional(CrmId('CRM opportunity.')),
        accountId: Type.Optional(CrmId('CRM account.')),
        leadId: Type.Optional(CrmId('CRM lead.')),
      },
      {
        description:
          'At least one id. Each given id replaces that of the meeting; the others remain unchanged.',
        minProperties: 1,
      },
    ),
    meetingDetails: Type.Optional(
      Type.Object(
        {
          serviceMeetingId: Type.Optional(
            Type.Integer({
              minimum: 1,
              maximum: MAX_ID,
              description: 'Identifier of the meeting; if it is given, the other fields are ignored.',
            }),
          ),
          title: Type.Optional(Text('Title of the meeting.')),
          startTime: Type.Optional(DateTime('Start of the meeting.')),
          hostEmail: Type.Optional(Email('Address of the host.')),
        },
        {
          description:
            'Identifies the meeting by serviceMeetingId, or by title, startTime and hostEmail together.',
        },
      ),
    ),
  },
  { title: 'RemapMeeting' },
);

const DETAILS = ['title', 'startTime', 'hostEmail'] as const;

export const remapMeetingEndpoint = defineEndpoint({
  operationId: 'remapMeeting',
  address: 'api',
  method: 'POST',
  path: '/v1/meeting/remap',
  scope: 'remap:write',
  tag: 'Remap',
  summary: 'Remap a meeting to CRM records',
  description:
    'Associates a meeting with other CRM records. Either `source` or `meetingDetails` identifies the meeting; ' +
    'if both are given, they must identify the same one. The remap is accepted at once and applied in the ' +
    'background; its state is at `/v1/meeting/remap/{requestId}`.',
  idempotent: true,
  errors: remapErrors,
  query: {
    triggerSummary: flag({ description: 'Write a call summary afterwards.' }),
    triggerAiSignals: flag({ description: 'Evaluate the AI signals afterwards.' }),
  },
  body: {
    schema: Body,
    example: {
      meetingDetails: { serviceMeetingId: 1042 },
      salesforceRecords: { accountId: '0018c00002ABCDEAA5' },
    },
    maxBytes: MAX_ADMIN_BODY_BYTES,
    check(body, faults) {
      const { opportunityId, accountId, leadId } = body.salesforceRecords;
      if (opportunityId === undefined && accountId === undefined && leadId === undefined) {
        faults.add('salesforceRecords must have at least one of opportunityId, accountId, leadId');
      }
      if (!body.source && !body.meetingDetails) faults.add('source or meetingDetails is required');
      const details = body.meetingDetails;
      if (!details || details.serviceMeetingId !== undefined) return;
      const missing = DETAILS.filter((name) => details[name] === undefined);
      if (missing.length > 0) {
        const names = missing.map((name) => `meetingDetails.${name}`).join(', ');
        faults.add(
          `${names} ${missing.length > 1 ? 'are' : 'is'} required without meetingDetails.serviceMeetingId`,
        );
      }
    },
  },
  answers: {
    200: { description: 'The remap is accepted.', schema: RemapAccepted, example: acceptedExample },
  },
  async handle({ body, query, caller, requestId, idempotency }, deps) {
    const request = {
      meeting: referenceOf(body),
      records: body.salesforceRecords,
      triggerSummary: query.triggerSummary,
      triggerSignals: query.triggerAiSignals,
    };
    return { status: 200, body: await acceptRemap(deps, { ...caller, requestId }, request, idempotency) };
  },
});

function referenceOf({ source, meetingDetails }: Static<typeof Body>) {
  if (!meetingDetails) return { source };
  const { serviceMeetingId, title, startTime, hostEmail } = meetingDetails;
  if (serviceMeetingId !== undefined) return { source, serviceMeetingId };
  return { source, details: { title: title!, startMs: parseDateTime(startTime!)!, hostEmail: hostEmail! } };
}
