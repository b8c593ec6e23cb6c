import type { components } from '@parley/client';
import type { Tone } from '../../parts/index.ts';

/** A background job as the API gives it. */
export type Job = components['schemas']['Job'];

/** The kinds of jobs with their names and descriptions. A kind that is not listed keeps its own name. */
const KINDS: Record<string, { name: string; what: string }> = {
  'process-run': { name: 'Signals and summary', what: 'Evaluates and summarizes new conversations' },
  'apply-remap': { name: 'Remap', what: 'Links a meeting to other CRM records' },
  'run-backtest': { name: 'Backtest', what: 'Runs a draft signal on past meetings' },
  'fetch-recording': { name: 'Fetch recording', what: 'Downloads a recording from its URL' },
  'run-export': { name: 'Export', what: 'Writes an organization’s data to files' },
  'delete-blob': { name: 'Delete recording', what: 'Removes recordings that no meeting uses any more' },
};

/** Returns the name of a kind of job. */
export const kindName = (kind: string): string => KINDS[kind]?.name ?? kind;

/** Returns the description of a kind of job, or undefined for an unknown kind. */
export const kindWords = (kind: string): string | undefined => KINDS[kind]?.what;

/** The names of the API's states in the screen and its links. */
export const STATE_CODES = { waiting: 'waiting', running: 'active', failed: 'dead' } as const;

/** The states in words, each with its tone. */
export const STATES: Record<Job['state'], { name: string; tone: Tone }> = {
  waiting: { name: 'Waiting', tone: 'plain' },
  active: { name: 'Running', tone: 'accent' },
  dead: { name: 'Failed', tone: 'bad' },
};
