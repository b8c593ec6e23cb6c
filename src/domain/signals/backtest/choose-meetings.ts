import type { Queries, Statement } from '../../../db/database.ts';
import { Fault, joinSentences } from '../../../lib/faults.ts';
import { toPostgresTime } from '../../../lib/time.ts';

/** The most meetings of one backtest, and the default. */
export const MAX_MEETINGS = 2000;
export const DEFAULT_MEETINGS = 200;

/** The most meetings that a request can name. */
export const MAX_NAMED_MEETINGS = 100;

/** Bounds of a window are inclusive, in milliseconds since the epoch; without `toMs` it ends now. */
export type MeetingChoice = WindowChoice | { meetingIds: readonly string[] };

type WindowChoice = {
  /** Undefined only if `onlyLabelled`. */
  fromMs?: number;
  toMs?: number;
  maxMeetings: number;
  /** Leaves out meetings in which no evaluation of the signal is labelled. */
  onlyLabelled?: boolean;
  meetingIds?: undefined;
};

/** A meeting with a transcript; `rawBytes` is its length as JSON. */
export type ChosenMeeting = { id: number; rawBytes: number };

export type ChosenMeetings = {
  /** Undefined if the meetings were named, or only labelled ones were wanted. */
  window: { fromMs: number; toMs: number } | undefined;
  /** The number of candidates: the meetings of the window, or those named. */
  meetingsInWindow: number;
  /** The chosen meetings: those that are labelled, then the others, each newest first. */
  meetings: ChosenMeeting[];
};

/** A condition on meetings `m`. A transcript without entries is one piece of at most this length. */
const HAS_WORDS = `exists (select 1 from meeting_transcript_pieces p
  where p.organization_id = $1 and p.meeting_id = m.id and p.raw_length > octet_length('{"entries":[]}'))`;

const RAW_BYTES = `(select sum(p.raw_length) from meeting_transcript_pieces p
  where p.organization_id = $1 and p.meeting_id = m.id)`;

type WindowRow = { toMs: number; total: number; id: number | null; rawBytes: number };

const selectWindow: Statement = {
  name: 'select-meetings-to-backtest',
  // Served by meetings_start_time for keys and count, backwards for the newest; the existence of a transcript by the
  // key of its pieces, which are read only for their lengths; labels by signal_labels_signal.
  text: `
    with span as materialized (
      select coalesce($3::timestamptz, now()::timestamptz(3)) as until
    ), labelled as materialized (
      select * from (
        select m.start_time, m.id from meetings m
        where m.organization_id = $1 and m.start_time >= $2 and m.start_time <= (select until from span)
          and m.id in (select l.meeting_id from signal_labels l
                       where l.organization_id = $1 and l.signal_id = $5 and l.meeting_id is not null)
          and ${HAS_WORDS}
        order by m.start_time desc, m.id desc limit $4
      ) as newest limit ${MAX_MEETINGS}
    ), others as materialized (
      select * from (
        select m.start_time, m.id from meetings m
        where not $6 and m.organization_id = $1 and m.start_time >= $2 and m.start_time <= (select until from span)
          and m.id not in (select id from labelled) and ${HAS_WORDS}
        order by m.start_time desc, m.id desc limit $4
      ) as newest limit ${MAX_MEETINGS}
    ), chosen as (
      select 1 as turn, start_time, id from labelled union all select 2, start_time, id from others
      order by 1, 2 desc, 3 desc limit $4
    ), total as materialized (
      select count(*) as total from meetings m
      where not $6 and m.organization_id = $1 and m.start_time >= $2 and m.start_time <= (select until from span)
        and ${HAS_WORDS}
    )
    select span.until as "toMs", case when $6 then (select count(*) from labelled) else total end as total, m.id,
      ${RAW_BYTES} as "rawBytes"
    from span cross join total left join chosen m on true
    order by m.turn, m.start_time desc, m.id desc`,
};

const selectNamed: Statement = {
  name: 'select-named-meetings-to-backtest',
  // Served by the primary keys.
  text: `select m.id, ${HAS_WORDS} as "hasWords", ${RAW_BYTES} as "rawBytes" from meetings m
         where m.organization_id = $1 and m.id = any($2::bigint[])
         order by m.start_time desc, m.id desc`,
};

/**
 * Chooses the meetings on which a draft is tried, among those with a transcript. Of a window, those come first in which an evaluation of
 * the signal is labelled.
 * @param signalId the signal that the draft changes, if any
 * @throws Fault 400 if a named meeting does not belong to the organization
 */
export function chooseMeetings(
  db: Queries,
  organizationId: number,
  choice: MeetingChoice,
  signalId?: number,
): Promise<ChosenMeetings> {
  return choice.meetingIds === undefined
    ? chooseFromWindow(db, organizationId, choice, signalId)
    : chooseNamed(db, organizationId, choice.meetingIds);
}

async function chooseFromWindow(
  db: Queries,
  organizationId: number,
  { fromMs, toMs, maxMeetings, onlyLabelled = false }: WindowChoice,
  signalId: number | undefined,
): Promise<ChosenMeetings> {
  const rows = await db.query<WindowRow>(selectWindow, [
    organizationId,
    toPostgresTime(fromMs ?? 0),
    toMs === undefined ? null : toPostgresTime(toMs),
    maxMeetings,
    signalId,
    onlyLabelled,
  ]);
  const [{ toMs: untilMs, total }] = rows as [WindowRow];
  return {
    window: fromMs === undefined ? undefined : { fromMs, toMs: untilMs },
    meetingsInWindow: total,
    // If there are none, one row without a meeting holds the other columns.
    meetings: rows.flatMap(({ id, rawBytes }) => (id === null ? [] : { id, rawBytes })),
  };
}

/** The form of the id of a meeting; other texts cannot match. */
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
