import { isDeepStrictEqual } from 'node:util';
import type { Queries, Statement } from '../../db/database.ts';
import { canonicalLanguage } from '../../lib/language.ts';
import { canonicalCrmId } from '../../lib/salesforce-id.ts';
import { emailKey } from '../../lib/text.ts';
import { toPostgresTime } from '../../lib/time.ts';
import { resolveAttendees } from '../conversations/attendees.ts';
import { hashEnds, hashTranscript } from '../conversations/transcript-pieces.ts';
import { sourceMark } from '../recordings/set-recording.ts';
import type { IncomingMeeting } from './incoming-meeting.ts';
import { type DigestedMeeting, identityOf, type TranscriptDigests } from './prepare-meeting.ts';
import type { SourceType } from './source-types.ts';
import { isSameHash } from './versions/version-fields.ts';

/** A stored meeting, and the fields that an ingest would change in it. */
export type StoredMeetingComparison = { meetingId: string; changes: (keyof IncomingMeeting)[] };

type StoredRow = {
  id: number;
  sourceType: string;
  externalId: string;
  title: string;
  startMs: number;
  endMs: number;
  hostEmail: string;
  hostName: string | null;
  attendees: unknown;
  accountId: string | null;
  opportunityId: string | null;
  callUrl: string | null;
  recordingUrl: string | null;
  transcriptHash: Buffer | null;
  transcriptEndsHash: Buffer | null;
  transcriptLanguage: string | null;
  domains: string[];
  externalIds: { type: string; id: string }[];
};

const SELECT = `select m.id, m.source_type as "sourceType", m.external_id as "externalId", title, start_time as "startMs", end_time as "endMs", host_email as "hostEmail",
    host_name as "hostName", attendees, account_id as "accountId", opportunity_id as "opportunityId",
    call_url as "callUrl", recording_url as "recordingUrl", transcript_hash as "transcriptHash",
    transcript_ends_hash as "transcriptEndsHash", transcript_language as "transcriptLanguage", o.domains,
    (select coalesce(json_agg(json_build_object('type', e.type, 'id', e.external_id)), '[]')
     from meeting_external_ids e where e.organization_id = m.organization_id and e.meeting_id = m.id)
      as "externalIds"
  from meetings m join organizations o on o.id = m.organization_id`;

const selectByExternalId: Statement = {
  name: 'select-meeting-to-compare',
  // Served by meetings_external_id.
  text: `${SELECT} where m.organization_id = $1 and m.source_type = $2 and m.external_id = $3`,
};

const selectByIdentities: Statement = {
  name: 'select-meetings-to-compare',
  // Served by meetings_external_id.
  text: `${SELECT} join unnest($2::text[], $3::text[]) as given (source_type, external_id)
      on m.source_type = given.source_type and m.external_id = given.external_id
    where m.organization_id = $1`,
};

const selectByDetails: Statement = {
  name: 'select-meeting-to-compare-by-details',
  // Served by meetings_start_time. A meeting without its own id is identified by a hash of these fields and its host.
  text: `${SELECT} where m.organization_id = $1 and m.source_type = $2 and m.start_time = $3 and m.end_time = $4
    and m.title = $5 and m.external_id like 'sha256:%'`,
};

/**
 * Returns the fields that ingesting the meeting would change, without ingesting it, so that a repeated import skips
 * meetings that it has ingested.
 * @returns undefined if the organization does not know the meeting from this source
 */
export async function compareWithStoredMeetings(
  db: Queries,
  organizationId: number,
  sourceType: SourceType,
  incoming: IncomingMeeting,
): Promise<StoredMeetingComparison | undefined> {
  const stored = await find(db, organizationId, sourceType, incoming);
  if (!stored) return undefined;
  const { segments } = incoming;
  const hashes = segments && {
    transcriptHash: hashTranscript(segments),
    transcriptEndsHash: hashEnds(segments),
  };
  return { meetingId: `${stored.id}`, changes: changesOf({ ...incoming, ...hashes }, stored) };
}

/** The identity of a meeting that was prepared: its source, and the id of {@link identityOf}. */
export type MeetingIdentity = { sourceType: SourceType; identity: string };

/**
 * Compares meetings with the stored ones, in one statement.
 * @returns a function that returns what {@link compareWithStoredMeetings} returns
 */
export async function compareAllWithStored(
  db: Queries,
  organizationId: number,
  identities: readonly MeetingIdentity[],
): Promise<(one: MeetingIdentity, meeting: DigestedMeeting) => StoredMeetingComparison | undefined> {
  const values = [identities.map(({ sourceType }) => sourceType), identities.map(({ identity }) => identity)];
  const rows = await db.query<StoredRow>(selectByIdentities, [organizationId, ...values]);
  const known = new Map(rows.map((row) => [`${row.sourceType} ${row.externalId}`, row]));
  return ({ sourceType, identity }, meeting) => {
    const stored = known.get(`${sourceType} ${identity}`);
    return stored && { meetingId: `${stored.id}`, changes: changesOf(meeting, stored) };
  };
}

/**
 * Returns for each meeting whether ingesting it would change nothing as far as is seen now.
 * @returns false for all if the database cannot tell; it does not throw
 */
export async function findUnchanged(
  db: Queries,
  organizationId: number,
  meetings: readonly { sourceType: SourceType; incoming: DigestedMeeting }[],
): Promise<boolean[]> {
  const identities = meetings.map(({ sourceType, incoming }) => {
    return { sourceType, identity: identityOf(incoming) };
  });
  try {
    const compare = await compareAllWithStored(db, organizationId, identities);
    return meetings.map(({ incoming }, index) => compare(identities[index]!, incoming)?.changes.length === 0);
  } catch {
    return meetings.map(() => false);
  }
}

/** A meeting with the hashes of its transcript, if it has one. */
type Compared = IncomingMeeting & Partial<TranscriptDigests>;

function changesOf(meeting: Compared, stored: StoredRow): (keyof IncomingMeeting)[] {
  const isGiven = (field: keyof IncomingMeeting) =>
    (field === 'segments' ? meeting.transcriptHash : meeting[field]) !== undefined;
  const fields = Object.keys(KEEPS) as (keyof IncomingMeeting)[];
  return fields.filter((field) => isGiven(field) && !KEEPS[field](meeting as Required<Compared>, stored));
}

/** Returns whether ingesting a meeting would change nothing after the same one was ingested as a new one. */
export function repeats(meeting: DigestedMeeting, before: DigestedMeeting): boolean {
  const { transcriptHash, transcriptEndsHash, transcriptLanguage } = meeting;
  const fields = Object.keys(KEEPS) as (keyof IncomingMeeting)[];
  const areSame = fields.every(
    (field) =>
      ['segments', 'transcriptLanguage'].includes(field) ||
      meeting[field] === undefined ||
      isDeepStrictEqual(meeting[field], before[field]),
  );
  const hasSameTranscript =
    transcriptHash === undefined ||
    (isDeepStrictEqual(
      [transcriptHash, transcriptEndsHash],
      [before.transcriptHash, before.transcriptEndsHash],
    ) &&
      transcriptLanguage?.toLowerCase() === before.transcriptLanguage?.toLowerCase());
  return areSame && hasSameTranscript;
}

async function find(
  db: Queries,
  organizationId: number,
  sourceType: SourceType,
  { externalId, host, startMs, endMs, title }: IncomingMeeting,
): Promise<StoredRow | undefined> {
  if (externalId !== undefined) {
    return (await db.query<StoredRow>(selectByExternalId, [organizationId, sourceType, externalId]))[0];
  }
  const times = [toPostgresTime(startMs), toPostgresTime(endMs)];
  const rows = await db.query<StoredRow>(selectByDetails, [organizationId, sourceType, ...times, title]);
  return rows.find(({ hostEmail }) => emailKey(hostEmail) === emailKey(host.email));
}

/**
 * Returns, for each field, whether the given value is already stored. The type makes the compiler demand an entry for a
 * new field.
 */
const KEEPS: Record<keyof IncomingMeeting, (incoming: Required<Compared>, stored: StoredRow) => boolean> = {
  // The meeting was found by it.
  externalId: () => true,
  title: ({ title }, stored) => title === stored.title,
  startMs: ({ startMs }, stored) => startMs === stored.startMs,
  endMs: ({ endMs }, stored) => endMs === stored.endMs,
  host: ({ host }, stored) =>
    host.email === stored.hostEmail && (host.name === undefined || host.name === stored.hostName),
  attendees: ({ attendees }, stored) =>
    isDeepStrictEqual(asStored(resolveAttendees(attendees, stored.domains)), stored.attendees),
  accountId: ({ accountId }, stored) => canonicalCrmId(accountId) === stored.accountId,
  opportunityId: ({ opportunityId }, stored) => canonicalCrmId(opportunityId) === stored.opportunityId,
  callUrl: ({ callUrl }, stored) => callUrl === stored.callUrl,
  // A meeting that an earlier version stored has the URL itself.
  recordingUrl: ({ recordingUrl }, stored) =>
    [sourceMark(recordingUrl), recordingUrl].includes(stored.recordingUrl ?? ''),
  // The meeting's own id is among the stored ones, but not among the given ones.
  externalIds: ({ externalIds, externalId }, stored) => {
    const keys = (ids: { type: string; id: string }[]) =>
      ids.filter(({ id }) => id !== externalId).map(({ type, id }) => JSON.stringify([type, id]));
    const [given, known] = [new Set(keys(externalIds)), keys(stored.externalIds)];
    return given.size === known.length && known.every((key) => given.has(key));
  },
  segments: ({ transcriptHash, transcriptEndsHash, transcriptLanguage }, stored) =>
    isSameHash(stored.transcriptHash, transcriptHash!) &&
    isSameHash(stored.transcriptEndsHash, transcriptEndsHash ?? null) &&
    stored.transcriptLanguage === ((transcriptLanguage && canonicalLanguage(transcriptLanguage)) ?? null),
  // A language belongs to the segments that are given with it.
  transcriptLanguage: () => true,
};

/** Returns the value as it is read from a JSON column. */
function asStored(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
