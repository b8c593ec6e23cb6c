import { Type } from '../../lib/schema-types.ts';
import { DateTime, Text } from './common.ts';

const RequestId = Text('Identifier of the remap.');

export const RemapAccepted = Type.Object(
  { accepted: Type.Boolean({ description: 'Always true.' }), requestId: RequestId },
  { title: 'RemapAccepted' },
);

export const acceptedExample = { accepted: true, requestId: '0b0f7f2e-6f0e-4a55-9d0c-3f1f8c1f2a77' };

/** Errors of the remap operations contain the id of the request in addition to the message (SPEC 4.3). */
export const remapErrors = {
  schema: Type.Object(
    {
      error: Text('The error, in one clear sentence.'),
      requestId: Text('Identifier of the failed request, as in the X-Request-Id header.'),
    },
    { title: 'RemapError' },
  ),
  render: (error: string, requestId: string) => ({ error, requestId }),
};

const Ids = (description: string) =>
  Type.Object(
    {
      accountId: Type.Optional(Text('CRM account.')),
      opportunityId: Type.Optional(Text('CRM opportunity.')),
      leadId: Type.Optional(Text('CRM lead.')),
    },
    { description },
  );

const FollowUp = (what: string) =>
  Type.Optional(
    Type.Enum(['pending', 'done', 'failed', 'skipped'], {
      description: `State of the requested ${what}; skipped: there was nothing to process, or the meeting already had the result and the remap changed nothing.`,
    }),
  );

export const Remap = Type.Object(
  {
    requestId: RequestId,
    status: Type.Enum(['accepted', 'applied', 'completed', 'failed'], {
      description: 'applied: the records are in place; completed: the requested follow-ups have ended too.',
    }),
    meetingId: Text('The meeting.'),
    from: Type.Optional(Ids('The CRM ids before the remap; present once it has been applied.')),
    to: Type.Optional(Ids('The CRM ids after the remap.')),
    summary: FollowUp('call summary'),
    signals: FollowUp('AI signals'),
    undoOf: Type.Optional(Text('The remap that this one undoes.')),
    undoneBy: Type.Optional(Text('The remap that undoes this one.')),
    keyId: Type.Integer({ description: 'The API key that requested it.' }),
    reason: Type.Optional(Text('Why it failed.')),
    acceptedAt: DateTime('When it was accepted.'),
    appliedAt: Type.Optional(DateTime('When the records were in place.')),
    completedAt: Type.Optional(DateTime('When it was completed.')),
  },
  { title: 'Remap' },
);

export const remapExample = {
  requestId: acceptedExample.requestId,
  status: 'completed',
  meetingId: '1042',
  from: {},
  to: { accountId: '0018c00002ABCDEAA5' },
  keyId: 7,
  acceptedAt: '2026-01-31T10:20:00Z',
  appliedAt: '2026-01-31T10:20:00.120Z',
  completedAt: '2026-01-31T10:20:00.120Z',
};
