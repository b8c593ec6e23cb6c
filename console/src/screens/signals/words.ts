import { count } from '../../parts/format.ts';

/** What a signal judges, in words. */
export const CONTEXT_NAMES = {
  MEETING: 'Meetings',
  EMAIL: 'E-mails',
  ALL: 'Meetings and e-mails',
} as const;

/** How a signal decides, in words. */
export const decidedBy = (phrases: readonly string[]): string =>
  phrases.length === 0 ? 'by prompt' : `by ${count(phrases.length, 'phrase')}`;
