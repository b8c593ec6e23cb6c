import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openDatabase } from '../../src/db/database.ts';
import { foldCounts } from '../../src/domain/counts/fold-counts.ts';
import { createLog } from '../../src/lib/log.ts';
import { seededRandom } from '../support/random.ts';
import { startService, type TestService } from '../support/service.ts';
import {
  type SeededExecution,
  seedEmails,
  seedExecutions,
  seedMeetings,
  seedSignal,
} from '../support/signals.ts';

const DAY_MS = 86_400_000;
const FIRST_MS = Date.parse('2025-11-20T00:00:00Z');
const DAYS = 70;
const PATH = '/v2/executions';

let service: TestService;
let signals: number[];
let organization: Awaited<ReturnType<TestService['tenant']>>;
let all: (SeededExecution & { id: number })[];

before(async () => {
  service = await startService({ roles: new Set(['api']) });
  organization = await service.tenant();
  const url = service.databaseUrl;
  signals = [
    await seedSignal(url, organization.id),
    await seedSignal(url, organization.id, { enabled: false }),
    await seedSignal(url, organization.id, { deleted: true }),
    await seedSignal(url, organization.id),
  ];
  const [meetingId] = await seedMeetings(url, organization.id, [FIRST_MS]);
  const [emailId] = await seedEmails(url, organization.id, [FIRST_MS]);
  const random = seededRandom(5);
  const given = Array.from({ length: 240 }, (_, index) => ({
    ...(index % 3 === 0 ? { emailId: emailId! } : { meetingId: meetingId! }),
    // The last one fires seldom.
    signalId: signals[index % 40 === 0 ? 3 : index % 3]!,
    // Several at one moment, so that ids decide.
    triggeredAtMs: FIRST_MS + Math.floor(random() * DAYS * 8) * (DAY_MS / 8),
    superseded: index % 11 === 0,
    followUps: [{ name: 'Next', prompt: 'What next?', response: `Answer ${index}` }],
  })) as SeededExecution[];
  const db = openDatabase({ connectionString: url }, createLog('silent'));
  // A part is counted by day, a part is not yet.
  const first = await seedExecutions(url, organization.id, given.slice(0, 150));
  await foldCounts(db);
  const second = await seedExecutions(url, organization.id, given.slice(150));
  await db.close();
  const ids = [...first, ...second];
  all = given
    .map((one, index) => ({ ...one, id: ids[index]! }))
    .filter(({ superseded, signalId }) => !superseded && signalId !== signals[2])
    .sort((a, b) => a.triggeredAtMs - b.triggeredAtMs || a.id - b.id);
});
after(() => service.stop());

type Item = { executionId: number; sourceId: string; sourceType: string };

test('every page of every filter holds what plain filtering gives, with the exact number of pages', async () => {
  const windows = [
    ['2020-01-01T00:00:00Z', undefined],
    ['2025-12-01T00:00:00Z', '2025-12-31T23:59:59Z'],
    ['2025-11-25T09:00:00Z', '2026-01-12T15:00:00Z'],
    ['2025-12-03T00:00:00Z', '2025-12-03T00:00:00Z'],
  ] as const;
  const signalChoices = [
    undefined,
    [signals[0]!],
    [signals[3]!],
    [signals[0]!, signals[1]!, signals[0]!],
    [signals[2]!, 8e9],
  ];
  let pages = 0;
  for (const [executionFrom, executionTo] of windows) {
    for (const signalIds of signalChoices) {
      for (const sourceTypes of [undefined, 'meeting', 'email', 'email,meeting']) {
        const expected = all.filter(
          ({ triggeredAtMs: ms, signalId, meetingId }) =>
            ms >= Date.parse(executionFrom) &&
            (executionTo === undefined || ms <= Date.parse(executionTo)) &&
            (!signalIds || signalIds.includes(signalId)) &&
            (!sourceTypes || sourceTypes.split(',').includes(meetingId === undefined ? 'email' : 'meeting')),
        );
        const pageSize = 20;
        const pageCount = Math.ceil(expected.length / pageSize);
        for (let pageNumber = 1; pageNumber <= pageCount + 1; pageNumber++) {
          const query = {
            executionFrom,
            ...(executionTo ? { executionTo } : {}),
            ...(signalIds ? { signalIds: signalIds.join() } : {}),
            ...(sourceTypes ? { sourceTypes } : {}),
            ...{ pageNumber: `${pageNumber}`, pageSize: `${pageSize}` },
          };
          const { body, text, status } = await organization.client.get(PATH, query);
          assert.equal(status, 200, text);
          assert.equal(body.pageCount, pageCount, JSON.stringify(query));
          assert.deepEqual(
            body.signals.map(({ executionId }: Item) => executionId),
            expected.slice((pageNumber - 1) * pageSize, pageNumber * pageSize).map(({ id }) => id),
            JSON.stringify(query),
          );
          pages++;
        }
      }
    }
  }
  assert.ok(pages > 150, `${pages} pages`);
});

test('an execution has the fields of v1 with an integer sourceId, its id and, when asked for, its follow-ups', async () => {
  const query = { executionFrom: '2020-01-01T00:00:00Z', pageSize: '50' };
  const kinds = new Set<string>();
  for (const signalId of signals.slice(0, 2)) {
    const { body } = await organization.client.get(PATH, { ...query, signalIds: `${signalId}` });
    const { body: v1 } = await organization.client.get(`/v1/signals/${signalId}/executions`, {
      ...query,
      includeExecutionId: 'true',
    });
    const inV2 = v1.signals.map((one: Item) => ({ ...one, sourceId: Number(one.sourceId) }));
    assert.deepEqual(body, { ...v1, signals: inV2 });
    for (const one of v1.signals) kinds.add(one.sourceType);
    assert.equal('followUpPrompts' in body.signals[0], false);
  }
  assert.deepEqual([...kinds].sort(), ['email', 'meeting']);

  const asked = await organization.client.get(PATH, { ...query, includeFollowUpPrompts: 'true' });
  assert.deepEqual(asked.body.signals[0].followUpPrompts, all[0]!.followUps);
  const { signalId, executionId } = asked.body.signals[0];
  const evidence = await organization.client.get(
    `/v1/signals/${signalId}/executions/${executionId}/evidence`,
  );
  assert.equal(evidence.status, 200);
});

test('another organization’s signals have no executions, named or not', async () => {
  const other = await service.tenant();
  const query = { executionFrom: '2020-01-01T00:00:00Z' };
  const nothing = { signals: [], pageCount: 0 };
  assert.deepEqual((await other.client.get(PATH, query)).body, nothing);
  assert.deepEqual((await other.client.get(PATH, { ...query, signalIds: `${signals[0]}` })).body, nothing);
});

test('malformed lists of signals and sources are refused, named', async () => {
  const executionFrom = '2020-01-01T00:00:00Z';
  for (const [query, message] of [
    [{ signalIds: '1,' }, /signalIds must be a comma-separated list of 1 to 500 whole numbers/],
    [{ signalIds: '0' }, /signalIds/],
    [{ signalIds: '1.5' }, /signalIds/],
    [{ signalIds: Array.from({ length: 501 }, (_, index) => index + 1).join() }, /signalIds/],
    [{ sourceTypes: 'ZOOM' }, /sourceTypes must be a comma-separated list of the codes meeting, email/],
    [{ executionTo: '2019-01-01T00:00:00Z' }, /executionTo must not be before executionFrom/],
  ] as const) {
    const { status, body } = await organization.client.get(PATH, { executionFrom, ...query });
    assert.equal(status, 400);
    assert.match(body.error, message);
  }
  assert.equal((await organization.client.get(PATH)).status, 400);
});

/** The executions of several conversations, in the orders of the list, sorted here. */
const ORDERS: Record<string, (a: Sorted, b: Sorted) => number> = {
  'triggeredAt asc': (a, b) => a.triggeredAtMs - b.triggeredAtMs || a.id - b.id,
  'triggeredAt desc': (a, b) => b.triggeredAtMs - a.triggeredAtMs || b.id - a.id,
  'sourceTime asc': (a, b) => a.sourceMs - b.sourceMs || a.id - b.id,
  'sourceTime desc': (a, b) => b.sourceMs - a.sourceMs || b.id - a.id,
  'signalName asc': (a, b) =>
    compare(a.name, b.name) || a.signalId - b.signalId || b.triggeredAtMs - a.triggeredAtMs || b.id - a.id,
  'signalName desc': (a, b) =>
    compare(b.name, a.name) || b.signalId - a.signalId || b.triggeredAtMs - a.triggeredAtMs || b.id - a.id,
};

type Sorted = SeededExecution & { id: number; sourceMs: number; name: string };

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Seeds an organization with executions in conversations of many times, and a signal that is deleted. */
async function seedSorted(count: number) {
  const url = service.databaseUrl;
  const tenant = await service.tenant();
  const random = seededRandom(count);
  const starts = Array.from({ length: 60 }, () => FIRST_MS + Math.floor(random() * DAYS) * DAY_MS);
  const meetings = await seedMeetings(url, tenant.id, starts);
  const emails = await seedEmails(url, tenant.id, starts);
  const own = [
    await seedSignal(url, tenant.id),
    await seedSignal(url, tenant.id),
    await seedSignal(url, tenant.id, { deleted: true }),
  ];
  const { body } = await tenant.client.get('/v2/signals');
  const names = new Map<number, string>(
    body.signals.map(({ id, signalName }: { id: number; signalName: string }) => [id, signalName]),
  );
  const given = Array.from({ length: count }, (_, index) => {
    const source = Math.floor(random() * starts.length);
    return {
      ...(index % 4 === 0 ? { emailId: emails[source]! } : { meetingId: meetings[source]! }),
      signalId: own[index % 3]!,
      triggeredAtMs: FIRST_MS + Math.floor(random() * DAYS * 4) * (DAY_MS / 4),
      superseded: index % 7 === 0,
      sourceMs: starts[source]!,
    };
  });
  const ids = await seedExecutions(url, tenant.id, given as SeededExecution[]);
  const expected = given
    .map((one, index) => ({ ...one, id: ids[index]!, name: (names.get(one.signalId) ?? '').toLowerCase() }))
    .filter(({ superseded, signalId }) => !superseded && signalId !== own[2]) as Sorted[];
  return { tenant, own, expected };
}

// The second has more executions than are sorted as a whole.
for (const count of [300, 4200]) {
  test(`the list of ${count} executions is sorted by each order, in whole and in pages`, async () => {
    const { tenant, own, expected } = await seedSorted(count);
    for (const [name, order] of Object.entries(ORDERS)) {
      for (const filter of [
        {},
        { sourceTypes: 'email' },
        { sourceTypes: 'meeting', signalIds: `${own[1]}` },
        { executionFrom: '2025-12-01T00:00:00Z', executionTo: '2025-12-20T12:00:00Z' },
      ] as Record<string, string>[]) {
        const { executionFrom = '2020-01-01T00:00:00Z', executionTo, sourceTypes, signalIds } = filter;
        const wanted = expected
          .filter(
            ({ triggeredAtMs: ms, meetingId, signalId }) =>
              ms >= Date.parse(executionFrom) &&
              (executionTo === undefined || ms <= Date.parse(executionTo)) &&
              (!sourceTypes || sourceTypes === (meetingId === undefined ? 'email' : 'meeting')) &&
              (!signalIds || signalIds === `${signalId}`),
          )
          .sort(order);
        const pageCount = Math.ceil(wanted.length / 50);
        const [sort, direction] = name.split(' ');
        for (const page of [1, 2, pageCount, pageCount + 1].filter((one) => one > 0)) {
          const query = { executionFrom, ...filter, sort: sort!, order: direction!, pageSize: '50' };
          const { body } = await tenant.client.get(PATH, { ...query, pageNumber: `${page}` });
          const at = `${name} ${JSON.stringify(filter)} page ${page}`;
          assert.equal(body.pageCount, pageCount, at);
          assert.deepEqual(
            body.signals.map(({ executionId }: Item) => executionId),
            wanted.slice((page - 1) * 50, page * 50).map(({ id }) => id),
            at,
          );
        }
      }
    }
  });
}

test('quotes and the time of the conversation are added if requested, in every order', async () => {
  const query = { executionFrom: '2020-01-01T00:00:00Z', pageSize: '50' };
  const plain = (await organization.client.get(PATH, query)).body.signals;
  assert.ok(plain.every((one: object) => !('quotes' in one) && !('sourceTime' in one)));
  for (const sort of ['triggeredAt', 'sourceTime', 'signalName']) {
    const asked = { ...query, sort, includeQuotes: 'true', includeSourceTime: 'true' };
    const { body } = await organization.client.get(PATH, asked);
    for (const { quotes, sourceTime, ...rest } of body.signals) {
      assert.equal(sourceTime, '2025-11-20T00:00:00Z');
      const path = `/v1/signals/${rest.signalId}/executions/${rest.executionId}/evidence`;
      assert.deepEqual(quotes, (await organization.client.get(path)).body.quotes);
    }
    const form = Object.keys(plain[0]).sort();
    const { quotes: _quotes, sourceTime: _time, ...rest } = body.signals[0];
    assert.deepEqual(Object.keys(rest).sort(), form);
  }
  const { body } = await organization.client.get(PATH, { ...query, includeSourceTime: 'true' });
  assert.equal('quotes' in body.signals[0], false);
});
