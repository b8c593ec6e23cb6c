import type { Queries, Statement } from '../../../db/database.ts';
import { Fault, joinSentences } from '../../../lib/faults.ts';
import { toPostgresTime } from '../../../lib/time.ts';

/** The most meetings of one backtest, and how many it has if nobody says. */
export const MAX_MEETINGS = 2000;
export const DEFAULT_MEETINGS = 200;

/** The most meetings that are named one by one. */
export const MAX_NAMED_MEETINGS = 100;

/** Bounds of a window are inclusive, in milliseconds since the epoch; without `toMs` it ends now. */
export type MeetingChoice =
  | { fromMs: number; toMs?: number; maxMeetings: number; meetingIds?: undefined }
  | { meetingIds: readonly string[] };

/** A meeting with a transcript; `rawBytes` is how long that is as JSON. */
export type ChosenMeeting = { id: number; rawBytes: number };

export type ChosenMeetings = {
  /** Undefined where the meetings were named. */
  window: { fromMs: number; toMs: number } | undefined;
  /** How many there are to choose from: those of the window, or those named. */
  meetingsInWindow: number;
  /** Newest first. */
  meetings: ChosenMeeting[];
};

/** Of meetings `m`. A transcript without entries is one piece that is no longer than this. */
const HAS_WORDS = `exists (select 1 from meeting_transcript_pieces p
  where p.organization_id = $1 and p.meeting_id = m.id and p.raw_length > octet_length('{"entries":[]}'))`;

const RAW_BYTES = `(select sum(p.raw_length) from meeting_transcript_pieces p
  where p.organization_id = $1 and p.meeting_id = m.id)`;

type WindowRow = { toMs: number; total: number; id: number | null; rawBytes: number };

const selectWindow: Statement = {
  name: 'select-meetings-to-backtest',
  // Keys and count by meetings_start_time, backwards for the newest; whether there is a transcript by the key of its
  // pieces, which are looked at for their lengths only.
  text: `
    with span as materialized (
      select coalesce($3::timestamptz, now()::timestamptz(3)) as until
    ), chosen as materialized (
      select * from (
        select m.start_time, m.id from meetings m
        where m.organization_id = $1 and m.start_time >= $2 and m.start_time <= (select until from span)
          and ${HAS_WORDS}
        order by m.start_time desc, m.id desc limit $4
      ) as newest limit ${MAX_MEETINGS}
    ), total as materialized (
      select count(*) as total from meetings m
      where m.organization_id = $1 and m.start_time >= $2 and m.start_time <= (select until from span)
        and ${HAS_WORDS}
    )
    select span.until as "toMs", total, m.id, ${RAW_BYTES} as "rawBytes"
    from span cross join total left join chosen m on true
    order by m.start_time desc, m.id desc`,
};

const selectNamed: Statement = {
  name: 'select-named-meetings-to-backtest',
  // Served by the primary keys.
  text: `select m.id, ${HAS_WORDS} as "hasWords", ${RAW_BYTES} as "rawBytes" from meetings m
         where m.organization_id = $1 and m.id = any($2::bigint[])
         order by m.start_time desc, m.id desc`,
};

/**
 * The meetings that a draft is tried on. Those without a transcript do not count.
 * @throws Fault 400 if a named meeting is none of the organization's
 */
export function chooseMeetings(
  db: Queries,
  organizationId: number,
  choice: MeetingChoice,
): Promise<ChosenMeetings> {
  return choice.meetingIds === undefined
    ? chooseFromWindow(db, organizationId, choice)
    : chooseNamed(db, organizationId, choice.meetingIds);
}

async function chooseFromWindow(
  db: Queries,
  organizationId: number,
  { fromMs, toMs, maxMeetings }: { fromMs: number; toMs?: number; maxMeetings: number },
): Promise<ChosenMeetings> {
  const rows = await db.query<WindowRow>(selectWindow, [
    organizationId,
    toPostgresTime(fromMs),
    toMs === undefined ? null : toPostgresTime(toMs),
    maxMeetings,
  ]);
  const [{ toMs: untilMs, total }] = rows as [WindowRow];
  return {
    window: { fromMs, toMs: untilMs },
    meetingsInWindow: total,
    // Where there is none, one row without a meeting tells the rest.
    meetings: rows.flatMap(({ id, rawBytes }) => (id === null ? [] : { id, rawBytes })),
  };
}

/** What the id of a meeting looks like; any other text is nobody's. */
const MEETING_ID = /^[1-9]\d{0,15}$/;

async function chooseNamed(
  db: Queries,
  organizationId: number,
  meetingIds: readonly string[],
): Promise<ChosenMeetings> {
  const rows = await db.query<{ id: number; hasWords: boolean; rawBytes: number }>(selectNamed, [
    organizationId,
    meetingIds.filter((id) => MEETING_ID.test(id)),
  ]);
  const known = new Set(rows.map(({ id }) => `${id}`));
  const unknown = [...new Set(meetingIds.filter((id) => !known.has(id)))];
  if (unknown.length > 0) {
    throw new Fault(
      'invalid',
      joinSentences(unknown.map((id) => `meetingIds: there is no meeting ${JSON.stringify(id)}`)),
    );
  }
  const meetings = rows.filter(({ hasWords }) => hasWords).map(({ id, rawBytes }) => ({ id, rawBytes }));
  return { window: undefined, meetingsInWindow: meetings.length, meetings };
}
