import { formatQueryCursor, parseQueryCursor } from '../../lib/query-cursor.ts';

/** The place at which a page of moments ends, and the counts that its reader was given. */
export type MomentCursor = {
  /** The meeting to continue with, and the entries of it that were shown already: those up to this one. */
  startMs: number;
  meetingId: number;
  entryIndex: number;
  /** In the order of relevance: the score of the last moment. */
  score?: number;
  /** The number of meetings, as counted for the first page; negative if it is an upper bound. */
  meetingCount: number;
};

/** The maximum length of a cursor, in characters. */
export const MAX_MOMENT_CURSOR_CHARACTERS = 200;

/** The version of the format, which changes if the meaning of its numbers changes. */
const FORM = 1;

/**
 * Returns the cursor as a reader keeps it: opaque, and valid for the query that it comes from.
 * @param query everything that determines which moments there are, and their order
 */
export function formatMomentCursor(
  query: string,
  { startMs, meetingId, entryIndex, score, meetingCount }: MomentCursor,
): string {
  const numbers = [
    FORM,
    startMs,
    meetingId,
    entryIndex,
    meetingCount,
    ...(score === undefined ? [] : [score]),
  ];
  return formatQueryCursor(`moments ${query}`, numbers.join(' '));
}

/** @returns undefined if the text is not a cursor of the query */
export function parseMomentCursor(query: string, text: string): MomentCursor | undefined {
  const content = parseQueryCursor(`moments ${query}`, text);
  if (content === undefined) return undefined;
  const [form, startMs, meetingId, entryIndex, meetingCount, score] = content.split(' ').map(Number);
  if (form !== FORM) return undefined;
  const place = {
    startMs: startMs!,
    meetingId: meetingId!,
    entryIndex: entryIndex!,
    meetingCount: meetingCount!,
  };
  return score === undefined ? place : { ...place, score };
}
