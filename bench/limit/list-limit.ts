import type { Database } from '../../src/db/database.ts';
import { listMeetings } from '../../src/domain/meetings/read-meetings.ts';
import { listExecutions } from '../../src/domain/signals/list-executions.ts';
import { inflatePiece } from '../../src/lib/gzip-pieces.ts';
import type { PageAsk } from '../workloads.ts';
import { handWritten } from './hand-written.ts';
import { recording } from './record.ts';
import { makeScript, type RanStatement, type Script } from './script.ts';

/** The source of a page. */
export type ListPlace = { db: Database; organizationId: number; signalId: number };

/** The statements that return a page, and the one that is compared with them. */
export type ListLimit = {
  /** Each returns the same bytes as the service's page, including its pageCount; the limit is the fastest. */
  same: { name: string; script: Script }[];
  /** The page without the count for pageCount, which shows how much of the limit is counting. */
  uncounted: Script;
};

/** Returns the scripts for a page. @throws if the service needs more than one statement for it */
export async function listLimit(place: ListPlace, name: string, ask: PageAsk): Promise<ListLimit> {
  const own = await recordPage(place, ask);
  const { counted, uncounted } = handWritten(place, ask);
  const rows = own.rows as PageRow[];
  const isPlain = ask.encoding === 'identity' && rows.some((row) => row.deflated);
  // An uncompressed response does not contain the deflated bytes.
  const of = isPlain
    ? (one: RanStatement) => ({ ...one, text: fromPlain(one.text) })
    : (one: RanStatement) => one;
  if (isPlain) await storePlain(place, rows);
  return {
    same: [
      {
        name: `the service's statement${isPlain ? ', of plain text' : ''}`,
        script: makeScript(`${name}-own`, [of(own)]),
      },
      { name: 'count(*) and OFFSET by hand', script: makeScript(`${name}-counted`, [of(counted)]) },
    ],
    uncounted: makeScript(`${name}-uncounted`, [of(uncounted)]),
  };
}

type PageRow = { id: number; pieceNumber: number; crc32: number; rawLength: number; deflated: string | null };

const PLAIN = 'bench_plain_pieces';

/** Returns the same statement for transcripts that are stored as the text of an uncompressed response. */
function fromPlain(text: string): string {
  return text
    .replaceAll('meeting_transcript_pieces', PLAIN)
    .replace("encode(t.deflated, 'base64')", 't.deflated');
}

/** Stores the page's transcripts as plain text, uncompressed and out of line, which is the fastest form to read. */
async function storePlain({ db, organizationId }: ListPlace, rows: readonly PageRow[]): Promise<void> {
  const run = (name: string, text: string, values: unknown[] = []) =>
    db.transaction((tx) => tx.query({ name, text }, values));
  await run('drop-plain', `drop table if exists ${PLAIN}`);
  await run(
    'create-plain',
    `create table ${PLAIN} (organization_id bigint, meeting_id bigint, piece_number int, crc32 bigint, raw_length int,
      deflated text storage external, primary key (organization_id, meeting_id, piece_number))`,
  );
  for (const { id, pieceNumber, crc32, rawLength, deflated } of rows) {
    if (deflated === null) continue;
    const text = inflatePiece({ deflated, rawLength }).toString();
    await run('insert-plain', `insert into ${PLAIN} values ($1, $2, $3, $4, $5, $6)`, [
      organizationId,
      id,
      pieceNumber,
      crc32,
      rawLength,
      text,
    ]);
  }
  await run('analyze-plain', `analyze ${PLAIN}`);
}

/** Returns the one statement that the service runs for a page, with its values and rows. */
export async function recordPage(place: ListPlace, ask: PageAsk): Promise<RanStatement> {
  const ran: RanStatement[] = [];
  const db = recording(place.db, ran);
  const { pageSize, pageNumber } = ask;
  const page = { limit: pageSize, offset: (pageNumber - 1) * pageSize };
  const window = {
    fromMs: Date.parse(ask.from),
    toMs: ask.to === undefined ? undefined : Date.parse(ask.to),
  };
  if (ask.list === 'executions') {
    const filter = { ...window, signalId: place.signalId, meetingsOnly: true };
    const form = { sourceId: 'integer', followUpsAs: undefined, withExecutionId: false } as const;
    await listExecutions(db, place.organizationId, filter, form, page);
  } else {
    const { meetings } = await listMeetings(db, place.organizationId, window, page);
    // Transcripts beyond the inline bound are fetched while the page is read.
    for await (const pieces of meetings) for await (const _piece of pieces);
  }
  const [statement, ...more] = ran;
  if (statement === undefined || more.length > 0) {
    throw new Error(`a page of ${ask.list} takes ${ran.length} statements, and its limit is one`);
  }
  return statement;
}
