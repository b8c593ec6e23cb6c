import { Type } from '../../lib/schema-types.ts';
import { DateTime, Text } from './common.ts';
import { SpeakerWithSide } from './meeting.ts';

/** The place of something that was said in a meeting. */
export const momentPlace = {
  meetingId: Text('Identifier of the meeting.'),
  title: Text('Title of the meeting.'),
  startTime: DateTime('Start of the meeting, in UTC.'),
  entryIndex: Type.Integer({
    minimum: 0,
    description: 'Index of the entry in the transcript, counted from 0.',
  }),
  timestampSeconds: Type.Optional(
    Type.Number({ description: 'Position of the entry from the start of the meeting, in seconds.' }),
  ),
};

const Moment = Type.Object(
  {
    ...momentPlace,
    speaker: Type.Optional(SpeakerWithSide),
    text: Text('What was said, word for word.'),
    highlights: Type.Array(Type.Array(Type.Integer({ minimum: 0 }), { minItems: 2, maxItems: 2 }), {
      description:
        'The places in `text` that match, each as the offset of its first character and the offset after its last ' +
        'one, in UTF-16 units; in their order, without overlaps.',
    }),
    before: Type.Optional(Text('Text of the preceding entry.')),
    after: Type.Optional(Text('Text of the following entry.')),
    url: Text('The meeting in the console, at this entry.'),
  },
  { title: 'Moment' },
);

export const MomentPage = Type.Object(
  {
    moments: Type.Array(Moment, { description: 'The moments, in the order that was requested.' }),
    meetingCount: Type.Integer({
      minimum: 0,
      description: 'Number of meetings that have at least one such moment.',
    }),
    meetingCountIsUpperBound: Type.Optional(
      Type.Boolean({
        description:
          'True if `meetingCount` is an upper bound, because too many transcripts would have to be read to count exactly; ' +
          'otherwise omitted.',
      }),
    ),
    unindexedMeetings: Type.Optional(
      Type.Integer({
        minimum: 1,
        description:
          'Number of meetings of the organization that cannot be searched yet, because the words of their transcripts are ' +
          'still being indexed; omitted if there are none.',
      }),
    ),
    next: Type.Optional(Text('Cursor of the next page; omitted on the last one.')),
  },
  { title: 'MomentPage' },
);

export const momentPageExample = {
  moments: [
    {
      meetingId: '1042',
      title: 'Acme: quarterly review',
      startTime: '2026-01-31T09:30:00Z',
      entryIndex: 1,
      timestampSeconds: 6.5,
      speaker: { name: 'Grace Lund', attendeeId: '1f0e9d8c7b6a5040', side: 'customer' },
      text: 'Yes. We decided to renew for two years.',
      highlights: [[19, 24]],
      before: 'Shall we start with the numbers?',
      after: 'Great, I will send you the contract on Friday.',
      url: 'http://127.0.0.1:8080/meetings/1042?t=6&entry=1',
    },
  ],
  meetingCount: 1,
};
