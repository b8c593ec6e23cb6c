import type { Static } from 'typebox';
import type { IncomingAttendee } from '../../domain/conversations/attendees.ts';
import type { IncomingMeeting } from '../../domain/meetings/incoming-meeting.ts';
import { EXTERNAL_ID_TYPES } from '../../domain/meetings/source-types.ts';
import { Type } from '../../lib/schema-types.ts';
import { parseDateTime } from '../../lib/time.ts';
import { CrmId, DateTime, Email, Text } from './common.ts';

/** Ids are index keys, and PostgreSQL bounds those. */
export const MAX_EXTERNAL_ID_LENGTH = 512;
const MAX_EXTERNAL_IDS = 100;

/** Longer than any line that a calendar shows; lists show the title in full. */
export const MAX_TITLE_LENGTH = 1024;

/** More attendees than any conversation has, except the largest webinars; each costs a hash and an index entry. */
const MAX_ATTENDEES = 10_000;

const ExternalId = (description: string) =>
  Text(description, { minLength: 1, maxLength: MAX_EXTERNAL_ID_LENGTH });

const Segment = Type.Object(
  {
    text: Text('What was said; stored word for word.'),
    timestampSeconds: Type.Optional(
      Type.Number({ description: 'Position from the start of the meeting, in seconds.' }),
    ),
    endSeconds: Type.Optional(
      Type.Number({ description: 'End of what was said, in seconds; not before timestampSeconds.' }),
    ),
    speaker: Type.Optional(Type.Object({ name: Type.Optional(Text('Name of the speaker.')) })),
  },
  { title: 'TranscriptSegment' },
);

const Language = Type.String({
  pattern: '^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$',
  maxLength: 64,
  description: 'Language of the transcript, as a BCP 47 tag.',
});

/** The body of the ingest operation (SPEC 4.4, and externalIds). */
export const IngestBody = Type.Object(
  {
    meeting: Type.Object(
      {
        title: Text('Title of the meeting.', { minLength: 1, maxLength: MAX_TITLE_LENGTH }),
        startTime: DateTime('Start, with a zone.'),
        endTime: DateTime('End, with a zone; not before the start.'),
        host: Type.Object({
          name: Type.Optional(Text('Name of the host.')),
          email: Email('Address of the host.'),
        }),
        id: Type.Optional(
          ExternalId("The source's own id of the meeting: ingesting the same id again updates it."),
        ),
        callUrl: Type.Optional(Text('Where the call took place.')),
        recordingUrl: Type.Optional(
          Type.String({
            format: 'uri',
            pattern: '^[hH][tT][tT][pP][sS]?://',
            description: 'http(s) URL of the recording.',
          }),
        ),
        attendees: Type.Optional(
          Type.Array(
            Type.Object(
              {
                email: Type.Optional(Email('Address of the attendee.')),
                isInternal: Type.Optional(
                  Type.Boolean({
                    description: "Default: determined from the organization's domains, if it has any.",
                  }),
                ),
                name: Type.Optional(
                  Text('Name of the attendee; a name or an address is required.', { minLength: 1 }),
                ),
              },
              {
                title: 'IngestMeetingMeetingAttendee',
                anyOf: [{ required: ['name'] }, { required: ['email'] }],
              },
            ),
            { maxItems: MAX_ATTENDEES },
          ),
        ),
        salesforceAccountId: Type.Optional(
          CrmId('CRM account; 15-character ids are extended to 18 characters.'),
        ),
        salesforceOpportunityId: Type.Optional(
          CrmId('CRM opportunity; 15-character ids are extended to 18 characters.'),
        ),
        externalIds: Type.Optional(
          Type.Array(
            Type.Object({
              type: Type.Enum([...EXTERNAL_ID_TYPES], { description: 'The other system.' }),
              id: ExternalId('The id of the meeting in the other system.'),
            }),
            { maxItems: MAX_EXTERNAL_IDS, description: 'Ids of the meeting in other systems.' },
          ),
        ),
        transcript: Type.Optional(
          Type.Object(
            { segments: Type.Array(Segment), language: Type.Optional(Language) },
            { description: 'A malformed transcript receives 422.' },
          ),
        ),
      },
      { title: 'IngestMeetingMeeting' },
    ),
    processImportedMeeting: Type.Optional(
      Type.Boolean({
        default: true,
        description: 'Whether the meeting is summarized and its signals are evaluated.',
      }),
    ),
  },
  { title: 'IngestMeeting' },
);

export const ingestBodyExample = {
  meeting: {
    id: 'call-2026-01-31-acme',
    title: 'Acme: quarterly review',
    startTime: '2026-01-31T09:30:00Z',
    endTime: '2026-01-31T10:15:00Z',
    host: { name: 'Ada Park', email: 'ada@parley.example' },
    attendees: [
      { name: 'Ada Park', email: 'ada@parley.example', isInternal: true },
      { name: 'Grace Lund', email: 'grace@acme.example', isInternal: false },
    ],
    salesforceAccountId: '0018c00002ABCDEAA5',
    transcript: {
      segments: [
        {
          text: 'Shall we start with the numbers?',
          timestampSeconds: 4.25,
          endSeconds: 6.1,
          speaker: { name: 'Ada Park' },
        },
        { text: 'Yes, please.', timestampSeconds: 6.5, endSeconds: 7.3, speaker: { name: 'Grace Lund' } },
      ],
      language: 'en',
    },
  },
};

/** Converts a validated body to a meeting of the domain. */
export function toIncomingMeeting({ meeting }: Static<typeof IngestBody>): IncomingMeeting {
  return {
    externalId: meeting.id,
    title: meeting.title,
    startMs: parseDateTime(meeting.startTime)!,
    endMs: parseDateTime(meeting.endTime)!,
    host: meeting.host,
    attendees: meeting.attendees as IncomingAttendee[] | undefined,
    accountId: meeting.salesforceAccountId,
    opportunityId: meeting.salesforceOpportunityId,
    callUrl: meeting.callUrl,
    recordingUrl: meeting.recordingUrl,
    externalIds: meeting.externalIds,
    segments: meeting.transcript?.segments,
    transcriptLanguage: meeting.transcript?.language,
  };
}
