import { Type } from '../../lib/schema-types.ts';
import { Text } from './common.ts';
import { meetingExample, SpeakerWithSide, TranscriptEntry } from './meeting.ts';

const EntryIndex = (description: string) => Type.Integer({ minimum: 0, description });

const IndexedTranscriptEntry = Type.Object(
  {
    entryIndex: EntryIndex('Place of the entry in the transcript, counted from 0.'),
    ...TranscriptEntry.properties,
    speaker: Type.Optional(SpeakerWithSide),
    endSeconds: Type.Optional(Type.Number({ description: 'End in seconds, if the source gave it.' })),
  },
  { title: 'IndexedTranscriptEntry' },
);

/** The entries of a transcript, or some of them. */
export const Transcript = Type.Object(
  {
    meetingId: Text('Identifier of the meeting: a whole number as text.'),
    language: Type.Optional(Text('Language of the transcript if the source gave it, as a BCP 47 tag.')),
    entries: Type.Array(IndexedTranscriptEntry),
    next: Type.Optional(
      EntryIndex('The entry that follows, to be read with `fromEntry`; absent after the last one.'),
    ),
  },
  { title: 'Transcript' },
);

export const transcriptExample = {
  meetingId: '1042',
  language: 'en',
  entries: [
    {
      entryIndex: 0,
      text: 'Shall we start with the numbers?',
      speaker: { name: 'Ada Park', attendeeId: '6bb1f0b0c0f0a1d2', side: 'us' as const },
      timestamp: '00:00:04.250',
      timestampSeconds: 4.25,
      endSeconds: 6.1,
    },
  ],
  next: 1,
};

/** The meeting of the example. */
export const exampleMeeting = {
  id: 1042,
  title: meetingExample.title,
  startMs: Date.parse(meetingExample.startTime),
  language: 'en',
};
