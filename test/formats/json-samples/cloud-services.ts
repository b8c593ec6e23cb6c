import { SAID, TWO_VOICES } from './said.ts';
import type { JsonSample } from './types.ts';

const awsItem = (content: string, start?: number, end?: number, speaker?: string) => ({
  type: start === undefined ? 'punctuation' : 'pronunciation',
  alternatives: [{ confidence: '0.99', content }],
  ...(start !== undefined && { start_time: `${start}`, end_time: `${end}` }),
  ...(speaker && { speaker_label: speaker }),
});

const AWS_ITEMS = [
  awsItem('Shall', 1.25, 1.5),
  awsItem('we', 1.5, 1.8),
  awsItem('start', 1.9, 2.5),
  awsItem('?'),
  awsItem('Yes', 4.5, 5),
  awsItem(','),
  awsItem('please', 5, 5.75),
  awsItem('.'),
];

const speechmaticsItem = (type: string, content: string, start: number, end: number, speaker: string) => ({
  type,
  start_time: start,
  end_time: end,
  ...(type === 'punctuation' && { attaches_to: 'previous', is_eos: true }),
  alternatives: [{ content, confidence: 1, language: 'en', speaker }],
});

const googleWord = (word: string, start: number, end: number, speakerTag?: number) => ({
  ...(start > 0 && { startTime: `${start}s` }),
  endTime: `${end}s`,
  word,
  ...(speakerTag !== undefined && { speakerTag }),
});

export const cloudServiceSamples: JsonSample[] = [
  {
    format: 'Amazon Transcribe',
    form: 'labels of speakers in a list of their own',
    document: {
      jobName: 'job',
      accountId: '1',
      status: 'COMPLETED',
      results: {
        language_code: 'en-GB',
        transcripts: [{ transcript: 'Shall we start? Yes, please.' }],
        speaker_labels: {
          speakers: 2,
          segments: ['spk_0', 'spk_1'].map((label, index) => ({
            speaker_label: label,
            items: AWS_ITEMS.filter(
              ({ start_time }) => start_time && Number(start_time) < 4 === (index === 0),
            ).map(({ start_time, end_time }) => ({ start_time, end_time, speaker_label: label })),
          })),
        },
        items: AWS_ITEMS,
      },
    },
    entries: TWO_VOICES('Speaker 0', 'Speaker 1'),
    language: 'en-GB',
  },
  {
    format: 'Amazon Transcribe',
    form: 'channels',
    document: {
      results: {
        transcripts: [],
        channel_labels: {
          number_of_channels: 2,
          channels: [
            { channel_label: 'ch_0', items: AWS_ITEMS.slice(4) },
            { channel_label: 'ch_1', items: AWS_ITEMS.slice(0, 4) },
          ],
        },
        items: AWS_ITEMS,
      },
    },
    entries: TWO_VOICES('Channel 1', 'Channel 0'),
  },
  {
    format: 'Amazon Transcribe Call Analytics',
    form: 'turns',
    document: {
      JobStatus: 'COMPLETED',
      LanguageCode: 'en-US',
      Transcript: [
        {
          Id: '1',
          Content: 'Shall we start?',
          BeginOffsetMillis: 1250,
          EndOffsetMillis: 2500,
          ParticipantRole: 'AGENT',
          Items: [],
        },
        {
          Id: '2',
          Content: 'Yes, please.',
          BeginOffsetMillis: 4500,
          EndOffsetMillis: 5750,
          ParticipantRole: 'CUSTOMER',
          Items: [],
        },
      ],
    },
    entries: TWO_VOICES('Agent', 'Customer'),
    language: 'en-US',
  },
  {
    format: 'Google Speech-to-Text',
    form: 'an operation whose last result has the speakers of all words',
    document: {
      name: '1',
      done: true,
      response: {
        results: [
          {
            alternatives: [
              { transcript: 'Shall we start?', words: SAID.slice(0, 3).map((word) => googleWord(...word)) },
            ],
            languageCode: 'en-us',
          },
          {
            alternatives: [
              { transcript: 'Yes, please.', words: SAID.slice(3).map((word) => googleWord(...word)) },
            ],
            languageCode: 'en-us',
          },
          {
            alternatives: [{ words: SAID.map((word, index) => googleWord(...word, index < 3 ? 1 : 2)) }],
            languageCode: 'en-us',
          },
        ],
      },
    },
    entries: TWO_VOICES('Speaker 1', 'Speaker 2'),
    language: 'en-US',
  },
  {
    format: 'Google Speech-to-Text',
    form: 'times as objects, and a start of zero',
    document: {
      results: [
        {
          alternatives: [
            {
              transcript: 'Hello there.',
              words: [
                { startTime: {}, endTime: { seconds: '1', nanos: 250000000 }, word: 'Hello' },
                { startTime: { seconds: '1', nanos: 250000000 }, endTime: { seconds: 2 }, word: 'there.' },
              ],
            },
          ],
        },
      ],
    },
    entries: [['Hello there.', 0, 2]],
  },
  {
    format: 'Speechmatics',
    form: 'json-v2',
    document: {
      format: '2.9',
      job: { id: 'j', created_at: '2026-02-02T00:00:00Z', duration: 6 },
      metadata: {
        type: 'transcription',
        transcription_config: { language: 'en' },
        language_pack_info: { word_delimiter: ' ' },
      },
      results: [
        speechmaticsItem('word', 'Shall', 1.25, 1.5, 'S1'),
        speechmaticsItem('word', 'we', 1.5, 1.8, 'S1'),
        speechmaticsItem('word', 'start', 1.9, 2.5, 'S1'),
        speechmaticsItem('punctuation', '?', 2.5, 2.5, 'S1'),
        speechmaticsItem('word', 'Yes', 4.5, 5, 'UU'),
        speechmaticsItem('punctuation', ',', 5, 5, 'UU'),
        speechmaticsItem('word', 'please', 5, 5.75, 'UU'),
        speechmaticsItem('punctuation', '.', 5.75, 5.75, 'UU'),
      ],
    },
    entries: TWO_VOICES('Speaker 1', undefined),
    language: 'en',
  },
  {
    format: 'Speechmatics',
    form: 'version 1.0',
    document: {
      format: '1.0',
      job: { lang: 'en', duration: 6 },
      speakers: [
        { name: 'F1', time: '1.25', duration: '1.25' },
        { name: 'M1', time: '4.5', duration: '1.25' },
      ],
      words: [
        { name: 'Shall', time: '1.25', duration: '0.25' },
        { name: 'we', time: '1.5', duration: '0.3' },
        { name: 'start', time: '1.9', duration: '0.6' },
        { name: '?', time: '2.5', duration: '0' },
        { name: 'Yes', time: '4.5', duration: '0.5' },
        { name: ',', time: '5', duration: '0' },
        { name: 'please', time: '5', duration: '0.75' },
        { name: '.', time: '5.75', duration: '0' },
      ],
    },
    entries: TWO_VOICES('F1', 'M1'),
    language: 'en',
  },
];
