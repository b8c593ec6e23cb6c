import { SAID, TWO_VOICES } from './said.ts';
import type { JsonSample } from './types.ts';

const PARAGRAPHS = [
  {
    sentences: [{ text: 'Shall we start?', start: 1.25, end: 2.5 }],
    speaker: 0,
    num_words: 3,
    start: 1.25,
    end: 2.5,
  },
  {
    sentences: [{ text: 'Yes, please.', start: 4.5, end: 5.75 }],
    speaker: 1,
    num_words: 2,
    start: 4.5,
    end: 5.75,
  },
];

const deepgramWords = SAID.map(([text, start, end], index) => ({
  word: text.toLowerCase().replace(/\W/g, ''),
  punctuated_word: text,
  start,
  end,
  confidence: 0.9,
  speaker: index < 3 ? 0 : 1,
}));

const deepgramOf = (alternative: object, results: object = {}) => ({
  metadata: { request_id: 'r1', created: '2026-02-02T00:00:00Z', duration: 6, channels: 1 },
  results: {
    channels: [
      { alternatives: [{ transcript: 'Shall we start? Yes, please.', confidence: 0.9, ...alternative }] },
    ],
    ...results,
  },
});

export const speechServiceSamples: JsonSample[] = [
  {
    format: 'AssemblyAI',
    form: 'utterances',
    document: {
      id: 't1',
      status: 'completed',
      language_code: 'en_us',
      text: 'Shall we start? Yes, please.',
      words: SAID.map(([text, start, end]) => ({ text, start: start * 1000, end: end * 1000, speaker: 'A' })),
      utterances: [
        { speaker: 'A', start: 1250, end: 2500, text: 'Shall we start?', confidence: 0.9, words: [] },
        { speaker: 'B', start: 4500, end: 5750, text: 'Yes, please.', confidence: 0.9, words: [] },
      ],
    },
    entries: TWO_VOICES('Speaker A', 'Speaker B'),
    language: 'en-US',
  },
  {
    format: 'AssemblyAI',
    form: 'words',
    document: {
      id: 't1',
      language_code: 'en',
      utterances: null,
      words: SAID.map(([text, start, end]) => ({
        text,
        start: start * 1000,
        end: end * 1000,
        speaker: null,
      })),
    },
    entries: TWO_VOICES(undefined, undefined),
    language: 'en',
  },
  {
    format: 'Deepgram',
    form: 'utterances',
    document: deepgramOf(
      { words: deepgramWords },
      {
        utterances: [
          { start: 1.25, end: 2.5, channel: 0, speaker: 0, transcript: 'Shall we start?', words: [] },
          { start: 4.4999998, end: 5.75, channel: 0, speaker: 1, transcript: 'Yes, please.', words: [] },
        ],
      },
    ),
    entries: TWO_VOICES('Speaker 0', 'Speaker 1'),
  },
  {
    format: 'Deepgram',
    form: 'paragraphs',
    document: deepgramOf({ words: deepgramWords, paragraphs: { transcript: '', paragraphs: PARAGRAPHS } }),
    entries: TWO_VOICES('Speaker 0', 'Speaker 1'),
  },
  {
    format: 'Deepgram',
    form: 'words of two channels',
    document: {
      metadata: { channels: 2 },
      results: {
        channels: [
          {
            detected_language: 'en',
            alternatives: [
              { transcript: '', words: deepgramWords.slice(3).map(({ speaker, ...word }) => word) },
            ],
          },
          { detected_language: 'en', alternatives: [{ transcript: '', words: deepgramWords.slice(0, 3) }] },
        ],
      },
    },
    entries: TWO_VOICES('Channel 1, Speaker 0', 'Channel 0'),
    language: 'en',
  },
  {
    format: 'Rev.ai',
    form: 'monologues',
    document: {
      speakers: [{ id: 1, name: 'Grace Lund' }],
      monologues: [
        {
          speaker: 0,
          elements: [
            ...SAID.slice(0, 2).flatMap(([value, ts, end_ts]) => [
              { type: 'text', value, ts, end_ts, confidence: 1 },
              { type: 'punct', value: ' ' },
            ]),
            { type: 'text', value: 'start', ts: 1.9, end_ts: 2.5 },
            { type: 'punct', value: '?' },
          ],
        },
        {
          speaker: 1,
          elements: [
            { type: 'text', value: 'Yes', ts: 4.5, end_ts: 5 },
            { type: 'punct', value: ', ' },
            { type: 'text', value: 'please', ts: 5, end_ts: 5.75 },
            { type: 'punct', value: '.' },
          ],
        },
      ],
    },
    entries: TWO_VOICES('Speaker 0', 'Grace Lund'),
  },
  {
    format: 'Whisper',
    form: 'segments of WhisperX',
    document: {
      segments: [
        {
          start: 1.25,
          end: 2.5,
          text: ' Shall we start?',
          speaker: 'SPEAKER_00',
          words: [{ word: 'Shall', score: 0.9 }],
        },
        { start: 4.5, end: 5.75, text: ' Yes, please.', speaker: 'SPEAKER_01', words: [] },
      ],
      word_segments: [],
      language: 'en',
    },
    entries: TWO_VOICES('Speaker 0', 'Speaker 1'),
    language: 'en',
  },
  {
    format: 'Whisper',
    form: 'words of the API of OpenAI',
    document: {
      task: 'transcribe',
      language: 'english',
      duration: 6,
      text: 'Shall we start? Yes, please.',
      words: SAID.map(([word, start, end]) => ({ word, start, end })),
    },
    entries: TWO_VOICES(undefined, undefined),
    language: 'en',
  },
  {
    format: 'Whisper',
    form: 'chunks of a pipeline',
    document: {
      text: ' Shall we start? Yes, please.',
      chunks: [
        { timestamp: [1.25, 2.5], text: ' Shall we start?' },
        { timestamp: [4.5, null], text: ' Yes, please.' },
      ],
    },
    entries: [
      ['Shall we start?', 1.25, 2.5],
      ['Yes, please.', 4.5],
    ],
  },
  {
    format: 'whisper.cpp',
    form: 'segments',
    document: {
      model: { type: 'base' },
      result: { language: 'en' },
      transcription: [
        {
          timestamps: { from: '00:00:01,250', to: '00:00:02,500' },
          offsets: { from: 1250, to: 2500 },
          text: ' Shall we start?',
          speaker: '0',
        },
        {
          timestamps: { from: '00:00:04,500', to: '00:00:05,750' },
          offsets: { from: 4500, to: 5750 },
          text: ' Yes, please.',
          speaker: '?',
        },
      ],
    },
    entries: TWO_VOICES('Speaker 0', undefined),
    language: 'en',
  },
];
