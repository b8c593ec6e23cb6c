import { deflatePiece } from '../../../lib/gzip-pieces.ts';
import type { KeepBytes } from '../../../lib/slab.ts';
import { renderTranscript, type TranscriptPiece } from '../../conversations/transcript-pieces.ts';
import type { IndexedPart } from '../../words/collect-terms.ts';
import { type IncomingMeeting, refuseContradictions } from '../incoming-meeting.ts';
import {
  type DigestedMeeting,
  IN_ONE_GO,
  type PreparedMeeting,
  prepareMeeting,
  type TranscriptDigests,
} from '../prepare-meeting.ts';

/** A meeting that was prepared in another thread, which may know the pieces that it has if it is new. */
export type MeetingFromThread = PreparedMeeting & {
  /** The pieces of the transcript of a new meeting without attendees; with attendees, `pieces` are there. */
  piecesIfNew?: TranscriptPiece[] | undefined;
};

/** A prepared meeting as it is posted from one thread to another, where a Buffer arrives as a Uint8Array. */
export type PostedMeeting = Omit<
  MeetingFromThread,
  'pieces' | 'piecesIfNew' | 'words' | 'transcriptHash' | 'transcriptEndsHash'
> & {
  pieces: Posted<TranscriptPiece, 'deflated'>[] | undefined;
  piecesIfNew: Posted<TranscriptPiece, 'deflated'>[] | undefined;
  words: Posted<IndexedPart, 'pairs' | 'triples'>[] | undefined;
  transcriptHash: Uint8Array<ArrayBuffer> | undefined;
  transcriptEndsHash: Uint8Array<ArrayBuffer> | null | undefined;
};

type Posted<Part, Name extends keyof Part> = Omit<Part, Name> & Record<Name, Uint8Array<ArrayBuffer>>;

/**
 * Prepares a meeting to be posted to another thread.
 * @param keep copies bytes to where they are posted from
 * @param known the digests of the transcript, if they were computed before
 * @throws Fault 422 if its details contradict each other
 */
export async function prepareToPost(
  incoming: IncomingMeeting,
  keep: KeepBytes,
  known?: TranscriptDigests,
): Promise<PostedMeeting> {
  refuseContradictions(incoming);
  const prepared = await prepareMeeting(incoming, IN_ONE_GO, known);
  const { pieces, segments, words, transcriptHash, transcriptEndsHash } = prepared;
  const piecesIfNew =
    segments && !pieces ? await renderTranscript(segments, () => undefined, deflatePiece) : undefined;
  const post = (all: TranscriptPiece[] | undefined) =>
    all?.map((piece) => ({ ...piece, deflated: keep(piece.deflated) }));
  return {
    ...prepared,
    // Copying them takes longer than all the rest; with pieces they are not needed.
    segments: pieces ? undefined : segments,
    pieces: post(pieces),
    piecesIfNew: post(piecesIfNew),
    words: words?.map((part) => ({ ...part, pairs: keep(part.pairs), triples: keep(part.triples) })),
    transcriptHash: transcriptHash && keep(transcriptHash),
    transcriptEndsHash: transcriptEndsHash && keep(transcriptEndsHash),
  } as PostedMeeting;
}

/** Returns a meeting without the segments of its transcript, to be posted to another thread for comparison. */
export function digestToPost(incoming: IncomingMeeting, digests: TranscriptDigests): DigestedMeeting {
  const { segments: _, ...details } = incoming;
  const { transcriptHash, transcriptEndsHash } = digests;
  return {
    ...details,
    // A Buffer may be a small part of a large one, all of which would be posted.
    transcriptHash: transcriptHash && asBuffer(new Uint8Array(transcriptHash)),
    transcriptEndsHash: transcriptEndsHash && asBuffer(new Uint8Array(transcriptEndsHash)),
  };
}

/** Restores a meeting that another thread has posted for comparison. */
export function receiveDigest(posted: DigestedMeeting): DigestedMeeting {
  const { transcriptHash, transcriptEndsHash } = posted;
  return {
    ...posted,
    transcriptHash: transcriptHash && asBuffer(transcriptHash as Uint8Array<ArrayBuffer>),
    transcriptEndsHash: transcriptEndsHash && asBuffer(transcriptEndsHash as Uint8Array<ArrayBuffer>),
  };
}

/** Restores a meeting that another thread has posted. */
export function receivePosted(posted: PostedMeeting): MeetingFromThread {
  const { pieces, piecesIfNew, words, transcriptHash, transcriptEndsHash, ...rest } = posted;
  const restore = (all: PostedMeeting['pieces']) =>
    all?.map((piece) => ({ ...piece, deflated: asBuffer(piece.deflated) }));
  return {
    ...rest,
    pieces: restore(pieces),
    piecesIfNew: restore(piecesIfNew),
    words: words?.map((part) => ({ ...part, pairs: asBuffer(part.pairs), triples: asBuffer(part.triples) })),
    transcriptHash: transcriptHash && asBuffer(transcriptHash),
    transcriptEndsHash: transcriptEndsHash && asBuffer(transcriptEndsHash),
  };
}

function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
