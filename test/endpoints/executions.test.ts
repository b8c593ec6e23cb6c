import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { MAX_ID } from '../../src/endpoints/schemas/common.ts';
import { startService, type TestService } from '../support/service.ts';
import {
  type SeededExecution,
  seedEmails,
  seedExecutions,
  seedMeetings,
  seedSignal,
} from '../support/signals.ts';
import { sql } from '../support/sql.ts';

const AT_MS = Date.parse('2026-03-01T10:00:00Z');
const FROM = { executionFrom: '2026-01-01T00:00:00Z' };

let service: TestService;
let meetingId: number;
let emailId: number;
before(async () => {
  service = await startService();
  [meetingId] = (await seedMeetings(service.databaseUrl, 1, [AT_MS])) as [number];
  [emailId] = (await seedEmails(service.databaseUrl, 1, [AT_MS])) as [number];
});
after(() => service.stop());

/** @param hour of the day after today, UTC */
const tomorrowAt = (hour: number) =>
  (Math.floor(Date.now() / 86_400_000) + 1) * 86_400_000 + hour * 3_600_000;

type Found = Omit<SeededExecution, 'signalId' | 'meetingId' | 'emailId'> & { inEmail?: boolean };

/** A signal of its own that fired as told. @returns its id and those of its executions */
async function signalWith(...found: Found[]): Promise<{ id: number; executionIds: number[] }> {
  const id = await seedSignal(service.databaseUrl, 1);
  const executionIds = await seedExecutions(
    service.databaseUrl,
    1,
    found.map(({ inEmail, ...one }) => ({
      ...one,
      signalId: id,
      ...(inEmail ? { emailId } : { meetingId }),
    })),
  );
  return { id, executionIds };
}

const VERSIONS = [
  {
    version: 'v1',
    flag: 'includeCustomInstructions',
    field: 'customInstructions',
    otherFlag: 'includeFollowUpPrompts',
    param: 'promptId',
  },
  {
    version: 'v2',
    flag: 'includeFollowUpPrompts',
    field: 'followUpPrompts',
    otherFlag: 'includeCustomInstructions',
    param: 'definitionId',
  },
] as const;

type Version = (typeof VERSIONS)[number]['version'];

function list(version: Version, id: number | string, query: Record<string, string> = FROM) {
  return service.client.get(`/${version}/signals/${id}/executions`, query);
}

/** The instants of a list, as milliseconds after the first one's usual time. */
async function offsets(version: Version, id: number, query: Record<string, string> = FROM) {
  const { status, body, text } = await list(version, id, query);
  assert.equal(status, 200, text);
  return body.signals.map((one: { triggeredAt: string }) => Date.parse(one.triggeredAt) - AT_MS);
}

test('v1 shows an execution in a meeting and one in an e-mail, v2 the one in the meeting', async () => {
  const fields = {
    signalName: 'Preis “zu hoch”',
    sourceTitle: 'Größe & "Zahlen" \\ \u2028 😀',
    prompt: 'Is the price\ntoo high?',
    reason: 'It is </script>.',
    crmAccountId: '0018c00002ABCDEAA5',
    crmAccountName: 'Acme',
    crmOpportunityId: '0068c00001XYZabAAG',
    crmOpportunityName: 'Acme 2026',
    crmLeadId: '00Q8c00001XYZabAAG',
    crmLeadName: 'Grace Lund',
    hostEmail: 'ada@parley.example',
    attendeeEmails: ['grace@acme.example', 'lin@acme.example'],
  };
  const { id } = await signalWith(
    { triggeredAtMs: AT_MS, fields },
    { triggeredAtMs: AT_MS + 1, inEmail: true, fields: { attendeeEmails: [], reason: 'By mail.' } },
  );
  const inMeeting = {
    ...{ signalId: id, triggeredAt: '2026-03-01T10:00:00Z', sourceType: 'meeting' },
    ...fields,
  };
  const inEmail = {
    signalId: id,
    signalName: 'Price objection',
    triggeredAt: '2026-03-01T10:00:00.001Z',
    sourceId: `${emailId}`,
    sourceType: 'email',
    sourceTitle: 'Quarterly review',
    prompt: 'The price is too high.',
    reason: 'By mail.',
    hostEmail: 'ada@parley.example',
    attendeeEmails: [],
  };
  assert.deepEqual((await list('v1', id)).body, {
    signals: [{ ...inMeeting, sourceId: `${meetingId}` }, inEmail],
    pageCount: 1,
  });
  assert.deepEqual((await list('v2', id)).body, {
    signals: [{ ...inMeeting, sourceId: meetingId }],
    pageCount: 1,
  });
});

for (const { version, flag, field, otherFlag, param } of VERSIONS) {
  test(`${version} shows ${field} when ${flag} is true, and never else`, async () => {
    const followUps = [
      { name: 'Next', prompt: 'What "next"?', response: 'An offer\n{"a":1}' },
      { name: 'Who', prompt: 'Who?', response: '' },
    ];
    const { id } = await signalWith(
      { triggeredAtMs: AT_MS, followUps },
      { triggeredAtMs: AT_MS + 1, followUps: [] },
    );
    const asked = await list(version, id, { ...FROM, [flag]: 'true' });
    assert.deepEqual(
      asked.body.signals.map((one: Record<string, unknown>) => one[field]),
      [followUps, []],
    );
    for (const query of [FROM, { ...FROM, [flag]: 'false' }]) {
      const { signals } = (await list(version, id, query)).body;
      assert.equal(signals.length, 2);
      for (const one of signals) assert.ok(!('customInstructions' in one) && !('followUpPrompts' in one));
    }
  });

  test(`${version} does not know the flag of the other version`, async () => {
    const { id } = await signalWith();
    const answer = await list(version, id, { ...FROM, [otherFlag]: 'true' });
    assert.equal(answer.status, 400);
    assert.match(answer.body.error, new RegExp(`Unknown query parameter "${otherFlag}"`));
  });

  test(`${version} shows executionId when includeExecutionId is true, and never else`, async () => {
    const { id, executionIds } = await signalWith({ triggeredAtMs: AT_MS }, { triggeredAtMs: AT_MS });
    const asked = await list(version, id, { ...FROM, includeExecutionId: 'true', [flag]: 'true' });
    const shown = asked.body.signals.map((one: { executionId: number }) => one.executionId);
    assert.deepEqual(shown, executionIds);
    for (const one of (await list(version, id)).body.signals) assert.ok(!('executionId' in one));
  });

  test(`${version}: both ends of the window are in it, to the millisecond`, async () => {
    const { id } = await signalWith(...[0, 1, 2, 1000].map((ms) => ({ triggeredAtMs: AT_MS + ms })));
    const at = (ms: number) => new Date(AT_MS + ms).toISOString();
    for (const [from, to, found] of [
      [0, 1000, [0, 1, 2, 1000]],
      [1, 999, [1, 2]],
      [1, 1, [1]],
      [3, 999, []],
      [1000, 1000, [1000]],
      [1001, 5000, []],
    ] as const) {
      const query = { executionFrom: at(from), executionTo: at(to) };
      assert.deepEqual(await offsets(version, id, query), found, `${from} to ${to}`);
    }
    // A shown time, used as a bound, finds its row.
    const [{ triggeredAt }] = (await list(version, id, { executionFrom: at(1) })).body.signals;
    const bounds = { executionFrom: triggeredAt, executionTo: triggeredAt };
    assert.deepEqual(await offsets(version, id, bounds), [1]);
  });

  test(`${version}: without executionTo the window ends now`, async () => {
    const hourMs = 3_600_000;
    const { id } = await signalWith(
      { triggeredAtMs: Date.now() - hourMs },
      { triggeredAtMs: Date.now() + hourMs },
      { triggeredAtMs: tomorrowAt(14) },
    );
    assert.equal((await list(version, id)).body.signals.length, 1);
    const later = new Date(Date.now() + 2 * hourMs).toISOString();
    assert.equal((await list(version, id, { ...FROM, executionTo: later })).body.signals.length, 2);
    // A window that begins later is empty, and no fault: it will not stay so.
    for (const fromMs of [Date.now() + 60_000, tomorrowAt(9), tomorrowAt(13)]) {
      const soon = await list(version, id, { executionFrom: new Date(fromMs).toISOString() });
      assert.deepEqual([soon.status, soon.body], [200, { signals: [], pageCount: 0 }]);
    }
  });

  test(`${version}: pages are stable, pageCount is exact, a page past the end is empty`, async () => {
    const { id, executionIds } = await signalWith(
      ...Array.from({ length: 7 }, (_, index) => ({ triggeredAtMs: AT_MS + (index < 4 ? 0 : 1) })),
    );
    const seen: number[] = [];
    for (const pageNumber of ['1', '2', '3', '4']) {
      const query = { ...FROM, includeExecutionId: 'true', pageSize: '3', pageNumber };
      const { status, body } = await list(version, id, query);
      assert.deepEqual([status, body.pageCount], [200, 3]);
      seen.push(...body.signals.map((one: { executionId: number }) => one.executionId));
    }
    assert.deepEqual(seen, executionIds, 'by time, then id; each once');
    const empty = await list(version, id, {
      executionFrom: '2027-01-01T00:00:00Z',
      executionTo: '2027-01-02T00:00:00Z',
    });
    assert.deepEqual(empty.body, { signals: [], pageCount: 0 });
    const far = await list(version, id, { ...FROM, pageNumber: '2147483647', pageSize: '50' });
    assert.deepEqual([far.status, far.body], [200, { signals: [], pageCount: 1 }]);
  });

  test(`${version}: ten rows a page where pageSize is left out, fifty at most`, async () => {
    const found = Array.from({ length: 51 }, (_, index) => ({ triggeredAtMs: AT_MS + index }));
    const { id } = await signalWith(...found);
    const usual = (await list(version, id)).body;
    assert.deepEqual([usual.signals.length, usual.pageCount], [10, 6]);
    const most = (await list(version, id, { ...FROM, pageSize: '50' })).body;
    assert.deepEqual([most.signals.length, most.pageCount], [50, 2]);
  });

  test(`${version}: what was judged anew is shown by its newest judgement only`, async () => {
    const { id } = await signalWith(
      { triggeredAtMs: AT_MS, superseded: true },
      { triggeredAtMs: AT_MS + 5 },
      { triggeredAtMs: AT_MS + 6, superseded: true },
    );
    assert.deepEqual(await offsets(version, id), [5]);
    assert.equal((await list(version, id, { ...FROM, pageSize: '1' })).body.pageCount, 1);
  });

  test(`${version}: a disabled signal keeps its executions, a deleted one is 404`, async () => {
    const { id } = await signalWith({ triggeredAtMs: AT_MS });
    await sql(service.databaseUrl, 'update signals set enabled = false where id = $1', [id]);
    assert.deepEqual(await offsets(version, id), [0]);
    await sql(service.databaseUrl, 'update signals set deleted_at = now() where id = $1', [id]);
    const answer = await list(version, id);
    assert.deepEqual([answer.status, answer.body], [404, { error: 'There is no such signal' }]);
  });

  test(`${version}: a safe integer that is nobody's, or another's, is 404; what is no id is 400`, async () => {
    const { id } = await signalWith({ triggeredAtMs: AT_MS });
    const other = await service.tenant();
    const foreign = await other.client.get(`/${version}/signals/${id}/executions`, FROM);
    assert.deepEqual([foreign.status, foreign.body], [404, { error: 'There is no such signal' }]);
    for (const nobodys of [1_000_000_007, MAX_ID]) {
      const answer = await list(version, nobodys);
      assert.deepEqual([answer.status, answer.body], [404, foreign.body], `${nobodys}`);
    }
    for (const wrong of ['0', '-1', '1.5', '1e3', 'abc', '%20', `${MAX_ID + 1}`, '9'.repeat(40)]) {
      const answer = await list(version, wrong);
      assert.equal(answer.status, 400, wrong);
      assert.equal(answer.body.error, `${param} must be a whole number from 1 to ${MAX_ID}`);
    }
  });

  test(`${version} refuses what its parameters do not take, and names it`, async () => {
    const { id } = await signalWith();
    const to = 'executionTo';
    for (const [query, message] of [
      [{}, /^executionFrom is required/],
      [{ executionFrom: '2026-01-01' }, /^executionFrom must be/],
      [{ executionFrom: '2026-01-01T00:00:00' }, /^executionFrom must be/],
      [{ ...FROM, [to]: '2025-12-31T23:59:59.999Z' }, /^executionTo must not be before executionFrom$/],
      [{ ...FROM, [to]: 'now' }, /^executionTo must be/],
      [{ ...FROM, pageNumber: '0' }, /^pageNumber must be/],
      [{ ...FROM, pageNumber: '2147483648' }, /^pageNumber must be/],
      [{ ...FROM, pageSize: '0' }, /^pageSize must be/],
      [{ ...FROM, pageSize: '51' }, /^pageSize must be/],
      [{ ...FROM, [flag]: '1' }, new RegExp(`^${flag} must be true or false$`)],
      [{ ...FROM, includeExecutionId: 'yes' }, /^includeExecutionId must be true or false$/],
      [{ ...FROM, executionform: 'x' }, /did you mean executionFrom\?/],
    ] as const) {
      const answer = await list(version, id, query as Record<string, string>);
      assert.equal(answer.status, 400, JSON.stringify(query));
      assert.match(answer.body.error, message);
    }
  });
}
