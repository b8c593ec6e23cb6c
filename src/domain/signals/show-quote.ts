import { formatOffset } from '../../lib/time.ts';
import type { VerifiedQuote } from './quotes.ts';

/** A quote as the API shows it: one without a place is from the title or subject. */
export type ShownQuote = {
  text: string;
  entryIndex?: number;
  speaker?: string;
  timestamp?: string;
  timestampSeconds?: number;
};

/** Field by field, so that nothing else that is stored beside them gets out. */
export function showQuote({ text, entryIndex, speaker, timestampSeconds }: VerifiedQuote): ShownQuote {
  return {
    text,
    ...(entryIndex === undefined ? {} : { entryIndex }),
    ...(speaker === undefined ? {} : { speaker }),
    ...(timestampSeconds === undefined
      ? {}
      : { timestamp: formatOffset(timestampSeconds), timestampSeconds }),
  };
}
