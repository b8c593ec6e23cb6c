import { ADA, GRACE, type JsonSample } from './types.ts';

const MEET = 'conferenceRecords/abc';

export const meetingToolSamples: JsonSample[] = [
  {
    format: 'Otter',
    form: 'a speech',
    document: {
      speech: {
        otid: 'kT9',
        title: 'Acme: quarterly review',
        start_time: 1769851865,
        duration: 900,
        owner: { id: 1, ...ADA },
        speakers: [{ id: 77, speaker_name: GRACE.name }],
        transcripts: [
          {
            start_offset: 20000,
            end_offset: 40000,
            transcript: 'Shall we start?',
            speaker_id: null,
            label: '0',
            speaker_model_label: '1',
          },
          { start_offset: 72000, end_offset: 92000, transcript: 'Yes, please.', speaker_id: 77, label: '1' },
        ],
      },
    },
    entries: [
      ['Shall we start?', 1.25, 2.5, 'Speaker 1'],
      ['Yes, please.', 4.5, 5.75, 'Grace Lund'],
    ],
    meeting: {
      title: 'Acme: quarterly review',
      startTime: '2026-01-31T09:31:05Z',
      endTime: '2026-01-31T09:46:05Z',
      host: ADA,
    },
  },
  {
    format: 'Google Meet',
    form: 'entries with participants and the conference',
    document: {
      conferenceRecord: { name: MEET, startTime: '2026-01-31T09:31:05Z', endTime: '2026-01-31T09:46:05Z' },
      participants: [
        { name: `${MEET}/participants/p1`, signedinUser: { user: 'users/1', displayName: ADA.name } },
        { name: `${MEET}/participants/p2`, anonymousUser: { displayName: GRACE.name } },
      ],
      transcriptEntries: [
        {
          name: `${MEET}/transcripts/t/entries/e1`,
          participant: `${MEET}/participants/p1`,
          text: 'Shall we start?',
          languageCode: 'en-US',
          startTime: '2026-01-31T09:31:06.250Z',
          endTime: '2026-01-31T09:31:07.500123456Z',
        },
        {
          name: `${MEET}/transcripts/t/entries/e2`,
          participant: `${MEET}/participants/p3`,
          text: 'Yes, please.',
          languageCode: 'en-US',
          startTime: '2026-01-31T09:31:09.500Z',
          endTime: '2026-01-31T09:31:10.750Z',
        },
      ],
      nextPageToken: 'more',
    },
    entries: [
      ['Shall we start?', 1.25, 2.5, 'Ada Park'],
      ['Yes, please.', 4.5, 5.75, 'Participant p3'],
    ],
    language: 'en-US',
    meeting: { startTime: '2026-01-31T09:31:05Z', endTime: '2026-01-31T09:46:05Z' },
    warnings: [
      'nextPageToken says that further entries follow; they are not in this file',
      'the file names participants by ids only; add the list of `participants` to have their names',
    ],
  },
  {
    format: 'Recall.ai',
    form: 'a transcript with absolute times and a speaker who is not known',
    document: [
      {
        participant: { id: 100, name: null, is_host: null, platform: 'unknown', email: null },
        language_code: 'en',
        words: [recallWord('Hello?', 0.5, 0.9)],
      },
      {
        participant: { id: 101, is_host: true, platform: 'desktop', ...ADA },
        language_code: 'en',
        words: [recallWord('Shall', 1.25, 1.5), recallWord('we', 1.5, 1.8), recallWord('start?', 1.9, 2.5)],
      },
    ],
    entries: [
      ['Hello?', 0.5, 0.9, 'Speaker 100'],
      ['Shall we start?', 1.25, 2.5, 'Ada Park'],
    ],
    language: 'en',
    meeting: { startTime: '2026-01-31T09:31:05Z', host: ADA, attendees: [ADA, { name: 'Speaker 100' }] },
  },
  {
    format: 'Google Meet',
    form: 'entries without times',
    document: {
      participants: [{ name: `${MEET}/participants/p1`, signedinUser: { displayName: ADA.name } }],
      transcriptEntries: [
        { participant: `${MEET}/participants/p1`, text: 'Shall we start?' },
        { participant: `${MEET}/participants/p1`, text: 'Yes, please.' },
      ],
    },
    entries: [
      ['Shall we start?', undefined, undefined, 'Ada Park'],
      ['Yes, please.', undefined, undefined, 'Ada Park'],
    ],
  },
  {
    format: 'Recall.ai',
    form: 'a transcript whose punctuation is words of its own',
    document: [
      {
        participant: { id: 101, is_host: true, platform: 'desktop', ...ADA },
        words: [
          recallWord('Well', 1.25, 1.5),
          recallWord(',', 1.5, 1.5),
          recallWord('shall', 1.6, 1.8),
          recallWord('we', 1.8, 2),
          recallWord('?', 2, 2.5),
          recallWord('Yes', 4.5, 5.5),
          recallWord('.', 5.5, 5.75),
        ],
      },
    ],
    entries: [
      ['Well, shall we?', 1.25, 2.5, 'Ada Park'],
      ['Yes.', 4.5, 5.75, 'Ada Park'],
    ],
    meeting: { startTime: '2026-01-31T09:31:05Z', host: ADA, attendees: [ADA] },
  },
  {
    format: 'Recall.ai',
    form: 'an older transcript with a null speaker',
    document: [
      {
        speaker: null,
        speaker_id: null,
        language: 'en-us',
        words: [{ text: 'Hello there.', start_timestamp: 0.5, end_timestamp: null, confidence: 0.9 }],
      },
      {
        speaker: 'Ada Park',
        speaker_id: 3,
        language: 'en-us',
        words: [{ text: 'Shall we start?', start_timestamp: 1.25, end_timestamp: 2.5, confidence: 0.9 }],
      },
    ],
    entries: [
      ['Hello there.', 0.5],
      ['Shall we start?', 1.25, 2.5, 'Ada Park'],
    ],
    language: 'en-US',
  },
  {
    format: 'Recall.ai events',
    form: 'a real-time event',
    document: {
      event: 'transcript.data',
      data: {
        data: {
          words: [recallWord('Shall', 1.25, 1.5), recallWord('we?', 1.5, 2.5)],
          language_code: 'en',
          participant: { id: 101, is_host: true, platform: 'desktop', extra_data: {}, ...ADA },
        },
        realtime_endpoint: { id: 'c0f1', metadata: {} },
        transcript: { id: '5d2a', metadata: {} },
        recording: { id: '7e1b', metadata: {} },
        bot: { id: '9a3c', metadata: {} },
      },
    },
    entries: [['Shall we?', 1.25, 2.5, 'Ada Park']],
    language: 'en',
    meeting: { startTime: '2026-01-31T09:31:05Z', host: ADA, attendees: [ADA] },
  },
  {
    format: 'QMSum',
    form: 'a meeting',
    document: {
      topic_list: [],
      general_query_list: [],
      specific_query_list: [],
      meeting_transcripts: [
        { speaker: 'Project Manager', content: 'Shall we start ?' },
        { speaker: 'Grad C', content: 'to {disfmarker} to handle .' },
      ],
    },
    entries: [
      ['Shall we start ?', undefined, undefined, 'Project Manager'],
      ['to {disfmarker} to handle .', undefined, undefined, 'Grad C'],
    ],
  },
];

function recallWord(text: string, start: number, end: number) {
  const timestamp = (relative: number) => ({
    relative,
    absolute: new Date(Date.parse('2026-01-31T09:31:05Z') + relative * 1000).toISOString(),
  });
  return { text, start_timestamp: timestamp(start), end_timestamp: timestamp(end) };
}
