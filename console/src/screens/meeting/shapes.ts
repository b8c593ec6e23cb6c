import type { components } from '@parley/client';

type Schemas = components['schemas'];

export type { MeetingWithRecording } from '../../shapes.ts';
export type Entry = Schemas['TranscriptEntry'];
export type Attendee = Schemas['Attendee'];
export type Recording = Schemas['Recording'];
export type Evaluations = Schemas['MeetingEvaluations'];
export type Evaluation = Schemas['Evaluation'];
export type MeetingSummary = Schemas['MeetingSummary'];
export type QuoteOf = Schemas['Quote'];
export type MeetingVersion = Schemas['MeetingVersion'];
export type Remap = Schemas['Remap'];
