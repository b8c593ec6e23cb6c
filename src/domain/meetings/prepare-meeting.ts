import { createHash } from 'node:crypto';
import { runWithoutYielding, runYielding } from '../../lib/event-loop.ts';
import { deflatePiece, deflatePieceAside, type NewPiece } from '../../lib/gzip-pieces.ts';
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

/** The digests of a transcript, which tell whether it is the stored one. */
export type TranscriptDigests = {
  transcriptHash: Buffer | undefined;
  /** Null if the transcript has no ends of entries; undefined without a transcript. */
  transcriptEndsHash: Buffer | null | undefined;
};

/** A meeting with what comparing it with the stored one takes; the segments themselves may be left out. */
export type DigestedMeeting = IncomingMeeting & TranscriptDigests;

/**
 * A meeting as a source delivers it, with everything that can be computed without the database. If `pieces` are there,
 * its segments are not needed any more.
 */
export type PreparedMeeting = DigestedMeeting & {
  /** Whether the transcript has any entry; undefined without a transcript. */
  hasEntries: boolean | undefined;
  /** The attendees with their ids; whether they are internal depends on the organization's domains. */
  people: Attendee[] | undefined;
  /** The transcript's pieces, if its speakers can be resolved without stored data. */
  pieces: TranscriptPiece[] | undefined;
  /** The words of the transcript, for the index. */
  words: IndexedPart[] | undefined;
};

/** The way in which a meeting is prepared. */
export type Manner = {
  run<Result>(steps: Generator<void, Result>): Result | Promise<Result>;
  deflate(raw: Buffer): NewPiece | Promise<NewPiece>;
};

/** In short parts, so that other requests are served meanwhile. */
const IN_TURNS: Manner = { run: runYielding, deflate: deflatePieceAside };

/** In a thread of its own, where nobody else waits: this takes less processor time and keeps fewer objects alive at once. */
export const IN_ONE_GO: Manner = { run: runWithoutYielding, deflate: deflatePiece };

/** Computes the digests of a meeting's transcript. */
export async function digestTranscript(
  { segments }: Pick<IncomingMeeting, 'segments'>,
  { run }: Pick<Manner, 'run'> = IN_TURNS,
): Promise<TranscriptDigests> {
  return {
    transcriptHash: segments && (await run(hashTranscriptSteps(segments))),
    transcriptEndsHash: segments && (await run(hashEndsSteps(segments))),
  };
}

/**
 * Does the expensive work before the transaction, which holds a connection and the lock of the meeting's row.
 * @param known the digests of the transcript, if they were computed before
 */
export async function prepareMeeting(
  incoming: IncomingMeeting,
  { run, deflate }: Manner = IN_TURNS,
  known?: TranscriptDigests,
): Promise<PreparedMeeting> {
  const { segments, attendees, transcriptLanguage } = incoming;
  const digests = known ?? (await digestTranscript(incoming, { run }));
  const people = attendees && (await run(identifySteps(attendees)));
  const resolver = segments && people && (await run(speakerResolverSteps(people)));
  const pieces = segments && resolver && (await renderTranscript(segments, resolver, deflate));
  const words = segments && (await run(collectTranscriptWords(segments, transcriptLanguage)));
  const hasEntries = segments && segments.length > 0;
  return { ...incoming, ...digests, hasEntries, people, pieces, words };
}

/** Returns the id by which the source's meeting is recognized; for a meeting without one, a hash of its details. */
export function identityOf({ externalId, host, title, startMs, endMs }: IncomingMeeting): string {
  if (externalId !== undefined) return externalId;
  const details = [emailKey(host.email), title, formatDateTime(startMs), formatDateTime(endMs)];
  return `sha256:${createHash('sha256').update(JSON.stringify(details)).digest('hex')}`;
}
