import { formatOffset } from '../../lib/time.ts';
import type { VerifiedQuote } from './quotes.ts';

/** A quote as the API shows it; a quote without a place is from the title or subject. */
export type ShownQuote = {
  text: string;
  entryIndex?: number;
  speaker?: string;
  timestamp?: string;
  timestampSeconds?: number;
};

/** Copies each field by name, so that other stored fields are not exposed. */
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
