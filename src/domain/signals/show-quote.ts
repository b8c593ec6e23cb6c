import type { Side } from '../../ai/types.ts';
import { formatOffset } from '../../lib/time.ts';
import type { VerifiedQuote } from './quotes.ts';

/** A quote as the API shows it; a quote without a place is from the title or subject. */
export type ShownQuote = {
  text: string;
  entryIndex?: number;
  speaker?: string;
  side?: Side;
  timestamp?: string;
  timestampSeconds?: number;
};

/** Copies each field by name, so that other stored fields are not exposed. */
export function showQuote({ text, entryIndex, speaker, side, timestampSeconds }: VerifiedQuote): ShownQuote {
  return {
    text,
    ...(entryIndex === undefined ? {} : { entryIndex }),
    ...(speaker === undefined ? {} : { speaker }),
    ...(side === undefined ? {} : { side }),
    ...(timestampSeconds === undefined
      ? {}
      : { timestamp: formatOffset(timestampSeconds), timestampSeconds }),
  };
}
