import type { IndexedEntry } from './entry-reader.ts';
import type { TranscriptMeeting } from './open-transcript.ts';

/**
 * A form in which a transcript is returned: what precedes the entries, each entry, and what follows them. It is made for
 * one response, and is given the entries in their order.
 */
export type TranscriptForm = {
  head(meeting: TranscriptMeeting): string;
  /** @param following the entry after it, if it is known */
  entry(entry: IndexedEntry, following?: IndexedEntry): string;
  separator: string;
  /** @param next the index of the first entry that was not returned */
  tail(next?: number): string;
};

/** A form, with the type and the extension of its files. JSON is not returned as a file. */
export type TranscriptFormSpec = {
  contentType: string;
  extension: string | undefined;
  make(): TranscriptForm;
};

/** Returns a text without its line breaks. */
export function onOneLine(text: string): string {
  return text.replace(/[\r\n]+/g, ' ');
}
