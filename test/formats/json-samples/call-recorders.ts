import { ADA, type ExpectedEntry, GRACE, type JsonSample } from './types.ts';

const CALL_ENTRIES: ExpectedEntry[] = [
  ['Shall we start?', 1.25, 2.5, 'Ada Park'],
  ['I have the numbers.', 2.6, 4.001, 'Ada Park'],
  ['Yes, please.', 4.5, 5.75, 'Grace Lund'],
];

const GONG_TRANSCRIPT = [
  {
    speakerId: '6432345678901234567',
    topic: 'Introduction',
    sentences: [
      { start: 1250, end: 2500, text: 'Shall we start?' },
      { start: 2600, end: 4001, text: 'I have the numbers.' },
    ],
  },
  {
    speakerId: '7432345678901234567',
    topic: null,
    sentences: [{ start: 4500, end: 5750, text: 'Yes, please.' }],
  },
];

const GONG_CALL = {
  metaData: {
    id: '7782342274025937895',
    url: 'https://app.gong.example/call?id=7782342274025937895',
    title: 'Acme: quarterly review',
    scheduled: '2026-01-31T09:30:00Z',
    started: '2026-01-31T10:31:05+01:00',
    duration: 900,
    primaryUserId: '234599484848423',
    meetingUrl: 'https://meet.example/acme',
    language: 'eng',
  },
  parties: [
    {
      id: '1',
      name: ADA.name,
      emailAddress: ADA.email,
      userId: '234599484848423',
      speakerId: '6432345678901234567',
      affiliation: 'Internal',
    },
    {
      id: '2',
      name: GRACE.name,
      emailAddress: GRACE.email,
      userId: null,
      speakerId: '7432345678901234567',
      affiliation: 'External',
    },
  ],
};

const GONG_MEETING = {
  title: 'Acme: quarterly review',
  startTime: '2026-01-31T09:31:05Z',
  endTime: '2026-01-31T09:46:05Z',
  host: ADA,
  attendees: [
    { ...ADA, isInternal: true },
    { ...GRACE, isInternal: false },
  ],
};

const FIREFLIES_TRANSCRIPT = {
  id: '01JAFIREFLIES',
  title: 'Acme: quarterly review',
  date: 1769851865000,
  duration: 15.5,
  host_email: ADA.email,
  organizer_email: ADA.email,
  user: { name: ADA.name, email: ADA.email },
  meeting_link: 'https://meet.example/acme',
  participants: [`${ADA.email},${GRACE.email}`],
  meeting_attendees: [{ displayName: GRACE.name, email: GRACE.email, phoneNumber: null }],
  speakers: [
    { id: 0, name: ADA.name },
    { id: 1, name: GRACE.name },
  ],
  sentences: [
    {
      index: 0,
      speaker_id: 0,
      speaker_name: ADA.name,
      text: 'Shall we start?',
      start_time: 1.25,
      end_time: 2.5,
    },
    {
      index: 1,
      speaker_id: 0,
      speaker_name: null,
      text: 'I have the numbers.',
      start_time: '2.6',
      end_time: '4.001',
    },
    {
      index: 2,
      speaker_id: 1,
      speaker_name: GRACE.name,
      text: 'Yes, please.',
      start_time: '4.5',
      end_time: '5.75',
    },
  ],
};

const FATHOM_MEETING = {
  title: 'Acme: quarterly review',
  meeting_title: 'Acme QBR',
  recording_id: 123456789,
  url: 'https://fathom.example/calls/1',
  share_url: 'https://fathom.example/share/1',
  created_at: '2026-01-31T09:50:00Z',
  scheduled_start_time: '2026-01-31T09:30:00Z',
  scheduled_end_time: '2026-01-31T10:30:00Z',
  recording_start_time: '2026-01-31T09:31:05Z',
  recording_end_time: '2026-01-31T09:46:05Z',
  transcript_language: 'en',
  calendar_invitees: [
    { ...ADA, is_external: false, matched_speaker_display_name: null },
    { name: 'G. Lund', email: GRACE.email, is_external: true, matched_speaker_display_name: GRACE.name },
  ],
  recorded_by: { ...ADA, team: 'Sales' },
  transcript: [
    { speaker: { display_name: ADA.name }, text: 'Shall we start?', timestamp: '00:00:01' },
    {
      speaker: { display_name: GRACE.name, matched_calendar_invitee_email: GRACE.email },
      text: 'Yes, please.',
      timestamp: '00:14:59',
    },
  ],
};

export const callRecorderSamples: JsonSample[] = [
  {
    format: 'Gong',
    form: 'calls and transcripts in one document',
    document: {
      requestId: 'r1',
      records: { totalRecords: 1 },
      calls: [GONG_CALL],
      callTranscripts: [{ callId: '7782342274025937895', transcript: GONG_TRANSCRIPT }],
    },
    entries: CALL_ENTRIES,
    language: 'en',
    meeting: GONG_MEETING,
  },
  {
    format: 'Gong',
    form: 'a call with its transcript',
    document: { ...GONG_CALL, transcript: GONG_TRANSCRIPT },
    entries: CALL_ENTRIES,
    language: 'en',
    meeting: GONG_MEETING,
  },
  {
    format: 'Gong',
    form: 'transcripts without calls',
    document: {
      records: { cursor: 'c1' },
      callTranscripts: [{ callId: '7782342274025937895', transcript: GONG_TRANSCRIPT }],
    },
    entries: CALL_ENTRIES.map(([text, start, end, name]) => [
      text,
      start,
      end,
      `Speaker ${name === ADA.name ? '6432345678901234567' : '7432345678901234567'}`,
    ]),
    warnings: ['records.cursor says that further calls follow; they are not in this file'],
  },
  {
    format: 'Fireflies',
    form: 'an answer of GraphQL',
    document: { data: { transcript: FIREFLIES_TRANSCRIPT } },
    entries: CALL_ENTRIES,
    meeting: {
      title: 'Acme: quarterly review',
      startTime: '2026-01-31T09:31:05Z',
      endTime: '2026-01-31T09:46:35Z',
      host: ADA,
      attendees: [GRACE, ADA],
    },
  },
  {
    format: 'Fathom',
    form: 'a list of meetings',
    document: { limit: 10, next_cursor: null, items: [FATHOM_MEETING] },
    entries: [
      ['Shall we start?', 1, undefined, 'Ada Park'],
      ['Yes, please.', 899, undefined, 'Grace Lund'],
    ],
    language: 'en',
    meeting: {
      title: 'Acme: quarterly review',
      startTime: '2026-01-31T09:31:05Z',
      endTime: '2026-01-31T09:46:05Z',
      host: ADA,
      attendees: [
        { ...ADA, isInternal: true },
        { ...GRACE, isInternal: false },
      ],
    },
  },
  {
    format: 'Fathom',
    form: 'a list of meetings without recording ids',
    document: { items: [{ ...FATHOM_MEETING, recording_id: undefined }] },
    entries: [
      ['Shall we start?', 1, undefined, 'Ada Park'],
      ['Yes, please.', 899, undefined, 'Grace Lund'],
    ],
    language: 'en',
    meeting: {
      title: 'Acme: quarterly review',
      startTime: '2026-01-31T09:31:05Z',
      endTime: '2026-01-31T09:46:05Z',
      host: ADA,
    },
  },
];
