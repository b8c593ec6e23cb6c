import type { Database, Queries, Statement } from '../../db/database.ts';
import { Fault, joinSentences } from '../../lib/faults.ts';
import { toPostgresTime } from '../../lib/time.ts';
import { listMeetings } from '../meetings/read-meetings.ts';

/** The meetings that a question is about; bounds are inclusive, in milliseconds since the epoch. */
export type AskScope = {
  accountId?: string | undefined;
  meetingIds?: readonly number[] | undefined;
  fromMs?: number | undefined;
  toMs?: number | undefined;
};

/** The most meetings that a question can name. */
export const MAX_ASKED_MEETINGS = 100;

/** The form of the id of a meeting; other texts cannot match. */
const MEETING_ID = /^[1-9]\d{0,15}$/;

/** Before all meetings. */
const FIRST_MS = Date.parse('0000-01-01T00:00:00Z');

const selectNamed: Statement = {
  name: 'select-named-meetings-to-ask',
  // Served by the primary key.
  text: `select id, ($3::timestamptz is null or start_time >= $3) and ($4::timestamptz is null or end_time <= $4)
             and ($5::text is null or account_id = $5) as "isInScope"
         from meetings where organization_id = $1 and id = any($2::bigint[])`,
};

/**
 * Counts the meetings of the scope.
 * @throws Fault 404 if a named meeting does not belong to the organization
 */
export async function countScope(db: Database, organizationId: number, scope: AskScope): Promise<number> {
  const { accountId, meetingIds, fromMs = FIRST_MS, toMs } = scope;
  if (meetingIds) {
    const named = await db.query<{ isInScope: boolean | null }>(
      selectNamed,
      scopeValues(organizationId, scope),
    );
    return named.filter(({ isInScope }) => isInScope).length;
  }
  const filter = {
    fromMs,
    ...(toMs === undefined ? {} : { toMs }),
    ...(accountId === undefined ? {} : { accountId }),
  };
  const page = { limit: 1, offset: 0, isDescending: true, withTranscripts: false };
  return (await listMeetings(db, organizationId, filter, page)).total;
}

const selectAccountUse: Statement = {
  name: 'select-account-use-to-ask',
  // Served by meetings_account.
  text: 'select 1 as found from meetings where organization_id = $1 and account_id = $2 limit 1',
};

/** Returns why a scope has no meetings, if that is because no meeting of the organization bears its account. */
export async function hintOfEmptyScope(
  db: Queries,
  organizationId: number,
  { accountId }: AskScope,
): Promise<string | undefined> {
  if (accountId === undefined) return undefined;
  const uses = await db.query(selectAccountUse, [organizationId, accountId]);
  return uses.length > 0 ? undefined : `No meeting has the CRM account ${JSON.stringify(accountId)}.`;
}

/**
 * Returns the named meetings as numbers.
 * @throws Fault 404 if the organization does not have one of them
 */
export async function knownMeetings(
  db: Queries,
  organizationId: number,
  named: readonly string[],
): Promise<number[]> {
  const ids = [...new Set(named)];
  const numbers = ids.filter((id) => MEETING_ID.test(id)).map(Number);
  const rows = await db.query<{ id: number }>(
    selectNamed,
    scopeValues(organizationId, { meetingIds: numbers }),
  );
  const known = new Set(rows.map(({ id }) => `${id}`));
  const unknown = ids.filter((id) => !known.has(id));
  if (unknown.length > 0) {
    throw new Fault(
      'missing',
      joinSentences(unknown.map((id) => `meetingIds: there is no meeting ${JSON.stringify(id)}`)),
    );
  }
  return numbers;
}

// A transcript without entries is one piece of at most this length.
const HAS_WORDS = `exists (select from meeting_transcript_pieces p
  where p.organization_id = $1 and p.meeting_id = m.id and p.raw_length > octet_length('{"entries":[]}'))`;
const IN_WINDOW = `($3::timestamptz is null or m.start_time >= $3)
  and ($4::timestamptz is null or m.end_time <= $4 and m.start_time <= $4)`;
const NEWEST = `select m.id, m.start_time as "startMs" from meetings m
  where m.organization_id = $1 and ${IN_WINDOW} and ${HAS_WORDS}`;

const selectNewest: Statement = {
  name: 'select-newest-meetings-to-ask',
  // Served by meetings_start_time, read backwards.
  text: `${NEWEST} and $2::bigint[] is null and $5::text is null order by m.start_time desc, m.id desc limit $6`,
};

const selectNewestOfAccount: Statement = {
  name: 'select-newest-meetings-of-account-to-ask',
  // Served by meetings_account, read backwards.
  text: `${NEWEST} and ($2::bigint[] is null or m.id = any($2)) and m.account_id = $5
         order by m.start_time desc, m.id desc limit $6`,
};

const selectNewestNamed: Statement = {
  name: 'select-newest-named-meetings-to-ask',
  // Served by the primary key.
  text: `${NEWEST} and m.id = any($2::bigint[]) and $5::text is null
         order by m.start_time desc, m.id desc limit $6`,
};

/** Returns the newest meetings of the scope that have a transcript. */
export function newestMeetings(
  db: Queries,
  organizationId: number,
  scope: AskScope,
  limit: number,
): Promise<{ id: number; startMs: number }[]> {
  const values = [...scopeValues(organizationId, scope), limit];
  if (scope.accountId !== undefined) return db.query(selectNewestOfAccount, values);
  return scope.meetingIds ? db.query(selectNewestNamed, values) : db.query(selectNewest, values);
}

/** Returns the parameters $1 to $5 of the statements that are bounded by a scope. */
export function scopeValues(
  organizationId: number,
  { accountId, meetingIds, fromMs, toMs }: AskScope,
): unknown[] {
  const time = (ms: number | undefined) => (ms === undefined ? null : toPostgresTime(ms));
  return [organizationId, meetingIds ?? null, time(fromMs), time(toMs), accountId ?? null];
}
