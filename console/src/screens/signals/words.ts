import { count } from '../../parts/format.ts';

/** The conversations that a signal evaluates, in words. */
export const CONTEXT_NAMES = {
  MEETING: 'Meetings',
  EMAIL: 'E-mails',
  ALL: 'Meetings and e-mails',
} as const;

/** Describes how a signal decides. */
export const decidedBy = (phrases: readonly string[]): string =>
  phrases.length === 0 ? 'by prompt' : `by ${count(phrases.length, 'phrase')}`;
