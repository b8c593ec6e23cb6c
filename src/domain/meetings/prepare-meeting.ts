import { createHash } from 'node:crypto';
import { runYielding } from '../../lib/event-loop.ts';
import { emailKey } from '../../lib/text.ts';
import { formatDateTime } from '../../lib/time.ts';
import { type Attendee, identifySteps, speakerResolverSteps } from '../conversations/attendees.ts';
import {
  hashEndsSteps,
  hashTranscriptSteps,
  renderTranscript,
  type TranscriptPiece,
} from '../conversations/transcript-pieces.ts';
import type { IndexedPart } from '../words/collect-terms.ts';
import { collectTranscriptWords } from '../words/transcript-words.ts';
import type { IncomingMeeting } from './incoming-meeting.ts';

/**
 * A meeting as a source delivers it, with everything that can be computed without the database. If `pieces` are there,
 * its segments are not needed any more.
 */
export type PreparedMeeting = IncomingMeeting & {
  /** Whether the transcript has any entry; undefined without a transcript. */
  hasEntries: boolean | undefined;
  transcriptHash: Buffer | undefined;
  /** Null if the transcript has no ends of entries; undefined without a transcript. */
  transcriptEndsHash: Buffer | null | undefined;
  /** The attendees with their ids; whether they are internal depends on the organization's domains. */
  people: Attendee[] | undefined;
  /** The transcript's pieces, if its speakers can be resolved without stored data. */
  pieces: TranscriptPiece[] | undefined;
  /** The words of the transcript, for the index. */
  words: IndexedPart[] | undefined;
};

/** Does the expensive work before the transaction, which holds a connection and the lock of the meeting's row. */
export async function prepareMeeting(incoming: IncomingMeeting): Promise<PreparedMeeting> {
  const { segments, attendees, transcriptLanguage } = incoming;
  const transcriptHash = segments && (await runYielding(hashTranscriptSteps(segments)));
  const transcriptEndsHash = segments && (await runYielding(hashEndsSteps(segments)));
  const people = attendees && (await runYielding(identifySteps(attendees)));
  const resolver = segments && people && (await runYielding(speakerResolverSteps(people)));
  const pieces = segments && resolver && (await renderTranscript(segments, resolver));
  const words = segments && (await runYielding(collectTranscriptWords(segments, transcriptLanguage)));
  const hasEntries = segments && segments.length > 0;
  return { ...incoming, hasEntries, transcriptHash, transcriptEndsHash, people, pieces, words };
}

/** Returns the id by which the source's meeting is recognized; for a meeting without one, a hash of its details. */
export function identityOf({ externalId, host, title, startMs, endMs }: IncomingMeeting): string {
  if (externalId !== undefined) return externalId;
  const details = [emailKey(host.email), title, formatDateTime(startMs), formatDateTime(endMs)];
  return `sha256:${createHash('sha256').update(JSON.stringify(details)).digest('hex')}`;
}
