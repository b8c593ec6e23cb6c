import type { components } from '@parley/client';
import type { LinkProps } from '@tanstack/react-router';
import type { HighlightedText } from './highlight.ts';

/** Something that was said, as the search in transcripts finds it. */
export type Moment = components['schemas']['Moment'];

/** The text of a moment with what was found in it. */
export const momentText = ({ text, highlights }: Moment): HighlightedText => ({
  text,
  highlights: highlights.map(([from, to]) => [from!, to!] as const),
});

/** Leads to the meeting, at that second of its recording and that entry of its transcript. */
export function momentLink({ meetingId, entryIndex, timestampSeconds }: Moment): LinkProps {
  const t = timestampSeconds === undefined ? undefined : Math.max(0, Math.floor(timestampSeconds));
  return {
    to: '/meetings/$id',
    params: { id: meetingId },
    search: { t, entry: entryIndex },
    // The meeting may be open already: see useLinks of its screen.
    // The transcript scrolls to the entry by itself.
    resetScroll: false,
    state: (before) => ({ ...before, asked: Date.now() }),
  };
}
