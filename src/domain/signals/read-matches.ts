import type { Queries, Statement } from '../../db/database.ts';
import { toPostgresTime } from '../../lib/time.ts';
import type { VerifiedQuote } from './quotes.ts';

/** A match of a signal in a conversation, with its proof. Times are in milliseconds since the epoch. */
export type Match = {
  executionId: number;
  signalId: number;
  signalName: string;
  triggeredAtMs: number;
  reason: string;
  quotes: VerifiedQuote[];
  /** One of the two is the conversation. */
  meetingId: number | null;
  emailId: number | null;
  /** Of the conversation: its title or subject, and when it was. */
  title: string;
  atMs: number;
  accountId: string | null;
  accountName: string | null;
};

/** The place of a match in the list, which is sorted by the time of the judgement, newest first. */
export type MatchPlace = Pick<Match, 'triggeredAtMs' | 'executionId'>;

export type MatchFilter = {
  fromMs?: number | undefined;
  /** If omitted, the current time by the database's clock. */
  toMs?: number | undefined;
  /** If omitted, all signals. */
  signalIds?: readonly number[] | undefined;
  accountId?: string | undefined;
  /** Bounds of the start of the meeting, or the time of the e-mail. */
  conversationFromMs?: number | undefined;
  conversationToMs?: number | undefined;
};

const MATCHES = `select x.id as "executionId", x.signal_id as "signalId", s.name as "signalName",
    x.triggered_at as "triggeredAtMs", e.reason, e.quotes, x.meeting_id as "meetingId", x.email_id as "emailId",
    coalesce(m.title, mail.subject) as title, coalesce(m.start_time, mail.sent_at) as "atMs",
    coalesce(m.account_id, mail.account_id) as "accountId", r.name as "accountName"
  from page
  join signal_executions x on x.organization_id = $1 and x.id = page.id
  join signals s on s.organization_id = $1 and s.id = x.signal_id and s.deleted_at is null
  join signal_evaluations e on e.organization_id = $1 and e.run_id = x.run_id and e.signal_id = x.signal_id
  left join meetings m on m.organization_id = $1 and m.id = x.meeting_id
  left join emails mail on mail.organization_id = $1 and mail.id = x.email_id
  left join crm_records r on r.organization_id = $1 and r.type = 'ACCOUNT'
    and r.id = coalesce(m.account_id, mail.account_id)
  order by x.triggered_at desc, x.id desc`;

/** The conditions of a page: $2 from, $3 to, $4 signals, $5 and $6 the place before it, $7 its size. */
const CONDITIONS = `k.organization_id = $1 and k.superseded_at is null
    and k.triggered_at >= $2 and k.triggered_at <= coalesce($3::timestamptz, now())
    and k.signal_id in (select id from signals where organization_id = $1 and deleted_at is null
                        and ($4::bigint[] is null or id = any ($4)))
    and ($5::timestamptz is null or (k.triggered_at, k.id) < ($5, $6::bigint))`;
const NEWEST_FIRST = 'order by k.triggered_at desc, k.id desc limit $7';

const selectMatches: Statement = {
  name: 'select-matches',
  // Keys by a scan of signal_executions_all, read backwards; rows by the primary keys.
  text: `with page as materialized (
      select k.id from signal_executions k where ${CONDITIONS} ${NEWEST_FIRST}
    ) ${MATCHES}`,
};

/** The bounds of the times of conversations. */
const WINDOW = `coalesce($8::timestamptz, '-infinity') and coalesce($9::timestamptz, 'infinity')`;

const selectMatchesOfWindow: Statement = {
  name: 'select-matches-of-window',
  // Served by meetings_start_time and emails_sent_at, signal_executions_meeting and signal_executions_email; or by
  // signal_executions_all, if most of what was evaluated last is of the window.
  text: `with page as materialized (
      select k.id from (
        select x.* from meetings m
        join signal_executions x on x.organization_id = $1 and x.meeting_id = m.id and x.superseded_at is null
        where m.organization_id = $1 and m.start_time between ${WINDOW}
        union all
        select x.* from emails mail
        join signal_executions x on x.organization_id = $1 and x.email_id = mail.id and x.superseded_at is null
        where mail.organization_id = $1 and mail.sent_at between ${WINDOW}
      ) k where ${CONDITIONS} ${NEWEST_FIRST}
    ) ${MATCHES}`,
};

/** The newest conversations of an account whose matches are looked at, of each kind. */
const MAX_CONVERSATIONS = 5000;

const selectMatchesOfAccount: Statement = {
  name: 'select-matches-of-account',
  // Served by meetings_account and emails_account, signal_executions_meeting and signal_executions_email. $10 account.
  text: `with page as materialized (
      select k.id from (
        select x.* from (select id from meetings where organization_id = $1 and account_id = $10 and start_time between ${WINDOW}
                         order by start_time desc, id desc limit ${MAX_CONVERSATIONS}) m
        join signal_executions x on x.organization_id = $1 and x.meeting_id = m.id and x.superseded_at is null
        union all
        select x.* from (select id from emails where organization_id = $1 and account_id = $10 and sent_at between ${WINDOW}
                         order by sent_at desc, id desc limit ${MAX_CONVERSATIONS}) mail
        join signal_executions x on x.organization_id = $1 and x.email_id = mail.id and x.superseded_at is null
      ) k where ${CONDITIONS} ${NEWEST_FIRST}
    ) ${MATCHES}`,
};

const selectMatchesById: Statement = {
  name: 'select-matches-by-id',
  // Served by the primary keys.
  text: `with page as (
      select id from signal_executions where organization_id = $1 and id = any ($2::bigint[]) and superseded_at is null
    ) ${MATCHES}`,
};

const selectMatchesOfMeeting: Statement = {
  name: 'select-matches-of-meeting',
  // Served by signal_executions_meeting and the primary keys.
  text: `with page as (
      select id from signal_executions where organization_id = $1 and meeting_id = $2 and superseded_at is null
    ) ${MATCHES}`,
};

/** The beginning of time, as toPostgresTime takes it. */
const EVER_MS = 0;

/** Lists matches, the newest judgement first, without superseded ones and those of deleted signals. */
export function listMatches(
  db: Queries,
  organizationId: number,
  { fromMs = EVER_MS, toMs, signalIds, accountId, conversationFromMs, conversationToMs }: MatchFilter,
  { limit, after }: { limit: number; after: MatchPlace | undefined },
): Promise<Match[]> {
  const time = (ms: number | undefined) => (ms === undefined ? null : toPostgresTime(ms));
  const place = [time(after?.triggeredAtMs), after?.executionId ?? null];
  const values = [organizationId, time(fromMs), time(toMs), signalIds ?? null, ...place, limit];
  const window = [time(conversationFromMs), time(conversationToMs)];
  if (accountId !== undefined) return db.query(selectMatchesOfAccount, [...values, ...window, accountId]);
  const isWhole = conversationFromMs === undefined && conversationToMs === undefined;
  return isWhole ? db.query(selectMatches, values) : db.query(selectMatchesOfWindow, [...values, ...window]);
}

/** Reads matches by the ids of their executions; those that are superseded, and of deleted signals, are absent. */
export function readMatches(
  db: Queries,
  organizationId: number,
  executionIds: readonly number[],
): Promise<Match[]> {
  return executionIds.length === 0
    ? Promise.resolve([])
    : db.query(selectMatchesById, [organizationId, executionIds]);
}

/** Reads the matches in a meeting. */
export function readMatchesOfMeeting(
  db: Queries,
  organizationId: number,
  meetingId: number,
): Promise<Match[]> {
  return db.query(selectMatchesOfMeeting, [organizationId, meetingId]);
}
