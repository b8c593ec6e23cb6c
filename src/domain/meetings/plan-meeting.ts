import { accountDomains } from '../conversations/account-domains.ts';
import type { Attendee } from '../conversations/attendees.ts';
import type { Segment, TranscriptPiece } from '../conversations/transcript-pieces.ts';
import type { RecordingRow } from '../recordings/queries.ts';
import { isSameSource } from '../recordings/set-recording.ts';
import type { IndexedPart } from '../words/collect-terms.ts';
import { mergeMeeting, type StoredFields } from './merge-meeting.ts';
import type { PreparedMeeting } from './prepare-meeting.ts';
import type { StoredMeeting } from './queries.ts';
import type { SourceType } from './source-types.ts';
import type { NextVersion } from './versions/replace-version.ts';
import {
  areSameIds,
  CHANGES,
  changedFields,
  type ExternalId,
  isSameHash,
  type VersionChange,
} from './versions/version-fields.ts';

/**
 * Planning an ingest is pure, in two steps: {@link draftPlan} merges the input with the stored row and determines what
 * else has to be read; {@link planMeeting} then decides everything that is to be written.
 */
export type PlanDraft = {
  incoming: PreparedMeeting;
  /** The stored row; undefined for a new meeting. */
  stored: StoredMeeting | undefined;
  merged: StoredFields;
  rules: PlanRules;
  needs: Needs;
};

export type PlanRules = {
  sourceType: SourceType;
  cause: 'ingest' | 'import';
  keyId: number | undefined;
  /** Whether summary and signals run if the title or the transcript is new. */
  process: boolean;
};

/** The data that planning an ingest needs in addition to the meeting's row. */
export type Needs = {
  /** The domains whose common CRM account has to be read; empty if it does not matter. */
  accountOf: ReadonlySet<string>;
  externalIds: boolean;
  recording: boolean;
  transcript: boolean;
  /** Whether to determine if the transcript has any entry. */
  hasTranscript: boolean;
};

/** The data that was read. Data that is not needed, or that the meeting does not have, is omitted. */
export type Read = {
  account?: string | undefined;
  externalIds?: readonly ExternalId[] | undefined;
  recording?: RecordingRow | undefined;
  transcript?: readonly Segment[] | undefined;
  hasTranscript?: boolean | undefined;
};

/** Everything that an ingest writes. */
export type MeetingPlan = {
  /** The row. */
  fields: StoredFields;
  /** The version that the ingest makes of a stored meeting; undefined if the meeting is new or nothing changes. */
  version: NextVersion | undefined;
  externalIds: { ids: readonly ExternalId[]; replaces: boolean };
  /** The transcript to write: its pieces, or the segments to render them from; undefined if the stored one stays. */
  transcript:
    | { pieces: readonly TranscriptPiece[] }
    | { segments: readonly Segment[]; people: Attendee[] }
    | undefined;
  /** Whether the transcript replaces stored pieces. */
  replacesTranscript: boolean;
  /** The words to index; undefined if those of the stored transcript stay. */
  words: readonly IndexedPart[] | undefined;
  /** Whether the findings of the stored transcript are no longer valid. */
  supersedesFindings: boolean;
  requestsRun: boolean;
  /** A recording to fetch, and the meeting's current one. */
  recording: { url: string; known: RecordingRow | undefined } | undefined;
};

/** Merges the input with the stored meeting, and determines what has to be read before the plan is made. */
export function draftPlan(
  incoming: PreparedMeeting,
  stored: StoredMeeting | undefined,
  domains: readonly string[],
  rules: PlanRules,
): PlanDraft {
  const merged = mergeMeeting(incoming, stored, domains);
  const transcript = stored !== undefined && rewritesStoredTranscript(incoming, stored);
  const needs: Needs = {
    accountOf: stored ? new Set() : accountDomains(merged, merged.attendees),
    externalIds: stored !== undefined && incoming.externalIds !== undefined,
    recording: stored !== undefined && incoming.recordingUrl !== undefined,
    transcript,
    hasTranscript:
      rules.process && !transcript && incoming.hasEntries === undefined && hasNews(stored, merged),
  };
  return { incoming, stored, merged, rules, needs };
}

/** Returns whether the stored transcript has to be rewritten: other attendees change to whom its speakers refer. */
function rewritesStoredTranscript({ hasEntries, people }: PreparedMeeting, stored: StoredMeeting): boolean {
  return hasEntries === undefined && people !== undefined && stored.transcriptHash !== null;
}

/** Returns whether there is a transcript, and it is new or has a new title. */
function hasNews(stored: StoredMeeting | undefined, { title, transcriptHash }: StoredFields): boolean {
  if (transcriptHash === null) return false;
  return !stored || stored.title !== title || !isSameHash(stored.transcriptHash, transcriptHash);
}

/**
 * Decides everything that an ingest writes.
 * @param read the data that the draft needs
 */
export function planMeeting({ incoming, stored, merged, rules }: PlanDraft, read: Read): MeetingPlan {
  const { recordingUrl, transcriptHash } = incoming;
  const fields = stored || read.account === undefined ? merged : { ...merged, accountId: read.account };
  const transcript = plannedTranscript(incoming, fields, read);
  const externalIds = {
    ids: externalIdsOf(incoming, rules.sourceType),
    replaces: stored !== undefined && incoming.externalIds !== undefined,
  };
  const isSameRecording =
    recordingUrl === undefined ||
    (read.recording !== undefined && isSameSource(read.recording, recordingUrl));
  const { hasEntries = read.transcript && read.transcript.length > 0 } = incoming;
  const hasWords = hasEntries ?? read.hasTranscript === true;
  return {
    fields,
    version:
      stored &&
      nextVersion(stored, fields, rules, {
        rewritesTranscript: transcript !== undefined,
        hasOtherIds: externalIds.replaces && !areSameIds(read.externalIds!, externalIds.ids),
        hasOtherRecording: !isSameRecording,
      }),
    externalIds,
    transcript,
    replacesTranscript: Boolean(stored?.transcriptHash),
    words: stored && hasSameWords(stored, fields) ? undefined : incoming.words,
    supersedesFindings: Boolean(
      transcriptHash && stored?.transcriptHash && !transcriptHash.equals(stored.transcriptHash),
    ),
    requestsRun: rules.process && hasWords && hasNews(stored, fields),
    // If the URL is the same, it is fetched again only if its fetch failed.
    recording:
      recordingUrl === undefined || (isSameRecording && read.recording?.state !== 'failed')
        ? undefined
        : { url: recordingUrl, known: read.recording },
  };
}

/** Returns whether the words are the same, and are stemmed alike. */
function hasSameWords(stored: StoredMeeting, { transcriptHash, transcriptLanguage }: StoredFields): boolean {
  return (
    isSameHash(stored.transcriptHash, transcriptHash) && stored.transcriptLanguage === transcriptLanguage
  );
}

/** Returns the transcript to write, if it or the attendees to whom its speakers refer are given. */
function plannedTranscript(
  { pieces, segments }: PreparedMeeting,
  { attendees }: StoredFields,
  read: Read,
): MeetingPlan['transcript'] {
  if (pieces) return { pieces };
  const given = segments ?? read.transcript;
  return given && { segments: given, people: attendees };
}

/** Returns the meeting's own id, and its ids in other systems. */
function externalIdsOf(
  { externalId, externalIds = [] }: PreparedMeeting,
  sourceType: SourceType,
): readonly ExternalId[] {
  return externalId === undefined ? externalIds : [{ type: sourceType, id: externalId }, ...externalIds];
}

/** @returns undefined if the ingest changes nothing */
function nextVersion(
  stored: StoredMeeting,
  fields: StoredFields,
  { cause, keyId }: PlanRules,
  found: { rewritesTranscript: boolean; hasOtherIds: boolean; hasOtherRecording: boolean },
): NextVersion | undefined {
  const all = new Set<VersionChange>(changedFields(stored, fields));
  if (found.hasOtherIds) all.add('externalIds');
  if (found.hasOtherRecording) all.add('recording');
  const changed = CHANGES.filter((change) => all.has(change));
  if (changed.length === 0) return undefined;
  // The same words with the same attendees produce the same pieces.
  const isOtherTranscript = found.rewritesTranscript && (all.has('transcript') || all.has('attendees'));
  const transcript = isOtherTranscript
    ? { current: stored.transcriptVersion, next: stored.version + 1 }
    : undefined;
  return { cause, changed, keyId, transcript };
}
