import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openDatabase } from '../../src/db/database.ts';
import { foldCounts } from '../../src/domain/counts/fold-counts.ts';
import { createLog } from '../../src/lib/log.ts';
import { meeting } from '../support/meetings.ts';
import { seededRandom } from '../support/random.ts';
import { startService, type TestService } from '../support/service.ts';
import {
  seedEmails,
  seedEvaluations,
  seedExecutions,
  seedMeetings,
  seedRuns,
  seedSignal,
} from '../support/signals.ts';
import { sql } from '../support/sql.ts';
import { until } from '../support/until.ts';

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

test('by the clock of judging, executions are counted by day and signal as the lists count them, folded or not', async () => {
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
        const { body } = await client.get('/v2/signals/activity', { from, to, clock: 'judged' });
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

test('executions are counted by the day of their conversation, with the number of judged conversations', async () => {
  const { client, id } = await service.tenant();
  const url = service.databaseUrl;
  const random = seededRandom(13);
  const anyTime = () => FIRST_MS + Math.floor(random() * 70 * 24) * HOUR_MS;
  const [first, second, deleted] = [
    await seedSignal(url, id),
    await seedSignal(url, id, { enabled: false }),
    await seedSignal(url, id, { deleted: true }),
  ];
  const meetingTimes = Array.from({ length: 120 }, anyTime);
  const emailTimes = Array.from({ length: 40 }, anyTime);
  const meetingIds = await seedMeetings(url, id, meetingTimes);
  const emailIds = await seedEmails(url, id, emailTimes);
  const conversations = [
    ...meetingIds.map((meetingId, index) => ({ source: { meetingId }, ms: meetingTimes[index]! })),
    ...emailIds.map((emailId, index) => ({ source: { emailId }, ms: emailTimes[index]! })),
  ];
  // The expected result: for each conversation, the signals that judged it.
  const judged: { ms: number; signalId: number }[] = [];
  const fired: { ms: number; signalId: number }[] = [];
  const executions: Parameters<typeof seedExecutions>[2][number][] = [];
  const onlyRuns: { source: (typeof conversations)[number]['source']; signalIds: number[] }[] = [];
  for (const [index, { source, ms }] of conversations.entries()) {
    // One run that says all, as nearly all conversations have.
    if (index % 2 === 0) {
      onlyRuns.push({ source, signalIds: [first, second, deleted] });
      judged.push({ ms, signalId: first }, { ms, signalId: second });
    }
    // Several runs: a superseded execution of the first signal, one that stands, one of the deleted signal.
    if (index % 5 === 0) {
      for (const [signalId, superseded] of [
        [first, true],
        [first, false],
        [deleted, false],
      ] as const) {
        executions.push({
          ...source,
          signalId,
          triggeredAtMs: anyTime(),
          superseded,
        } as (typeof executions)[number]);
      }
      fired.push({ ms, signalId: first });
      if (index % 2 !== 0) judged.push({ ms, signalId: first });
    }
  }
  const runIds = await seedRuns(
    url,
    id,
    onlyRuns.map(({ source, signalIds }) => ({ ...source, signalIds, signalsState: 'done' as const })),
  );
  await seedEvaluations(
    url,
    id,
    onlyRuns.flatMap(({ signalIds }, index) =>
      signalIds.map((signalId) => ({ runId: runIds[index]!, signalId, state: 'not_fired' as const })),
    ),
  );
  await seedExecutions(url, id, executions);
  for (const [from, to] of WINDOWS) {
    const { body } = await client.get('/v2/signals/activity', { from, to, includeJudged: 'true' });
    const isInside = ({ ms }: { ms: number }) => ms >= Date.parse(from) && ms <= Date.parse(to);
    assert.deepEqual(
      body.days.map((one: Record<string, never>) => [`${one.day} ${one.signalId}`, one.executions]),
      tally(fired.filter(isInside).map(({ ms, signalId }) => `${dayOf(ms)} ${signalId}`)),
      `${from} to ${to}`,
    );
    assert.deepEqual(
      body.judged.map((one: Record<string, never>) => [`${one.signalId}`, one.conversations]),
      tally(judged.filter(isInside).map(({ signalId }) => `${signalId}`)),
      `judged, ${from} to ${to}`,
    );
  }
  const window = { from: WINDOWS[0][0], to: WINDOWS[0][1] };
  assert.equal('judged' in (await client.get('/v2/signals/activity', window)).body, false);
  const both = await client.get('/v2/signals/activity', {
    ...window,
    clock: 'judged',
    includeJudged: 'true',
  });
  assert.deepEqual(
    [both.status, both.body],
    [400, { error: 'includeJudged must not be combined with clock=judged' }],
  );
  assert.equal((await client.get('/v2/signals/activity', { ...window, clock: 'mine' })).status, 400);
  const other = await service.tenant();
  const foreign = await other.client.get('/v2/signals/activity', { ...window, includeJudged: 'true' });
  assert.deepEqual(foreign.body, { days: [], judged: [] });
});

test('judgements of waiting and failed runs count; missing judgements and those of a replaced text do not', async () => {
  const { client, id } = await service.tenant();
  const url = service.databaseUrl;
  const [byPhrase, byPrompt] = [await seedSignal(url, id), await seedSignal(url, id)];
  const meetingIds = await seedMeetings(url, id, [FIRST_MS, FIRST_MS, FIRST_MS, FIRST_MS]);
  const states = ['pending', 'failed', 'done', 'done'] as const;
  const runIds = await seedRuns(
    url,
    id,
    states.map((signalsState, index) => ({
      ...{ meetingId: meetingIds[index]!, signalIds: [byPhrase, byPrompt], signalsState },
    })),
  );
  const [waiting, failed, done, stale] = runIds as [number, number, number, number];
  await seedEvaluations(url, id, [
    { runId: waiting, signalId: byPhrase, state: 'fired' },
    { runId: failed, signalId: byPhrase, state: 'not_fired' },
    { runId: failed, signalId: byPrompt, state: 'failed' },
    ...[done, stale].flatMap((runId) =>
      [byPhrase, byPrompt].map((signalId) => ({ runId, signalId, state: 'not_fired' as const })),
    ),
  ]);
  await sql(url, 'update processing_runs set stale_at = now() where organization_id = $1 and id = $2', [
    ...[id, stale],
  ]);
  const query = { from: WINDOWS[0][0], to: WINDOWS[0][1], includeJudged: 'true' };
  const ask = async () => (await client.get('/v2/signals/activity', query)).body;
  assert.deepEqual((await ask()).judged, [
    { signalId: byPhrase, conversations: 3 },
    { signalId: byPrompt, conversations: 1 },
  ]);
});

test('a call that is moved to another day takes what fired in it along', async () => {
  const { client } = await service.tenant();
  const created = await client.post('/admin/v1/signals', {
    ...{ signalName: 'Numbers', prompt: 'The numbers.', phrases: ['the numbers'] },
  });
  const worker = await startService({ databaseUrl: service.databaseUrl, roles: new Set(['worker']) });
  try {
    const at = (day: string) => ({
      ...meeting({ id: 'moved', startTime: `${day}T09:00:00Z`, endTime: `${day}T10:00:00Z` }),
      transcript: { segments: [{ text: 'Here are the numbers.' }] },
    });
    const daysOf = async (clock: string) => {
      const query = { from: '2026-01-01T00:00:00Z', to: '2026-12-31T00:00:00Z', clock };
      return (await client.get('/v2/signals/activity', query)).body.days;
    };
    await client.ingest(at('2026-03-02'));
    const signalId = created.body.id;
    const days = await until(async () => {
      const found = await daysOf('call');
      return found.length > 0 ? found : undefined;
    });
    assert.deepEqual(days, [{ day: '2026-03-02', signalId, executions: 1 }]);
    await client.ingest(at('2026-03-09'));
    assert.deepEqual(await daysOf('call'), [{ day: '2026-03-09', signalId, executions: 1 }]);
  } finally {
    await worker.stop();
  }
});

test('a window ends now by default, and has at most 366 days', async () => {
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
  // By their own clock: one e-mail within the window, one in the future.
  const emailIds = await seedEmails(service.databaseUrl, id, [now - HOUR_MS, now + HOUR_MS]);
  const inEmails = emailIds.map((emailId) => ({ signalId, emailId, triggeredAtMs: now - 72 * HOUR_MS }));
  await seedExecutions(service.databaseUrl, id, inEmails);
  for (const [path, field, clock] of [
    ['/v1/meetings/activity', 'meetings', {}],
    ['/v2/signals/activity', 'executions', {}],
    ['/v2/signals/activity', 'executions', { clock: 'judged' }],
  ] as const) {
    const ask = (from: number, to?: number) =>
      client.get(path, {
        ...clock,
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
