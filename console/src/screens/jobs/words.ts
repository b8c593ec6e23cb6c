import type { components } from '@parley/client';
import type { Tone } from '../../parts/index.ts';

/** A background job as the API gives it. */
export type Job = components['schemas']['Job'];

/** What the kinds of jobs do, in words; one that is not here keeps its own name. */
const KINDS: Record<string, { name: string; what: string }> = {
  'process-run': { name: 'Signals and summary', what: 'Evaluates and summarizes new conversations' },
  'apply-remap': { name: 'Remap', what: 'Links a meeting to other CRM records' },
  'run-backtest': { name: 'Backtest', what: 'Runs a draft signal on past meetings' },
  'fetch-recording': { name: 'Fetch recording', what: 'Downloads a recording from its URL' },
  'delete-blob': { name: 'Delete recording', what: 'Removes recordings that no meeting uses any more' },
};

/** What to call a kind of job. */
export const kindName = (kind: string): string => KINDS[kind]?.name ?? kind;

/** What a kind of job does; undefined for one that is not known. */
export const kindWords = (kind: string): string | undefined => KINDS[kind]?.what;

/** What the screen and its links call the states of the API. */
export const STATE_CODES = { waiting: 'waiting', running: 'active', failed: 'dead' } as const;

/** The states in words, with what they mean for the reader. */
export const STATES: Record<Job['state'], { name: string; tone: Tone }> = {
  waiting: { name: 'Waiting', tone: 'plain' },
  active: { name: 'Running', tone: 'accent' },
  dead: { name: 'Failed', tone: 'bad' },
};
