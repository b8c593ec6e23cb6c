import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import pg from 'pg';
import { startService, type TestService } from '../support/service.ts';
import {
  type SeededRun,
  seedEmails,
  seedEvaluations,
  seedExecutions,
  seedMeetings,
  seedRuns,
  seedSignal,
} from '../support/signals.ts';
import { sql } from '../support/sql.ts';

const BASE_MS = Date.parse('2026-05-01T12:00:00Z');
const FROM = { from: '2026-01-01T00:00:00Z' };

let service: TestService;
let url: string;
before(async () => {
  service = await startService();
  url = service.databaseUrl;
});
after(() => service.stop());

type Tenant = Awaited<ReturnType<TestService['tenant']>>;

async function coverageOf(tenant: Tenant, signalId: number, query: Record<string, string> = FROM) {
  const { status, body, text } = await tenant.client.get(`/v1/signals/${signalId}/coverage`, query);
  assert.equal(status, 200, text);
  const { eligible, fired, notFired, failed, pending, sources, notEvaluated } = body;
  assert.equal(eligible, fired + notFired + failed + pending);
  assert.equal(notEvaluated, sources - eligible);
  return body;
}

const NONE = { fired: 0, notFired: 0, failed: 0, pending: 0 };

test('a signal that nothing was ever asked of has sources and no more', async () => {
  const tenant = await service.tenant();
  const signalId = await seedSignal(url, tenant.id);
  const window = { ...FROM, to: '2026-06-01T00:00:00.500Z' };
  assert.deepEqual(await coverageOf(tenant, signalId, window), {
    ...{ signalId, from: '2026-01-01T00:00:00Z', to: '2026-06-01T00:00:00.500Z' },
    ...{ sources: 0, eligible: 0, ...NONE, notEvaluated: 0 },
  });
  await seedMeetings(url, tenant.id, [BASE_MS, BASE_MS]);
  const some = await coverageOf(tenant, signalId, window);
  assert.deepEqual([some.sources, some.eligible, some.notEvaluated], [2, 0, 2]);
});

type Told = {
  runs: Omit<SeededRun, 'meetingId' | 'emailId' | 'signalIds'>[];
  evaluations?: Record<number, string>;
};

/** The history of one meeting, oldest run first; evaluations are given by the index of their run. */
const HISTORIES: Record<string, [Told, keyof typeof NONE | undefined]> = {
  'waits to be judged': [{ runs: [{ signalsState: 'pending' }] }, 'pending'],
  fired: [{ runs: [{ signalsState: 'done' }], evaluations: { 0: 'fired' } }, 'fired'],
  'did not fire': [{ runs: [{ signalsState: 'done' }], evaluations: { 0: 'not_fired' } }, 'notFired'],
  'could not be judged': [{ runs: [{ signalsState: 'failed' }], evaluations: { 0: 'failed' } }, 'failed'],
  'failed before anything was judged': [{ runs: [{ signalsState: 'failed' }] }, 'failed'],
  'was judged by its phrases while others still wait': [
    { runs: [{ signalsState: 'pending' }], evaluations: { 0: 'fired' } },
    'fired',
  ],
  'fired, and is judged anew': [
    { runs: [{ signalsState: 'done' }, { signalsState: 'pending' }], evaluations: { 0: 'fired' } },
    'pending',
  ],
  'fired, and did not when it was judged anew': [
    {
      runs: [{ signalsState: 'done' }, { signalsState: 'done' }],
      evaluations: { 0: 'fired', 1: 'not_fired' },
    },
    'notFired',
  ],
  'was asked twice, and the first run gave way': [
    { runs: [{ signalsState: 'superseded' }, { signalsState: 'done' }], evaluations: { 1: 'fired' } },
    'fired',
  ],
  'was disabled before its run judged': [{ runs: [{ signalsState: 'done' }] }, undefined],
  'was disabled before the newest run judged': [
    { runs: [{ signalsState: 'done' }, { signalsState: 'done' }], evaluations: { 0: 'fired' } },
    'fired',
  ],
  'was in a run that gave way to one without it': [{ runs: [{ signalsState: 'superseded' }] }, undefined],
  'was never asked, but a summary was': [{ runs: [{ summaryState: 'done' }] }, undefined],
};

for (const [name, [told, counted]] of Object.entries(HISTORIES)) {
  test(`a signal that ${name} counts as ${counted ?? 'not evaluated'}`, async () => {
    const tenant = await service.tenant();
    const signalId = await seedSignal(url, tenant.id);
    const [meetingId] = (await seedMeetings(url, tenant.id, [BASE_MS])) as [number];
    const runs = told.runs.map((run) => ({
      ...run,
      meetingId,
      signalIds: run.signalsState ? [signalId] : [],
    }));
    const runIds = await seedRuns(url, tenant.id, runs);
    await seedEvaluations(
      url,
      tenant.id,
      Object.entries(told.evaluations ?? {}).map(([place, state]) => ({
        ...{ runId: runIds[Number(place)]!, signalId, state: state as 'fired' },
      })),
    );
    const { fired, notFired, failed, pending } = await coverageOf(tenant, signalId);
    assert.deepEqual({ fired, notFired, failed, pending }, counted ? { ...NONE, [counted]: 1 } : NONE);
  });
}

test('the context source of the signal says which conversations count', async () => {
  const tenant = await service.tenant();
  await seedMeetings(url, tenant.id, [BASE_MS, BASE_MS]);
  await seedEmails(url, tenant.id, [BASE_MS, BASE_MS, BASE_MS]);
  for (const [contextSource, sources] of [
    ['MEETING', 2],
    ['EMAIL', 3],
    ['ALL', 5],
  ] as const) {
    const signalId = await seedSignal(url, tenant.id, { contextSource });
    assert.equal((await coverageOf(tenant, signalId)).sources, sources, contextSource);
  }
});

test('both ends of the window are in it, and without `to` it ends now', async () => {
  const tenant = await service.tenant();
  const signalId = await seedSignal(url, tenant.id);
  const hourMs = 3_600_000;
  await seedMeetings(url, tenant.id, [BASE_MS, BASE_MS + 1, Date.now() + hourMs]);
  await seedEmails(url, tenant.id, [BASE_MS + 2, Date.now() + hourMs]);
  const at = (ms: number) => new Date(BASE_MS + ms).toISOString();
  for (const [from, to, sources] of [
    [0, 2, 3],
    [1, 1, 1],
    [2, 2, 1],
    [3, 9, 0],
  ] as const) {
    assert.equal((await coverageOf(tenant, signalId, { from: at(from), to: at(to) })).sources, sources);
  }
  const { sources, to } = await coverageOf(tenant, signalId);
  // The upcoming ones of this test are in the future of BASE_MS whenever it runs.
  assert.equal(sources, BASE_MS < Date.now() ? 3 : 0);
  assert.ok(Math.abs(Date.parse(to) - Date.now()) < 60_000, to);
});

test('a disabled signal has coverage; a deleted, unknown or foreign one is 404; faults are 400', async () => {
  const [tenant, other] = [await service.tenant(), await service.tenant()];
  const signalId = await seedSignal(url, tenant.id, { enabled: false });
  await coverageOf(tenant, signalId);
  const ask = (who: Tenant, id: number | string, query: Record<string, string> = FROM) =>
    who.client.get(`/v1/signals/${id}/coverage`, query);
  const missing = { error: 'There is no such signal' };
  for (const answer of [await ask(other, signalId), await ask(tenant, 1_000_000_007)]) {
    assert.deepEqual([answer.status, answer.body], [404, missing]);
  }
  for (const [id, query, message] of [
    ['0', FROM, /^promptId must be/],
    [signalId, {}, /^from is required/],
    [signalId, { ...FROM, to: '2025-12-31T23:59:59Z' }, /^to must not be before from$/],
    [signalId, { ...FROM, pageSize: '10' }, /^Unknown query parameter/],
  ] as const) {
    const answer = await ask(tenant, id, query as Record<string, string>);
    assert.equal(answer.status, 400);
    assert.match(answer.body.error, message);
  }
  await sql(url, 'update signals set deleted_at = now() where id = $1', [signalId]);
  assert.deepEqual((await ask(tenant, signalId)).body, missing);
});

const run = fc.record({
  /** The signals that it contains, and the result of each that was judged. */
  said: fc.tuple(...[0, 1].map(() => fc.constantFrom(undefined, 'unjudged', 'fired', 'not_fired', 'failed'))),
  state: fc.constantFrom('pending', 'done', 'done', 'failed', 'superseded'),
});
const conversation = fc.record({
  inEmail: fc.boolean(),
  offsetMs: fc.constantFrom(0, 1, 1000, 1001, 5000),
  runs: fc.array(run, { maxLength: 4 }),
});

test('random histories are counted as a plain walk through them counts', async () => {
  const tenant = await service.tenant();
  const signalIds = [
    await seedSignal(url, tenant.id),
    await seedSignal(url, tenant.id, { contextSource: 'EMAIL' }),
  ];
  const drawn = fc.sample(conversation, { seed: 8, numRuns: 200 });
  await seedHistories(tenant, signalIds, drawn);
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      fc.nat(1),
      fc.constantFrom(0, 1, 2, 1000, 1001),
      fc.constantFrom(0, 1, 999, 5000),
      async (signal, fromMs, lengthMs) => {
        const inWindow = drawn.filter(
          ({ inEmail, offsetMs }) =>
            offsetMs >= fromMs && offsetMs <= fromMs + lengthMs && (signal === 0 || inEmail),
        );
        const counts = { ...NONE, none: 0 };
        for (const { runs } of inWindow) counts[newestWord(runs, signal)]++;
        const at = (ms: number) => new Date(BASE_MS + ms).toISOString();
        const window = { from: at(fromMs), to: at(fromMs + lengthMs) };
        const { fired, notFired, failed, pending, notEvaluated, sources } = await coverageOf(
          tenant,
          signalIds[signal]!,
          window,
        );
        assert.deepEqual({ fired, notFired, failed, pending, none: notEvaluated }, counts);
        assert.equal(sources, inWindow.length);
        for (const [name, count] of Object.entries(counts)) if (count > 0) seen.add(name);
      },
    ),
    { seed: 9, numRuns: 60 },
  );
  assert.equal(seen.size, 5, 'every outcome was there');
});

type Conversation = typeof conversation extends fc.Arbitrary<infer T> ? T : never;

/** Returns the result of the newest run that has one for the signal. */
function newestWord(runs: Conversation['runs'], signal: number): keyof typeof NONE | 'none' {
  for (const { said, state } of runs.toReversed()) {
    const word = said[signal];
    if (word === undefined) continue;
    if (word !== 'unjudged') return word === 'not_fired' ? 'notFired' : (word as 'fired' | 'failed');
    if (state === 'pending' || state === 'failed') return state;
  }
  return 'none';
}

async function seedHistories(tenant: Tenant, signalIds: number[], drawn: Conversation[]): Promise<void> {
  const places = (inEmail: boolean) => drawn.filter((one) => one.inEmail === inEmail);
  const starts = (inEmail: boolean) => places(inEmail).map(({ offsetMs }) => BASE_MS + offsetMs);
  const meetings = await seedMeetings(url, tenant.id, starts(false));
  const emails = await seedEmails(url, tenant.id, starts(true));
  const all = [false, true].flatMap((inEmail) =>
    places(inEmail).flatMap(({ runs }, index) =>
      runs.map(({ said, state }) => ({
        said,
        run: {
          ...(inEmail ? { emailId: emails[index]! } : { meetingId: meetings[index]! }),
          signalIds: signalIds.filter((_, signal) => said[signal] !== undefined),
          signalsState: state as 'done',
        },
      })),
    ),
  );
  const runIds = await seedRuns(
    url,
    tenant.id,
    all.map((one) => one.run),
  );
  const evaluations = all.flatMap(({ said }, index) =>
    said.flatMap((word, signal) =>
      word === undefined || word === 'unjudged'
        ? []
        : [{ runId: runIds[index]!, signalId: signalIds[signal]!, state: word as 'fired' }],
    ),
  );
  await seedEvaluations(url, tenant.id, evaluations);
}

test('the sum is right at every moment while conversations are judged, and judged again', async () => {
  const tenant = await service.tenant();
  const signalId = await seedSignal(url, tenant.id);
  const count = 30;
  const meetings = await seedMeetings(
    url,
    tenant.id,
    Array.from({ length: count }, () => BASE_MS),
  );
  const asked = meetings.map((meetingId) => ({
    meetingId,
    signalIds: [signalId],
    signalsState: 'pending' as const,
  }));
  await seedRuns(url, tenant.id, asked);
  const client = new pg.Client(url);
  await client.connect();
  let isDone = false;
  const judging = (async () => {
    for (let round = 0; round < 4; round++) {
      for (const meetingId of meetings) {
        await judgeAndAskAgain(client, tenant.id, signalId, meetingId, round < 3);
      }
    }
    isDone = true;
  })();
  const states = new Set<string>();
  while (!isDone) {
    const { sources, eligible, fired, notFired, pending } = await coverageOf(tenant, signalId);
    assert.deepEqual([sources, eligible], [count, count]);
    states.add(`${fired} ${notFired} ${pending}`);
  }
  await judging;
  await client.end();
  assert.ok(states.size > 3, `only ${states.size} states were seen`);
  const { fired, notFired, pending } = await coverageOf(tenant, signalId);
  assert.deepEqual([fired + notFired, pending], [count, 0]);
});

/** Stores an evaluation and the run's end in one transaction, as processing does; then requests another run. */
async function judgeAndAskAgain(
  client: pg.Client,
  organizationId: number,
  signalId: number,
  meetingId: number,
  asksAgain: boolean,
): Promise<void> {
  const values = [organizationId, meetingId];
  await client.query('begin');
  const { rows } = await client.query(
    `update processing_runs set signals_state = 'done'
     where organization_id = $1 and meeting_id = $2 and signals_state = 'pending' returning id`,
    values,
  );
  const evaluation = [
    organizationId,
    rows[0].id,
    signalId,
    Number(rows[0].id) % 2 === 0 ? 'fired' : 'not_fired',
  ];
  await client.query(
    `insert into signal_evaluations values ($1, $2, $3, 1, $4, '', '[]', 'builtin', 'bm25', '', '', 0, 0)`,
    evaluation,
  );
  await client.query('commit');
  if (!asksAgain) return;
  await client.query(
    `insert into processing_runs (organization_id, meeting_id, cause, signals_state, signal_ids, signal_versions)
     values ($1, $2, 'remap', 'pending', array[$3::bigint], '{1}')`,
    [...values, signalId],
  );
}

test('the conversations counted as fired are those in the list of executions', async () => {
  const tenant = await service.tenant();
  const signalId = await seedSignal(url, tenant.id);
  const [first, second] = (await seedMeetings(url, tenant.id, [BASE_MS, BASE_MS])) as [number, number];
  const [email] = (await seedEmails(url, tenant.id, [BASE_MS])) as [number];
  const at = { signalId, triggeredAtMs: BASE_MS };
  await seedExecutions(url, tenant.id, [
    { ...at, meetingId: first, superseded: true },
    { ...at, meetingId: first },
    { ...at, meetingId: second },
    { ...at, emailId: email },
  ]);
  const list = await tenant.client.get(`/v1/signals/${signalId}/executions`, {
    executionFrom: '2026-01-01T00:00:00Z',
    executionTo: '2026-12-31T00:00:00Z',
  });
  const { fired } = await coverageOf(tenant, signalId, { ...FROM, to: '2026-12-31T00:00:00Z' });
  assert.deepEqual([fired, list.body.signals.length], [3, 3]);
});
