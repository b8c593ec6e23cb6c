import { Type } from '../../lib/schema-types.ts';
import { DateTime, Email, Text } from './common.ts';

const Attendee = Type.Object(
  {
    id: Text('Identifier of the person: the same in every meeting of the organization.'),
    name: Type.Optional(Text('Name as given by the source.')),
    email: Type.Optional(Email('Address as given by the source.')),
    isInternal: Type.Optional(
      Type.Boolean({ description: 'Whether the person belongs to the organization.' }),
    ),
    crmCaseId: Type.Optional(Text('CRM case of the attendee.')),
    crmLeadId: Type.Optional(Text('CRM lead of the attendee.')),
  },
  { title: 'Attendee' },
);

/** The side of somebody who spoke or wrote. */
export const SpeakerSide = Type.Enum(['us', 'customer'], {
  description:
    'Whether the speaker or writer belongs to the organization (`us`) or not (`customer`), as `isInternal` says; omitted if ' +
    'it is not known.',
});

const TranscriptSpeaker = Type.Object({
  name: Text('Name of the speaker as given by the source.'),
  attendeeId: Type.Optional(Text('The attendee who spoke, if exactly one has this name.')),
});

/** The same with the side, which the Meeting of SPEC 2.1 has no field for. */
export const SpeakerWithSide = Type.Object({
  ...TranscriptSpeaker.properties,
  side: Type.Optional(SpeakerSide),
});

/** An entry of a transcript (SPEC 2.1). */
export const TranscriptEntry = Type.Object(
  {
    text: Text('What was said, word for word.'),
    speaker: Type.Optional(TranscriptSpeaker),
    timestamp: Type.Optional(
      Text('Position from the start, `HH:MM:SS`, with `.mmm` where the milliseconds are not zero.'),
    ),
    timestampSeconds: Type.Optional(Type.Number({ description: 'Position from the start in seconds.' })),
  },
  { title: 'TranscriptEntry' },
);

const meetingFields = {
  id: Text('Meeting identifier: a whole number as text.'),
  title: Text('Title of the meeting.'),
  startTime: DateTime('Start, in UTC.'),
  endTime: DateTime('End, in UTC.'),
  host: Type.Object(
    { email: Email('Address of the host.'), name: Type.Optional(Text('Name of the host.')) },
    { description: 'The host of the meeting; not repeated among the attendees.' },
  ),
  attendees: Type.Array(Attendee, { description: 'The attendees.' }),
  transcript: Type.Optional(
    Type.Object(
      { entries: Type.Array(TranscriptEntry) },
      { title: 'MeetingTranscript', description: 'Present only if the meeting has one.' },
    ),
  ),
  crmAccountId: Type.Optional(Text('CRM account.')),
  crmLeadId: Type.Optional(Text('CRM lead.')),
  crmCaseId: Type.Optional(Text('CRM case.')),
  crmOpportunityId: Type.Optional(Text('CRM opportunity.')),
  downloadUrl: Type.Optional(
    Text('Temporary pre-signed URL of the recording; only if requested and a recording is stored.'),
  ),
  downloadUrlExpiresAt: Type.Optional(DateTime('When downloadUrl expires: 2 hours after the response.')),
};

/**
 * The field hasTranscript, which no meeting has beside a transcript. It is described by its pattern: a client in Go has a
 * method of this name that tells whether the field transcript is present, and cannot have a field of this name, too.
 */
const hasTranscript = {
  patternProperties: {
    '^hasTranscript$': Type.Boolean({
      description: 'Whether there is a transcript; only if transcripts are omitted.',
    }),
  },
  additionalProperties: true,
};

const FiredSignal = Type.Object(
  {
    executionId: Type.Integer({ description: 'Identifier of the execution.' }),
    signalId: Type.Integer({ description: 'Identifier of the signal.' }),
    signalName: Text('Name of the signal.'),
  },
  { title: 'FiredSignal' },
);

/** A meeting as the list returns it (SPEC 2.1). */
export const Meeting = Type.Object(
  {
    ...meetingFields,
    signals: Type.Optional(
      Type.Array(FiredSignal, {
        description: 'The signals that fired in the meeting, by name; only if requested and any did.',
      }),
    ),
  },
  { title: 'Meeting', ...hasTranscript },
);

const Recording = Type.Object(
  {
    state: Type.Enum(['none', 'pending', 'stored', 'failed'], {
      description: 'pending: it is being fetched from its recordingUrl.',
    }),
    reason: Type.Optional(Text('Why it failed.')),
    contentType: Type.Optional(Text('Its Content-Type, if it is stored.')),
    bytes: Type.Optional(Type.Integer({ minimum: 0, description: 'Its size, if it is stored.' })),
    updatedAt: Type.Optional(DateTime('When its state last changed.')),
  },
  { title: 'Recording' },
);

/** A single meeting, with the state of its recording. */
export const MeetingWithRecording = Type.Object(
  { ...meetingFields, recording: Recording },
  { title: 'MeetingWithRecording', ...hasTranscript },
);

export const meetingExample = {
  id: '1042',
  title: 'Acme: quarterly review',
  startTime: '2026-01-31T09:30:00Z',
  endTime: '2026-01-31T10:15:00Z',
  host: { email: 'ada@parley.example', name: 'Ada Park' },
  attendees: [
    { id: '6bb1f0b0c0f0a1d2', name: 'Ada Park', email: 'ada@parley.example', isInternal: true },
    { id: '1f0e9d8c7b6a5040', name: 'Grace Lund', email: 'grace@acme.example', isInternal: false },
  ],
  transcript: {
    entries: [
      {
        text: 'Shall we start with the numbers?',
        speaker: { name: 'Ada Park', attendeeId: '6bb1f0b0c0f0a1d2' },
        timestamp: '00:00:04.250',
        timestampSeconds: 4.25,
      },
    ],
  },
  crmAccountId: '0018c00002ABCDEAA5',
};

export const meetingWithRecordingExample = {
  ...meetingExample,
  recording: {
    state: 'stored',
    contentType: 'audio/mpeg',
    bytes: 15_734_112,
    updatedAt: '2026-01-31T10:20:00Z',
  },
};
