import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type DeflatedPiece, deflatePiece, inflatePiece } from '../../lib/gzip-pieces.ts';
import { formatOffset } from '../../lib/time.ts';
import type { Segment } from './incoming-meeting.ts';

/**
 * A transcript is made ready to serve once, when it comes in: its wire JSON `{"entries":[…]}` cut at entries into
 * pieces, each deflated on its own. Reading sends the pieces as they are (or inflated), without parsing them.
 */
type Entry = {
  text: string;
  speaker?: { name: string; attendeeId?: string };
  timestamp?: string;
  timestampSeconds?: number;
};

/** Bounds what a reader holds in memory at a time, and how long one piece blocks the event loop. */
const PIECE_CHARACTERS = 256 * 1024;

/** What an entry's names, quotes and times take at most beside its texts. */
const ENTRY_OVERHEAD_CHARACTERS = 120;

/** @param attendeeIdOf resolves a speaker's name where that is certain */
export async function renderTranscript(
  segments: readonly Segment[],
  attendeeIdOf: (speaker: string) => string | undefined,
): Promise<DeflatedPiece[]> {
  const pieces: DeflatedPiece[] = [];
  let entries: Entry[] = [];
  let characters = 0;
  const flush = (start: string, end: string) => {
    const json = JSON.stringify(entries).slice(1, -1);
    pieces.push(deflatePiece(Buffer.from(start + json + end)));
    entries = [];
    characters = 0;
  };
  const start = () => (pieces.length === 0 ? '{"entries":[' : ',');
  for (const segment of segments) {
    entries.push(renderEntry(segment, attendeeIdOf));
    characters += segment.text.length + ENTRY_OVERHEAD_CHARACTERS;
    if (characters >= PIECE_CHARACTERS) {
      flush(start(), '');
      await nextTurn();
    }
  }
  // The last piece may hold no entry: then it must not begin with a comma.
  flush(entries.length === 0 && pieces.length > 0 ? '' : start(), ']}');
  return pieces;
}

function renderEntry(segment: Segment, attendeeIdOf: (speaker: string) => string | undefined): Entry {
  const entry: Entry = { text: segment.text };
  const name = segment.speaker?.name;
  if (name !== undefined) {
    const attendeeId = attendeeIdOf(name);
    entry.speaker = attendeeId === undefined ? { name } : { name, attendeeId };
  }
  if (segment.timestampSeconds !== undefined) {
    entry.timestamp = formatOffset(segment.timestampSeconds);
    entry.timestampSeconds = segment.timestampSeconds;
  }
  return entry;
}

/** The segments that pieces were made of. */
export function readTranscript(pieces: readonly Pick<DeflatedPiece, 'deflated'>[]): Segment[] {
  const json = Buffer.concat(pieces.map(inflatePiece)).toString('utf8');
  const { entries } = JSON.parse(json) as { entries: Entry[] };
  return entries.map(({ text, speaker, timestampSeconds }) => ({
    text,
    ...(timestampSeconds === undefined ? {} : { timestampSeconds }),
    ...(speaker === undefined ? {} : { speaker: { name: speaker.name } }),
  }));
}

/** Tells whether a transcript changed: SHA-256 over what was said, by whom and when. */
export function hashTranscript(segments: readonly Segment[]): Buffer {
  const hash = createHash('sha256');
  for (const { text, speaker, timestampSeconds } of segments) {
    hash.update(JSON.stringify([text, speaker?.name, timestampSeconds]));
  }
  return hash.digest();
}
