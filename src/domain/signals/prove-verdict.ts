import { countsFor, type SaidBy, type Verdict } from '../../ai/types.ts';
import { toStorableText } from '../../lib/text.ts';
import type { QuoteVerifier, VerifiedQuote } from './quotes.ts';

/** The provider's certainty of an evaluation. */
export type Certainty = {
  /** The probability, by its own estimate, that its first verdict is right; undefined if it gave none. */
  confidence?: number;
  /** The verdicts of a borderline case in their order, true if the signal fired; undefined if there was only one. */
  votes?: readonly boolean[];
};

/** A verdict of which only what is proven is left: it fires if a verified quote is of somebody whose words count. */
export type Proven = Certainty & {
  fired: boolean;
  reason: string;
  quotes: VerifiedQuote[];
  /** The answers to its follow-ups, in their order, if the provider gave all of them. */
  responses?: string[];
};

/** Verifies the quotes of verdicts on signals, of which each says whose words count. */
export type Prove = (verdict: Verdict, saidBy: SaidBy) => Proven;

export function proofOf(verifier: QuoteVerifier): Prove {
  return ({ fired, reason: told, quotes: claimed, responses, confidence }, saidBy) => {
    const certainty = confidence === undefined ? {} : { confidence };
    const reason = toStorableText(told);
    if (!fired) return { fired, reason, quotes: [], ...certainty };
    const quotes = verifier.keepTrue(claimed, ({ side }) => countsFor(saidBy, side));
    if (quotes.length > 0) {
      return { fired, reason, quotes, ...(responses ? { responses } : {}), ...certainty };
    }
    const why = reasonAgainst(verifier, claimed, saidBy);
    return { fired: false, reason: `Not proven: ${why}. ${reason}`, quotes: [], ...certainty };
  };
}

function reasonAgainst(verifier: QuoteVerifier, claimed: Verdict['quotes'], saidBy: SaidBy): string {
  if (verifier.keepTrue(claimed).length > 0) return SAID_BY_OTHERS[saidBy];
  if (verifier.findsAny(claimed)) return 'the quotes are single words, or leave out a negation before them';
  return 'none of the quotes given stands in the conversation';
}

const SAID_BY_OTHERS: Record<SaidBy, string> = {
  anyone: '',
  customer: "the quotes are words of the organization's own people",
  us: 'nobody who said the quotes is known to belong to the organization',
};
