import { isDeepStrictEqual } from 'node:util';
import type { ChangedField } from '../../events/record-event.ts';
import type { MeetingFields } from '../render-head.ts';

/** The parts of a meeting that a version can change, as the API lists them. */
export const CHANGES = [
  'title',
  'times',
  'host',
  'attendees',
  'transcript',
  'recording',
  'crm',
  'callUrl',
  'externalIds',
] as const;

export type VersionChange = (typeof CHANGES)[number];

/** The operations that create a version. */
export const CAUSES = ['ingest', 'import', 'upload', 'restore'] as const;

export type Cause = (typeof CAUSES)[number];

export type ExternalId = { type: string; id: string };

/** The fields of a meeting that a version keeps, in addition to its transcript and its recording. */
export type VersionFields = MeetingFields & {
  callUrl: string | null;
  /** The mark of the source URL. */
  recordingUrl: string | null;
  externalIds: ExternalId[];
};

/** {@link VersionFields} of the row `m` of meetings, of the organization in $1, as jsonb. */
export const FIELDS = `jsonb_build_object(
    'title', m.title, 'startMs', (extract(epoch from m.start_time) * 1000)::bigint,
    'endMs', (extract(epoch from m.end_time) * 1000)::bigint, 'hostEmail', m.host_email, 'hostName', m.host_name,
    'attendees', m.attendees, 'accountId', m.account_id, 'opportunityId', m.opportunity_id, 'leadId', m.lead_id,
    'caseId', m.case_id, 'callUrl', m.call_url, 'recordingUrl', m.recording_url,
    'externalIds', (
      select coalesce(jsonb_agg(jsonb_build_object('type', e.type, 'id', e.external_id) order by e.type, e.external_id), '[]')
      from meeting_external_ids e where e.organization_id = $1 and e.meeting_id = m.id))`;

/** The hashed content of a transcript: its words, the ends of its entries, and its language. */
export type TranscriptIdentity = {
  transcriptHash: Buffer | null;
  transcriptEndsHash: Buffer | null;
  transcriptLanguage: string | null;
};

/** The columns of {@link TranscriptIdentity}, which meetings and their versions have alike. */
export const TRANSCRIPT_IDENTITY = `transcript_hash as "transcriptHash", transcript_ends_hash as "transcriptEndsHash",
    transcript_language as "transcriptLanguage"`;

type ComparedFields = Omit<VersionFields, 'externalIds' | 'recordingUrl'> & TranscriptIdentity;

/**
 * Returns the fields that differ, and whether the transcript does. The owners of recordings and external ids compare
 * those.
 */
export function changedFields(before: ComparedFields, after: ComparedFields): VersionChange[] {
  const differs = (...names: (keyof ComparedFields)[]) => names.some((name) => before[name] !== after[name]);
  const hasOtherAttendees =
    before.attendees !== after.attendees && !isDeepStrictEqual(before.attendees, after.attendees);
  const found: Partial<Record<VersionChange, boolean>> = {
    title: differs('title'),
    times: differs('startMs', 'endMs'),
    host: differs('hostEmail', 'hostName'),
    attendees: hasOtherAttendees,
    transcript:
      differs('transcriptLanguage') ||
      !isSameHash(before.transcriptHash, after.transcriptHash) ||
      !isSameHash(before.transcriptEndsHash, after.transcriptEndsHash),
    crm: differs('accountId', 'opportunityId', 'leadId', 'caseId'),
    callUrl: differs('callUrl'),
  };
  return CHANGES.filter((change) => found[change]);
}

/** Returns the parts of a meeting that readers of changes distinguish, for the parts that a version changes. */
export function changedParts(changed: readonly VersionChange[]): ChangedField[] {
  const parts = changed.map((change) => (isOwnPart(change) ? change : 'details'));
  return [...new Set(parts)];
}

function isOwnPart(change: VersionChange): change is VersionChange & ChangedField {
  return change === 'transcript' || change === 'recording' || change === 'crm';
}

/** Returns whether two transcripts are the same; null means no transcript. */
export function isSameHash(one: Buffer | null, other: Buffer | null): boolean {
  return one === null || other === null ? one === other : one.equals(other);
}

/** Returns whether two lists contain the same external ids. */
export function areSameIds(some: readonly ExternalId[], others: readonly ExternalId[]): boolean {
  const keys = new Set(some.map(keyOf));
  const otherKeys = new Set(others.map(keyOf));
  return keys.size === otherKeys.size && [...keys].every((key) => otherKeys.has(key));
}

function keyOf({ type, id }: ExternalId): string {
  return JSON.stringify([type, id]);
}
