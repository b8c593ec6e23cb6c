import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { evaluationId } from '../../src/domain/signals/labels/evaluation-id.ts';
import { seededRandom } from '../support/random.ts';
import { startService, type TestService } from '../support/service.ts';
import { seedEmails, seedEvaluations, seedMeetings, seedRuns, seedSignal } from '../support/signals.ts';
import { sql } from '../support/sql.ts';

const AT_MS = Date.parse('2026-03-01T10:00:00Z');
const DAY_MS = 86_400_000;

let service: TestService;
let url: string;
before(async () => {
  service = await startService();
  url = service.databaseUrl;
});
after(() => service.stop());

const quote = (entryIndex: number, text = `words of ${entryIndex}`) => ({ text, entryIndex });

/** Makes a signal that has judged so many meetings, firing in the first ones. @returns the ids of evaluations and meetings */
async function judged(fired: number, notFired: number, organizationId = 1) {
  const signalId = await seedSignal(url, organizationId);
  const times = Array.from({ length: fired + notFired }, (_, index) => AT_MS + index * DAY_MS);
  const meetings = await seedMeetings(url, organizationId, times);
  const evaluations = await evaluated(signalId, meetings, (index) => index < fired, organizationId);
  return { signalId, meetings, evaluations };
}

/** Judges the meetings anew. @returns the ids of the evaluations */
async function evaluated(
  signalId: number,
  meetings: readonly number[],
  fires: (index: number) => boolean,
  organizationId = 1,
  { version = 1, entry = 3 } = {},
): Promise<string[]> {
  const runs = meetings.map((meetingId) => ({
    ...{ meetingId, signalIds: [signalId], signalVersions: [version], signalsState: 'done' as const },
  }));
  const runIds = await seedRuns(url, organizationId, runs);
  const rows = runIds.map((runId, index) => ({
    ...{ runId, signalId, version, state: fires(index) ? ('fired' as const) : ('not_fired' as const) },
    quotes: fires(index) ? [quote(entry)] : [],
  }));
  await seedEvaluations(url, organizationId, rows);
  return runIds.map((runId) => evaluationId({ of: 'run', runId, signalId }));
}

const pathOf = (id: string) => `/v1/evaluations/${id}/label`;

async function label(id: string, verdict: 'right' | 'wrong', client = service.client) {
  const answer = await client.put(pathOf(id), { verdict });
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

async function qualityOf(signalId: number, query: Record<string, string> = {}) {
  const answer = await service.client.get(`/v1/signals/${signalId}/quality`, query);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

async function toLabel(signalId: number, query: Record<string, string> = {}, client = service.client) {
  const answer = await client.get(`/v1/signals/${signalId}/evaluations/to-label`, { limit: '50', ...query });
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

const idsOf = (listed: { evaluations: { evaluationId: string }[] }) =>
  listed.evaluations.map((one) => one.evaluationId);

async function version2(signalId: number): Promise<void> {
  await sql(
    url,
    `with made as (
       insert into signal_versions (organization_id, signal_id, version, prompt, phrases, follow_up_prompts, prompt_hash)
       values (1, $1, 2, 'Anew.', '{}', '[]', '') returning signal_id
     )
     update signals set version = 2 where organization_id = 1 and id in (select signal_id from made)`,
    [signalId],
  );
}

test('a label is given, changed, taken back and audited, without its note', async () => {
  const { signalId, evaluations } = await judged(2, 1);
  const [id] = evaluations as [string];
  const { labelledAt, ...first } = await label(id, 'right');
  assert.deepEqual(first, { evaluationId: id, signalId, verdict: 'right', drawn: false });
  assert.ok(Date.parse(labelledAt));
  assert.equal((await label(id, 'right')).labelledAt, labelledAt, 'the same label changes nothing');
  const body = { verdict: 'wrong', note: 'A secret of the customer.' };
  const changed = await service.client.put(pathOf(id), body);
  assert.deepEqual([changed.status, changed.body.note], [200, body.note]);
  assert.deepEqual((await qualityOf(signalId)).labels, { right: 0, wrong: 1 });
  assert.equal((await service.client.delete(pathOf(id))).status, 204);
  const gone = await service.client.delete(pathOf(id));
  assert.deepEqual(
    [gone.status, gone.body],
    [404, { error: 'The API key has not labelled this evaluation' }],
  );
  assert.deepEqual((await qualityOf(signalId)).labels, { right: 0, wrong: 0 });
  const audit = await service.client.get('/admin/v1/audit', { pageSize: '50' });
  const own = audit.body.records.filter((one: { subject: string }) => one.subject === `evaluation ${id}`);
  assert.deepEqual(own.map((one: { action: string }) => one.action).sort(), [
    ...['evaluation.label', 'evaluation.label', 'evaluation.unlabel'],
  ]);
  assert.doesNotMatch(audit.text, /secret/);
});

test('bad requests, unknown evaluations and those of others are refused', async () => {
  const { evaluations } = await judged(1, 0);
  const [id] = evaluations as [string];
  for (const [body, message] of [
    [{}, /^verdict is required$/],
    [{ verdict: 'maybe' }, /^verdict must be/],
    [{ verdict: 'right', note: ' ' }, /^note must/],
    [{ verdict: 'right', note: 'x'.repeat(2001) }, /^note must/],
  ] as const) {
    const answer = await service.client.put(pathOf(id), body);
    assert.equal(answer.status, 400, JSON.stringify(body));
    assert.match(answer.body.error, message);
  }
  const other = await service.tenant();
  const unknown = evaluationId({ of: 'run', runId: 1_000_000_007, signalId: 5 });
  const backtest = evaluationId({ of: 'draft', backtestId: 1_000_000_007, meetingId: 5 });
  for (const [client, path] of [
    ...[unknown, backtest, '1', '15999', '100000', '15011703'].map((one) => [service.client, one] as const),
    [other.client, id],
  ] as const) {
    const answer = await client.put(pathOf(path), { verdict: 'right' });
    assert.deepEqual([answer.status, answer.body], [404, { error: 'There is no such evaluation' }], path);
  }
  assert.equal((await other.client.delete(pathOf(id))).status, 404);
  assert.equal((await service.client.put(pathOf('nonsense'), { verdict: 'right' })).status, 400);
});

test('a key needs signals:read and admin, or a session of the console', async () => {
  const { evaluations } = await judged(1, 0);
  const [id] = evaluations as [string];
  const made = await service.client.post('/admin/v1/keys', { name: 'reader', scopes: ['signals:read'] });
  const reader = service.as(made.body.key);
  for (const answer of [
    await reader.put(pathOf(id), { verdict: 'right' }),
    await reader.delete(pathOf(id)),
  ]) {
    assert.equal(answer.status, 403);
    assert.match(answer.body.error, /^Labels need the scope admin, or a session of the console$/);
  }
  const session = await fetch(`${service.apiUrl}/admin/v1/session`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ key: made.body.key }),
  });
  const Cookie = /parley_session=[^;]+/.exec(session.headers.get('set-cookie') ?? '')![0];
  const labelled = await fetch(`${service.apiUrl}${pathOf(id)}`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', Cookie, Origin: service.apiUrl },
    body: JSON.stringify({ verdict: 'wrong' }),
  });
  assert.equal(labelled.status, 200, await labelled.text());
});

test('failed evaluations and those of replaced words cannot be labelled', async () => {
  const { signalId, meetings } = await judged(0, 0);
  assert.deepEqual(meetings, []);
  const [meetingId] = (await seedMeetings(url, 1, [AT_MS])) as [number];
  const runs = [1, 2].map(() => ({ meetingId, signalIds: [signalId], signalsState: 'done' as const }));
  const [failed, stale] = (await seedRuns(url, 1, runs)) as [number, number];
  await seedEvaluations(url, 1, [
    { runId: failed, signalId, state: 'failed' },
    { runId: stale, signalId, state: 'fired' },
  ]);
  await sql(url, 'update processing_runs set stale_at = now() where id = $1', [stale]);
  for (const [runId, message] of [
    [failed, /^The evaluation failed/],
    [stale, /^The words of the conversation have been replaced/],
  ] as const) {
    const answer = await service.client.put(pathOf(evaluationId({ of: 'run', runId, signalId })), {
      verdict: 'right',
    });
    assert.equal(answer.status, 409);
    assert.match(answer.body.error, message);
  }
});

test('precision and recall are those of the labels, of one version', async () => {
  const { signalId, evaluations } = await judged(12, 40);
  for (const [index, id] of evaluations.slice(0, 9).entries()) await label(id, index < 6 ? 'right' : 'wrong');
  const nine = await qualityOf(signalId);
  assert.deepEqual(nine.labels, { right: 6, wrong: 3 });
  assert.equal(nine.precision, undefined);
  await label(evaluations[9]!, 'right');
  const ten = await qualityOf(signalId);
  assert.deepEqual(ten.precision, { value: 0.7, low: 0.3968, high: 0.8922 });
  assert.equal(ten.recall, undefined);
  for (const [index, id] of evaluations.slice(12, 32).entries()) {
    assert.equal((await label(id, index < 19 ? 'right' : 'wrong')).drawn, true);
  }
  const all = await qualityOf(signalId, { version: '1' });
  assert.deepEqual(all, await qualityOf(signalId));
  assert.deepEqual(all.evaluations, { fired: 12, notFired: 40 });
  assert.deepEqual(all.labelled, { fired: 10, notFired: 20, drawn: 20 });
  assert.deepEqual(all.labels, { right: 26, wrong: 4 });
  // 12 · 0.7 found, 40 / 20 missed.
  assert.equal(all.recall.value, Number((8.4 / 10.4).toFixed(4)));
  assert.equal((await service.client.get(`/v1/signals/${signalId}/quality`, { version: '2' })).status, 404);
  const other = await service.tenant();
  assert.equal((await other.client.get(`/v1/signals/${signalId}/quality`)).status, 404);
  assert.equal((await other.client.get(`/v1/signals/${signalId}/evaluations/to-label`)).status, 404);
});

test('evaluations are listed in turns, in an order that is random, the same for all, and without what is labelled', async () => {
  const { signalId, evaluations } = await judged(5, 60);
  const listed = await toLabel(signalId);
  assert.equal(listed.total, 65);
  assert.deepEqual(await toLabel(signalId), listed);
  const states = listed.evaluations.slice(0, 10).map((one: { state: string }) => one.state);
  assert.deepEqual(
    states,
    Array.from({ length: 10 }, (_, at) => (at % 2 === 0 ? 'fired' : 'not_fired')),
  );
  const silent = idsOf(await toLabel(signalId, { state: 'not_fired' }));
  assert.notDeepEqual(silent, [...silent].sort(), 'it is not the order of time');
  const [first, second] = idsOf(listed) as [string, string];
  await label(first, 'wrong');
  await label(second, 'right');
  const rest = await toLabel(signalId);
  assert.deepEqual([rest.total, idsOf(rest).includes(first)], [63, false]);
  assert.deepEqual(idsOf(rest).slice(0, 8), idsOf(listed).slice(2, 10));
  assert.deepEqual(idsOf(await toLabel(signalId, { again: 'true' })), []);
  const made = await service.client.post('/admin/v1/keys', {
    name: 'two',
    scopes: ['signals:read', 'admin'],
  });
  const two = service.as(made.body.key);
  const again = idsOf(await toLabel(signalId, { again: 'true' }, two));
  assert.deepEqual(again.sort(), [first, second].sort());
  assert.equal(evaluations.length, 65);
});

test('an evaluation that is far in the random order is no part of the sample', async () => {
  const { signalId, evaluations } = await judged(1, 130);
  const near = new Set<string>();
  for (let page = 0; page < 2; page++) {
    const ids = idsOf(await toLabel(signalId, { state: 'not_fired' }));
    for (const id of ids) {
      near.add(id);
      await label(id, 'right');
    }
  }
  assert.equal((await qualityOf(signalId)).labelled.drawn, 100);
  const { signalId: fresh, evaluations: others } = await judged(1, 130);
  const silent = others.slice(1);
  const drawn: boolean[] = [];
  for (const id of silent) {
    drawn.push((await label(id, 'right')).drawn);
    await service.client.delete(pathOf(id));
  }
  assert.equal(drawn.filter(Boolean).length, 100);
  assert.equal((await qualityOf(fresh)).labelled.notFired, 0);
  assert.equal(evaluations.length, 131);
});

test('labels hold for new runs and versions where the moment is the same', async () => {
  const { signalId, meetings, evaluations } = await judged(10, 4);
  for (const [index, id] of evaluations.entries()) {
    await label(id, index === 1 || index === 11 ? 'wrong' : 'right');
  }
  await version2(signalId);
  // Fires at the same moment, not at all in meetings 0 and 1, elsewhere in meeting 2, and also in 10 and 11.
  const fires = (index: number) => index > 1 && index < 12;
  const again = await evaluated(signalId, meetings, fires, 1, { version: 2 });
  const [moved] = await evaluated(signalId, meetings.slice(2, 3), () => true, 1, { version: 2, entry: 9 });
  const quality = await qualityOf(signalId);
  assert.deepEqual([quality.version, quality.evaluations], [2, { fired: 10, notFired: 4 }]);
  // Meetings 3 to 9 and 11 are right, 10 is not; 1, 12 and 13 are rightly silent, 0 is not; nothing is known of 2.
  assert.deepEqual(quality.labelled, { fired: 9, notFired: 4, drawn: 2 });
  assert.deepEqual(quality.labels, { right: 11, wrong: 2 });
  assert.deepEqual(idsOf(await toLabel(signalId)), [moved]);
  assert.equal((await qualityOf(signalId, { version: '1' })).labels.wrong, 2);
  assert.ok(again.length === 14);
});

test('the newest of several labels decides, and agreement is counted', async () => {
  const { signalId, evaluations } = await judged(12, 0);
  const made = await service.client.post('/admin/v1/keys', {
    name: 'second',
    scopes: ['signals:read', 'admin'],
  });
  const second = service.as(made.body.key);
  for (const id of evaluations) await label(id, 'right');
  for (const [index, id] of evaluations.slice(0, 8).entries()) {
    await label(id, index < 6 ? 'right' : 'wrong', second);
  }
  const quality = await qualityOf(signalId);
  assert.deepEqual(quality.labels, { right: 10, wrong: 2 });
  assert.deepEqual(quality.agreement, { moments: 8, value: 0.75, low: 0.4093, high: 0.9285 });
});

test('labels of replaced words hold only for a moment that is still said', async () => {
  const { signalId, meetings, evaluations } = await judged(2, 1);
  for (const id of evaluations) await label(id, 'right');
  await sql(url, `update meetings set transcript_hash = 'other' where id = any ($1::bigint[])`, [meetings]);
  await sql(url, `update processing_runs set stale_at = now() where meeting_id = any ($1::bigint[])`, [
    meetings,
  ]);
  assert.deepEqual((await qualityOf(signalId)).evaluations, { fired: 0, notFired: 0 });
  const runs = meetings.map((meetingId) => ({
    meetingId,
    signalIds: [signalId],
    signalsState: 'done' as const,
  }));
  const runIds = await seedRuns(url, 1, runs);
  await seedEvaluations(url, 1, [
    // The same words, in another entry.
    { runId: runIds[0]!, signalId, state: 'fired', quotes: [quote(7, 'These are the words of 3, she said')] },
    { runId: runIds[1]!, signalId, state: 'fired', quotes: [quote(3, 'Something else')] },
    { runId: runIds[2]!, signalId, state: 'not_fired' },
  ]);
  const quality = await qualityOf(signalId);
  assert.deepEqual(quality.labelled, { fired: 1, notFired: 0, drawn: 0 });
});

test('labels are deleted with their meeting or e-mail', async () => {
  const { signalId, meetings, evaluations } = await judged(1, 1);
  const [emailId] = (await seedEmails(url, 1, [AT_MS])) as [number];
  const [runId] = await seedRuns(url, 1, [{ emailId, signalIds: [signalId], signalsState: 'done' }]);
  await seedEvaluations(url, 1, [
    { runId: runId!, signalId, state: 'fired', quotes: [{ text: 'Too much.' }] },
  ]);
  const ofEmail = evaluationId({ of: 'run', runId: runId!, signalId });
  for (const id of [...evaluations, ofEmail]) await label(id, 'right');
  assert.deepEqual((await qualityOf(signalId)).labels, { right: 3, wrong: 0 });
  assert.equal((await service.client.delete(`/v1/emails/${emailId}`)).status, 204);
  assert.equal((await service.client.delete(`/v1/meetings/${meetings[0]}`)).status, 204);
  assert.deepEqual((await qualityOf(signalId)).labels, { right: 1, wrong: 0 });
  const rows = await sql(url, 'select from signal_labels where signal_id = $1', [signalId]);
  assert.equal(rows.length, 1);
  assert.equal((await service.client.delete(`/admin/v1/signals/${signalId}`)).status, 204);
  assert.equal((await service.client.put(pathOf(evaluations[1]!), { verdict: 'right' })).status, 404);
});

test('labelled in the order of the list, samples estimate known precision and recall', async () => {
  const random = seededRandom(20_260_322);
  const times = Array.from({ length: 150 }, (_, index) => AT_MS + index * DAY_MS);
  const meetings = await seedMeetings(url, 1, times);
  // 30 of 150 conversations have a moment; 21 of these are found, and 8 others.
  const hasMoment = (index: number) => index % 5 === 0;
  const fires = (index: number) => (hasMoment(index) ? index % 50 < 35 : index % 13 === 1 && index < 120);
  const found = meetings.filter((_, index) => fires(index) && hasMoment(index)).length;
  const fired = meetings.filter((_, index) => fires(index)).length;
  const truth = { precision: found / fired, recall: found / 30 };
  const SIGNALS = 8;
  const values = { precision: 0, recall: 0 };
  const covers = { precision: 0, recall: 0 };
  for (let signal = 0; signal < SIGNALS; signal++) {
    const signalId = await seedSignal(url, 1);
    const evaluations = await evaluated(signalId, meetings, fires);
    for (let page = 0; page < 2; page++) {
      for (const { evaluationId: id, state } of (await toLabel(signalId)).evaluations) {
        // People skip some, whatever these are about.
        if (random() < 0.1) continue;
        const isRight = (state === 'fired') === hasMoment(evaluations.indexOf(id));
        await label(id, isRight ? 'right' : 'wrong');
      }
    }
    const quality = await qualityOf(signalId);
    for (const what of ['precision', 'recall'] as const) {
      values[what] += quality[what].value / SIGNALS;
      if (quality[what].low <= truth[what] && truth[what] <= quality[what].high) covers[what]++;
    }
  }
  for (const what of ['precision', 'recall'] as const) {
    assert.ok(covers[what] >= SIGNALS - 2, `${what} is covered in ${covers[what]} of ${SIGNALS}`);
    assert.ok(
      Math.abs(values[what] - truth[what]) < 0.09,
      `${what}: ${values[what]} instead of ${truth[what]}`,
    );
  }
});
