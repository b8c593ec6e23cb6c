import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { startService, type TestService } from '../support/service.ts';
import { seedEmails, seedExecutions, seedMeetings, seedSignal } from '../support/signals.ts';

/**
 * Both lists against a plain filter, sort and slice over what was put in. Values are few, so that instants, bounds,
 * signals and conversations coincide all the time.
 */
const EXECUTIONS = 300;
const QUERIES = 150;

type Execution = {
  id: number;
  tenant: number;
  signal: number;
  inEmail: boolean;
  sourceId: number;
  triggeredAtMs: number;
  superseded: boolean;
  reason: string;
  followUps: { name: string; prompt: string; response: string }[];
};

const BASE_MS = Date.parse('2026-05-01T12:00:00Z');
const SIGNALS = 3;
const SOURCES = 4;

const instantMs = fc
  .record({ second: fc.nat(5), ms: fc.constantFrom(0, 0, 1, 2, 999) })
  .map(({ second, ms }) => BASE_MS + second * 1000 + ms);
const text = fc.string({ unit: 'grapheme', maxLength: 12 }).map((one) => one.replaceAll('\0', ''));

const execution = fc.record({
  tenant: fc.constantFrom(0, 0, 0, 1),
  signal: fc.nat(SIGNALS - 1),
  inEmail: fc.constantFrom(false, false, true),
  source: fc.nat(SOURCES - 1),
  triggeredAtMs: instantMs,
  superseded: fc.constantFrom(false, false, false, true),
  reason: text,
  followUps: fc.array(fc.record({ name: text, prompt: text, response: text }, { noNullPrototype: true }), {
    maxLength: 2,
  }),
});

const query = fc.record({
  version: fc.constantFrom('v1', 'v2'),
  signal: fc.nat(SIGNALS - 1),
  fromMs: fc.oneof(instantMs, fc.constant(BASE_MS - 1)),
  // Not before from: an offset from it.
  lengthMs: fc.option(fc.oneof(fc.constantFrom(0, 1, 1000, 2001), fc.nat(9000)), { nil: undefined }),
  pageNumber: fc.oneof({ weight: 2, arbitrary: fc.constant(1) }, fc.integer({ min: 1, max: 6 })),
  pageSize: fc.constantFrom(1, 2, 7, 10, 50),
  withFollowUps: fc.boolean(),
  withExecutionId: fc.boolean(),
});

type Query = typeof query extends fc.Arbitrary<infer T> ? T : never;

let service: TestService;
const executions: Execution[] = [];
const tenants: Awaited<ReturnType<TestService['tenant']>>[] = [];
/** By tenant. */
const signalIds: number[][] = [];

before(async () => {
  service = await startService();
  const drawn = fc.sample(execution, { seed: 6, numRuns: EXECUTIONS });
  for (const tenant of [0, 1]) {
    const made = await service.tenant();
    tenants.push(made);
    const ids: number[] = [];
    for (let index = 0; index < SIGNALS; index++) ids.push(await seedSignal(service.databaseUrl, made.id));
    signalIds.push(ids);
    const starts = Array.from({ length: SOURCES }, () => BASE_MS);
    const meetings = await seedMeetings(service.databaseUrl, made.id, starts);
    const emails = await seedEmails(service.databaseUrl, made.id, starts);
    const own = drawn.filter((one) => one.tenant === tenant);
    const seeded = await seedExecutions(
      service.databaseUrl,
      made.id,
      own.map(({ signal, inEmail, source, triggeredAtMs, superseded, reason, followUps }) => ({
        ...(inEmail ? { emailId: emails[source]! } : { meetingId: meetings[source]! }),
        ...{ signalId: ids[signal]!, triggeredAtMs, superseded, followUps, fields: { reason } },
      })),
    );
    for (const [index, one] of own.entries()) {
      const sourceId = (one.inEmail ? emails : meetings)[one.source]!;
      executions.push({ ...one, id: seeded[index]!, sourceId });
    }
  }
});
after(() => service.stop());

/** Returns the expected response of the list: the contract in the simplest code. */
function expected(asked: Query): { signals: object[]; pageCount: number } {
  const { version, signal, fromMs, lengthMs, pageNumber, pageSize } = asked;
  const matching = executions
    .filter(
      (one) =>
        one.tenant === 0 &&
        one.signal === signal &&
        !one.superseded &&
        one.triggeredAtMs >= fromMs &&
        (lengthMs === undefined || one.triggeredAtMs <= fromMs + lengthMs) &&
        (version === 'v1' || !one.inEmail),
    )
    .sort((a, b) => a.triggeredAtMs - b.triggeredAtMs || a.id - b.id);
  const start = (pageNumber - 1) * pageSize;
  return {
    signals: matching.slice(start, start + pageSize).map((one) => ({
      triggeredAtMs: one.triggeredAtMs,
      signalId: signalIds[0]![signal],
      sourceType: one.inEmail ? 'email' : 'meeting',
      sourceId: version === 'v1' ? `${one.sourceId}` : one.sourceId,
      reason: one.reason,
      executionId: asked.withExecutionId ? one.id : undefined,
      customInstructions: asked.withFollowUps && version === 'v1' ? one.followUps : undefined,
      followUpPrompts: asked.withFollowUps && version === 'v2' ? one.followUps : undefined,
    })),
    pageCount: Math.ceil(matching.length / pageSize),
  };
}

async function answered(asked: Query): Promise<{ signals: object[]; pageCount: number }> {
  const { version, signal, fromMs, lengthMs, pageNumber, pageSize } = asked;
  const flag = version === 'v1' ? 'includeCustomInstructions' : 'includeFollowUpPrompts';
  const { status, body, text } = await tenants[0]!.client.get(
    `/${version}/signals/${signalIds[0]![signal]}/executions`,
    {
      executionFrom: new Date(fromMs).toISOString(),
      ...(lengthMs === undefined ? {} : { executionTo: new Date(fromMs + lengthMs).toISOString() }),
      ...{ pageNumber: `${pageNumber}`, pageSize: `${pageSize}` },
      [flag]: `${asked.withFollowUps}`,
      includeExecutionId: `${asked.withExecutionId}`,
    },
  );
  assert.equal(status, 200, text);
  return {
    signals: body.signals.map((one: Record<string, string>) => ({
      triggeredAtMs: Date.parse(one.triggeredAt!),
      signalId: one.signalId,
      sourceType: one.sourceType,
      sourceId: one.sourceId,
      reason: one.reason,
      executionId: one.executionId,
      customInstructions: one.customInstructions,
      followUpPrompts: one.followUpPrompts,
    })),
    pageCount: body.pageCount,
  };
}

for (const version of ['v1', 'v2'] as const) {
  test(`the ${version} list is a plain filter, sort and slice`, async () => {
    let found = 0;
    await fc.assert(
      fc.asyncProperty(query, async (drawn) => {
        const asked = { ...drawn, version };
        const wanted = expected(asked);
        assert.deepEqual(await answered(asked), wanted);
        if (wanted.signals.length > 0) found++;
      }),
      { seed: 7, numRuns: QUERIES },
    );
    assert.ok(found >= QUERIES / 3, `only ${found} queries found anything`);
  });
}
