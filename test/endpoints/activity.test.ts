import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openDatabase } from '../../src/db/database.ts';
import { foldCounts } from '../../src/domain/counts/fold-counts.ts';
import { createLog } from '../../src/lib/log.ts';
import { meeting } from '../support/meetings.ts';
import { seededRandom } from '../support/random.ts';
import { startService, type TestService } from '../support/service.ts';
import { seedEmails, seedExecutions, seedMeetings, seedSignal } from '../support/signals.ts';
import { sql } from '../support/sql.ts';

const HOUR_MS = 3_600_000;
const FIRST_MS = Date.parse('2025-11-20T00:00:00Z');

let service: TestService;
before(async () => {
  service = await startService({ roles: new Set(['api', 'receiver']) });
});
after(() => service.stop());

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** Counts by the key of each, sorted. */
function tally(keys: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
}

const WINDOWS = [
  ['2025-11-20T00:00:00Z', '2026-02-01T00:00:00Z'],
  ['2025-12-01T00:00:00Z', '2025-12-31T23:59:59.999Z'],
  ['2025-12-03T11:00:00Z', '2026-01-02T11:00:00Z'],
  ['2025-12-03T11:00:00Z', '2025-12-03T13:00:00Z'],
  ['2025-12-03T11:00:00+05:00', '2025-12-04T02:00:00-05:00'],
  ['2020-01-01T00:00:00Z', '2020-12-31T00:00:00Z'],
] as const;

test('meetings are counted by the day of UTC on which they start, and by source', async () => {
  const { client, id } = await service.tenant();
  const random = seededRandom(7);
  const starts = Array.from({ length: 300 }, () => FIRST_MS + Math.floor(random() * 70 * 24) * HOUR_MS);
  const ids = await seedMeetings(service.databaseUrl, id, starts);
  await sql(
    service.databaseUrl,
    `update meetings set source_type = 'ZOOM' where organization_id = $1 and id % 3 = 0`,
    [id],
  );
  for (const [from, to] of WINDOWS) {
    const { body } = await client.get('/v1/meetings/activity', { from, to });
    const inside = starts
      .map((ms, index) => ({ ms, source: ids[index]! % 3 === 0 ? 'ZOOM' : 'USER_PROVIDED' }))
      .filter(({ ms }) => ms >= Date.parse(from) && ms <= Date.parse(to));
    assert.deepEqual(
      body.days.map((one: Record<string, never>) => [`${one.day} ${one.sourceType}`, one.meetings]),
      tally(inside.map(({ ms, source }) => `${dayOf(ms)} ${source}`)),
      `${from} to ${to}`,
    );
  }
});

test('executions are counted by day and signal as the lists count them, folded or not', async () => {
  const { client, id } = await service.tenant();
  const random = seededRandom(11);
  const signals = [
    await seedSignal(service.databaseUrl, id),
    await seedSignal(service.databaseUrl, id, { enabled: false }),
    await seedSignal(service.databaseUrl, id, { deleted: true }),
  ];
  const [meetingId] = await seedMeetings(service.databaseUrl, id, [FIRST_MS]);
  const [emailId] = await seedEmails(service.databaseUrl, id, [FIRST_MS]);
  const executions = Array.from({ length: 400 }, (_, index) => ({
    ...(index % 4 === 0 ? { emailId: emailId! } : { meetingId: meetingId! }),
    signalId: signals[index % 3]!,
    triggeredAtMs: FIRST_MS + Math.floor(random() * 70 * 24) * HOUR_MS,
    superseded: index % 10 === 0,
  }));
  const db = openDatabase({ connectionString: service.databaseUrl }, createLog('silent'));
  try {
    await seedExecutions(service.databaseUrl, id, executions.slice(0, 200));
    await foldCounts(db);
    await seedExecutions(service.databaseUrl, id, executions.slice(200));
    for (const isFolded of [false, true]) {
      if (isFolded) await foldCounts(db);
      for (const [from, to] of WINDOWS) {
        const { body } = await client.get('/v2/signals/activity', { from, to });
        const inside = executions.filter(
          ({ triggeredAtMs: ms, signalId, superseded }) =>
            !superseded && signalId !== signals[2] && ms >= Date.parse(from) && ms <= Date.parse(to),
        );
        assert.deepEqual(
          body.days.map((one: Record<string, never>) => [`${one.day} ${one.signalId}`, one.executions]),
          tally(inside.map(({ triggeredAtMs, signalId }) => `${dayOf(triggeredAtMs)} ${signalId}`)),
          `${from} to ${to}, folded: ${isFolded}`,
        );
      }
    }
  } finally {
    await db.close();
  }
});

test('a window ends now unless it is told, and has at most 366 days', async () => {
  const { client, id } = await service.tenant();
  const now = Date.now();
  await client.ingest(
    meeting({ startTime: new Date(now - HOUR_MS).toISOString(), endTime: new Date(now).toISOString() }),
  );
  const signalId = await seedSignal(service.databaseUrl, id);
  await seedMeetings(service.databaseUrl, id, [now + HOUR_MS]);
  const [meetingId] = await seedMeetings(service.databaseUrl, id, [now - 48 * HOUR_MS]);
  await seedExecutions(service.databaseUrl, id, [
    { signalId, meetingId: meetingId!, triggeredAtMs: now - HOUR_MS },
    { signalId, meetingId: meetingId!, triggeredAtMs: now + HOUR_MS },
  ]);
  for (const [path, field] of [
    ['/v1/meetings/activity', 'meetings'],
    ['/v2/signals/activity', 'executions'],
  ] as const) {
    const ask = (from: number, to?: number) =>
      client.get(path, {
        from: new Date(from).toISOString(),
        ...(to === undefined ? {} : { to: new Date(to).toISOString() }),
      });
    const { body } = await ask(now - 2 * HOUR_MS);
    assert.equal(body.days.length, 1, path);
    assert.equal(body.days[0][field], 1, path);
    assert.equal((await ask(now - 367 * 24 * HOUR_MS)).status, 400);
    assert.equal((await ask(FIRST_MS, FIRST_MS + 366 * 24 * HOUR_MS)).status, 200);
    const tooLong = await ask(FIRST_MS, FIRST_MS + 366 * 24 * HOUR_MS + 1);
    assert.deepEqual(
      [tooLong.status, tooLong.body],
      [400, { error: 'to must be at most 366 days after from' }],
    );
    assert.equal((await ask(FIRST_MS, FIRST_MS - 1)).status, 400);
    const other = await service.tenant();
    const query = { from: new Date(now - HOUR_MS * 2).toISOString() };
    assert.deepEqual((await other.client.get(path, query)).body, { days: [] });
  }
});
