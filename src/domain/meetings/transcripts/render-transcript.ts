import type { DeferredPiece, Pieces } from '../../../lib/gzip-pieces.ts';
import type { EntryFilter } from './entries-of-speaker.ts';
import type { IndexedEntry } from './entry-reader.ts';
import type { OpenedTranscript, TranscriptMeeting } from './open-transcript.ts';
import type { TranscriptSlice } from './read-slice.ts';
import type { TranscriptForm } from './transcript-form.ts';

/** Renders a slice of a transcript. */
export function renderSlice(
  meeting: TranscriptMeeting,
  { entries, next }: TranscriptSlice,
  form: TranscriptForm,
): string {
  const rendered = entries.map((entry, index) => form.entry(entry, entries[index + 1]));
  return form.head(meeting) + rendered.join(form.separator) + form.tail(next);
}

/** Renders all entries, one stored piece after the other as the client reads them. */
export function renderWhole(
  { meeting, steps }: OpenedTranscript,
  isWanted: EntryFilter,
  form: TranscriptForm,
): Pieces {
  let separator = '';
  // An entry is rendered once the entry that follows it is known.
  let last: IndexedEntry | undefined;
  const renderLast = (following?: IndexedEntry) => {
    if (!last) return '';
    const rendered = separator + form.entry(last, following);
    separator = form.separator;
    return rendered;
  };
  const parts = steps.map(
    (step): DeferredPiece =>
      async () => {
        let part = '';
        for (const entry of await step()) {
          if (!isWanted(entry)) continue;
          part += renderLast(entry);
          last = entry;
        }
        return part;
      },
  );
  return [form.head(meeting), ...parts, async () => renderLast() + form.tail()];
}
