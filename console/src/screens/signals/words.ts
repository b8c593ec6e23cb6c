import { count } from '../../parts/format.ts';

/** The conversations that a signal evaluates, in words. */
export const CONTEXT_NAMES = {
  MEETING: 'Meetings',
  EMAIL: 'E-mails',
  ALL: 'Meetings and e-mails',
} as const;

/** The side whose words count for a signal. */
export const SAID_BY_NAMES = { anyone: 'Anyone', customer: 'Customers', us: 'Our side' } as const;

const WHOSE_WORDS = { anyone: '', customer: ', said by customers', us: ', said by our side' } as const;

interface Deciding {
  phrases: readonly string[];
  saidBy: keyof typeof SAID_BY_NAMES;
}

/** Describes how a signal decides. */
export const decidedBy = ({ phrases, saidBy }: Deciding): string =>
  (phrases.length === 0 ? 'by prompt' : `by ${count(phrases.length, 'phrase')}`) + WHOSE_WORDS[saidBy];

interface Judged {
  provider?: string;
  model?: string;
  confidence?: number;
  votes?: { fired: number; notFired: number };
}

const HUNDRED = 100;

/** Says who evaluated, and how certain it was: `evaluated by openai (gpt), 2 of 3 votes`. */
export function judgedByWords({ provider, model, confidence, votes }: Judged): string {
  if (provider === 'phrases') return 'decided by phrases';
  const by = `evaluated by ${provider} (${model})`;
  if (votes) {
    const { fired, notFired } = votes;
    return `${by}, ${Math.max(fired, notFired)} of ${fired + notFired} votes`;
  }
  return confidence === undefined ? by : `${by}, ${Math.round(confidence * HUNDRED)} % sure`;
}
