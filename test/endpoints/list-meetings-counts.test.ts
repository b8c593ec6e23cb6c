import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { type Database, openDatabase } from '../../src/db/database.ts';
import { foldCounts } from '../../src/domain/counts/fold-counts.ts';
import { createLog } from '../../src/lib/log.ts';
import { seededRandom } from '../support/random.ts';
import { startService, type TestService } from '../support/service.ts';

/** Counts by day and month are exact, and pages right, whatever was written, moved, deleted and folded when. */
let service: TestService;
let client: pg.Client;
let db: Database;
before(async () => {
  // Without a worker: the test folds when it likes.
  service = await startService({ roles: new Set(['api', 'receiver']) });
  client = new pg.Client(service.databaseUrl);
  await client.connect();
  db = openDatabase({ connectionString: service.databaseUrl }, createLog('silent'));
});
after(async () => {
  await Promise.all([client.end(), db.close()]);
  await service.stop();
});

const random = seededRandom(11);
const below = (limit: number) => Math.floor(random() * limit);
const HOUR_MS = 3_600_000;
const FIRST_MS = Date.parse('2024-12-30T00:00:00Z');
const DAYS = 430;

/** Now and then exactly midnight or the first of a month. */
function instant(): number {
  const ms = FIRST_MS + below(DAYS * 24) * HOUR_MS + below(3) * 1000;
  if (below(5) > 0) return ms;
  const date = new Date(ms);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), below(2) ? 1 : date.getUTCDate());
}

/** Most take an hour; some take weeks, so that they end outside of windows that they begin in. */
const length = () => (below(20) === 0 ? below(60 * 24) * HOUR_MS : HOUR_MS);

const iso = (ms: number) => new Date(ms).toISOString();

async function write(): Promise<void> {
  const kind = below(10);
  const startMs = instant();
  const times = [iso(startMs), iso(startMs + length())];
  const one = '(select id from meetings order by md5(id::text || $1) limit 1)';
  if (kind < 6) {
    await client.query(
      `insert into meetings (organization_id, source_type, external_id, title, start_time, end_time, host_email,
         attendees, head)
       select 1, 'USER_PROVIDED', gen_random_uuid(), 'M', $1::timestamptz + n * interval '1 minute',
         $2::timestamptz + n * interval '1 minute', 'a@b.example', '[]',
         '{"title":"M","startTime":"2026-01-01T00:00:00Z","endTime":"2026-01-01T00:00:00Z","host":{"email":"a@b.example"},"attendees":[]}'
       from generate_series(1, $3) n`,
      [...times, 1 + below(16)],
    );
  } else if (kind < 8) {
    await client.query(`update meetings set start_time = $2, end_time = $3 where id = ${one}`, [
      `${random()}`,
      ...times,
    ]);
  } else await client.query(`delete from meetings where id = ${one}`, [`${random()}`]);
}

async function compare(): Promise<void> {
  const fromMs = instant();
  const toMs = below(3) === 0 ? undefined : fromMs + below(DAYS * 24) * HOUR_MS;
  const size = 1 + below(50);
  const order = below(2) ? 'asc' : 'desc';
  const where = `start_time >= $1 and end_time <= coalesce($2, 'infinity'::timestamptz)`;
  const window = [iso(fromMs), toMs === undefined ? null : iso(toMs)];
  const { rows } = await client.query(
    `select id from meetings where ${where} order by start_time ${order}, id ${order}`,
    window,
  );
  const pages = Math.ceil(rows.length / size);
  const page = 1 + below(pages + 2);
  const { body } = await service.client.get('/v1/meetings', {
    from: window[0]!,
    ...(window[1] ? { to: window[1] } : {}),
    pageSize: `${size}`,
    pageNumber: `${page}`,
    ...(order === 'asc' && below(2) ? {} : { order }),
    includeTranscript: `${below(2) === 0}`,
  });
  const at = JSON.stringify({ window, size, page, order });
  assert.equal(body.pageCount, pages, at);
  assert.deepEqual(
    body.meetings.map(({ id }: { id: string }) => id),
    rows.slice((page - 1) * size, page * size).map(({ id }) => id),
    at,
  );
}

test('a window is counted and paged exactly after every change, folded or not', async () => {
  for (let step = 0; step < 400; step++) {
    await write();
    if (below(8) === 0) await foldCounts(db);
    await compare();
  }
  await foldCounts(db);
  const left = await client.query('select 1 from meeting_day_changes');
  assert.equal(left.rows.length, 0);
  const { rows } = await client.query(
    `select (select sum(meetings) from meeting_days)::int as days, (select sum(meetings) from meeting_months)::int as months,
       (select count(*) from meetings)::int as meetings`,
  );
  assert.deepEqual([rows[0].days, rows[0].months], [rows[0].meetings, rows[0].meetings]);
});
