import type { Database, Queries } from '../../db/database.ts';
import { parseCounted } from '../../db/database-state.ts';
import type { DeferredPiece, DeflatedPiece, Piece, Pieces } from '../../lib/gzip-pieces.ts';
import { emailKey } from '../../lib/text.ts';
import { toPostgresTime } from '../../lib/time.ts';
import { windowBounds } from '../counts/window-bounds.ts';
import type { ListPlace, MeetingSort } from './meeting-order.ts';
import { isWholeWindow, type MeetingRow, selectOne, selectOneHead, selectPage } from './page-queries.ts';
import { selectTranscriptPiece } from './queries.ts';
import type { SourceType } from './source-types.ts';

/** The filter of a list; bounds are inclusive, in milliseconds since the epoch. */
export type MeetingFilter = {
  fromMs: number;
  toMs?: number;
  accountId?: string;
  opportunityId?: string;
  /** The meeting has all of these as its host or attendees. */
  emails?: readonly string[];
  sourceTypes?: readonly SourceType[];
  /** One of these signals fired in the meeting. */
  signalIds?: readonly number[];
};

/** The part of a list to be shown, and its form. */
export type MeetingPage = {
  limit: number;
  offset: number;
  sort?: MeetingSort;
  isDescending?: boolean;
  /** Asks for `next`. */
  withNext?: boolean;
  /** Only what follows this place; the key of a start is in milliseconds. */
  after?: ListPlace;
  withTranscripts?: boolean;
};

/**
 * Returns a page of meetings by start time or title, then id, as the JSON texts of Meeting (SPEC 2.1); without transcripts
 * each says whether it has one.
 * @returns `total` rows that match, and the page's meetings, each as the parts of its JSON; `next` is the place where the
 *   page ends, if it was asked for and more meetings follow; `state` names the state of the database that alone determines
 *   all of it except what `extrasOf` adds, if there is one
 */
export async function listMeetings(
  db: Database,
  organizationId: number,
  filter: MeetingFilter,
  {
    sort = 'startTime',
    isDescending = false,
    withNext = false,
    withTranscripts = true,
    ...page
  }: MeetingPage,
  extrasOf: ExtrasOf = noExtras,
): Promise<{ total: number; meetings: Pieces[]; next?: ListPlace; state: string | null }> {
  const emails = filter.emails && [...new Set(filter.emails.map(emailKey))];
  const { statement, values } = selectPage({
    organizationId,
    from: toPostgresTime(filter.fromMs),
    to: filter.toMs === undefined ? undefined : toPostgresTime(filter.toMs),
    bounds: windowBounds(filter.fromMs, filter.toMs),
    accountId: filter.accountId,
    opportunityId: filter.opportunityId,
    emails,
    sourceTypes: filter.sourceTypes,
    signalIds: filter.signalIds,
    sort,
    isDescending,
    withNext,
    withTranscripts,
    ...page,
    after: page.after && atPlace(sort, page.after),
  });
  const reader = isWholeWindow(filter) ? db.quick : db;
  const rows = await reader.query<MeetingRow>(statement, values);
  const extras = await extrasOf([...new Set(rows.flatMap((row) => row.id ?? []))]);
  const meetings = eachMeeting(db, organizationId, rows, extras);
  const { counted, id, hasMore, sortKey } = rows.at(-1)!;
  return { ...parseCounted(counted!), meetings, ...(hasMore ? { next: { key: sortKey!, id: id! } } : {}) };
}

const atPlace = (sort: MeetingSort, { key, id }: ListPlace): ListPlace =>
  sort === 'startTime' ? { key: toPostgresTime(Number(key)), id } : { key, id };

/** Returns the fields that are shown in addition to the meetings' own, by id; it is called once for a page. */
export type ExtrasOf = (meetingIds: readonly number[]) => Promise<ReadonlyMap<number, object>>;

const noExtras: ExtrasOf = async () => new Map();

/**
 * Returns one meeting as JSON text, or undefined if the organization has no such meeting. Without its transcript it says
 * whether it has one.
 */
export async function readMeeting(
  db: Queries,
  organizationId: number,
  meetingId: number,
  extrasOf: ExtrasOf = noExtras,
  { withTranscript = true } = {},
): Promise<Pieces | undefined> {
  const statement = withTranscript ? selectOne : selectOneHead;
  const rows = await db.query<MeetingRow>(statement, [organizationId, meetingId]);
  if (rows.length === 0) return undefined;
  return meetingPieces(db, organizationId, rows, (await extrasOf([meetingId])).get(meetingId));
}

function eachMeeting(
  db: Queries,
  organizationId: number,
  rows: MeetingRow[],
  extras: ReadonlyMap<number, object>,
): Pieces[] {
  const meetings: Pieces[] = [];
  let start = 0;
  for (let end = 1; end <= rows.length; end++) {
    if (rows[start]!.id === null) break;
    if (end < rows.length && rows[end]!.id === rows[start]!.id) continue;
    meetings.push(meetingPieces(db, organizationId, rows.slice(start, end), extras.get(rows[start]!.id!)));
    start = end;
  }
  return meetings;
}

/**
 * Splices id, head and transcript of one meeting into its JSON; `rows` are its transcript's pieces, in order.
 * @param fetch fetches a piece that the rows omit
 */
export function meetingPieces(
  db: Queries,
  organizationId: number,
  rows: MeetingRow[],
  extra: object | undefined,
  fetch = fetchPiece,
): Pieces {
  const [first] = rows as [MeetingRow];
  const own = `{"id":"${first.id}",${first.head!.slice(1)}`;
  const head = extra ? `${own.slice(0, -1)},${JSON.stringify(extra).slice(1)}` : own;
  if (typeof first.hasTranscript === 'boolean') {
    return [`${head.slice(0, -1)},"hasTranscript":${first.hasTranscript}}`];
  }
  if (first.pieceNumber === null) return [head];
  return [
    `${head.slice(0, -1)},"transcript":`,
    ...rows.map((row): Piece | DeferredPiece => {
      const { deflated } = row;
      return deflated === null
        ? async () => pieceOf(row, await fetch(db, organizationId, row))
        : pieceOf(row, deflated);
    }),
    '}',
  ];
}

function pieceOf({ crc32, rawLength }: MeetingRow, deflated: string): DeflatedPiece {
  return { deflated, crc32: crc32!, rawLength: rawLength! };
}

/**
 * Fetches a piece that exceeded the limit of the page's statement. Each is fetched when the client has read up to it,
 * on a connection for that moment, so that a slow client holds none.
 * @throws if the transcript has been replaced since the page was read: the response then breaks off rather than mix
 *   the two
 */
async function fetchPiece(db: Queries, organizationId: number, row: MeetingRow): Promise<string> {
  const [piece] = await db.query<{ deflated: string }>(selectTranscriptPiece, [
    organizationId,
    row.id,
    row.pieceNumber,
    row.crc32,
    row.rawLength,
  ]);
  if (!piece) throw new Error(`the transcript of meeting ${row.id} was replaced while it was being read`);
  return piece.deflated;
}
