import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { limitAttempts } from '../reliability/background-worker.ts';
import type { AiServer } from '../support/ai-server.ts';
import { heldLocks } from '../support/held-locks.ts';
import type { TestService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { startWithModel } from '../support/with-model.ts';
import { call, signalsOf } from './conversations.ts';

/** Runs, remaps and deletions of one meeting that meet at the worst moment: a lock that is held makes it last. */
let ai: AiServer;
let service: TestService;
let stop: () => Promise<void>;
before(async () => {
  ({ ai, service, stop } = await startWithModel());
});
afterEach(async () => {
  ai.recover();
  await releaseAll();
});
after(() => stop());

const ACCOUNT = '0018c00002ABCDEAA5';
const SAID = 'Did somebody say "discount"?';
const ALSO_SAID = 'Did somebody say "contract"?';

async function tenant() {
  const { id, client } = await service.tenant();
  return {
    id,
    client,
    holdRemap: (requestId: string) =>
      hold('select from remaps where organization_id = $1 and request_id = $2 for update', [id, requestId]),
    ...signalsOf(client),
    /** @returns the remap's request id */
    async accept(meetingId: string, flags: Record<string, string>): Promise<string> {
      const { body } = await client.post(`/v1/meeting/remap?${new URLSearchParams(flags)}`, {
        meetingDetails: { serviceMeetingId: Number(meetingId) },
        salesforceRecords: { accountId: ACCOUNT },
      });
      return body.requestId;
    },
    async stateOf(requestId: string) {
      const { status, signals, summary } = (await client.get(`/v1/meeting/remap/${requestId}`)).body;
      return { status, signals, summary };
    },
  };
}

const { hold, waitForBlocked, releaseAll } = heldLocks(() => service.databaseUrl);

/** Keeps the model's answers to a question back. @returns what lets them go */
function holdAnswers(question: string, answer?: string): () => void {
  let letGo = () => {};
  const isGone = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  ai.answerWith(async ({ prompt }) => {
    const isOther = prompt?.task === 'judge' && prompt.questions[0]!.question !== question;
    // The other question is not answered in the test that has two.
    if (isOther && answer !== undefined) return new Promise(() => {});
    if (prompt?.task !== 'judge' || isOther) return undefined;
    await isGone;
    return answer;
  });
  return letGo;
}

const asked = (count: number) => until(async () => (ai.requests.length >= count ? true : undefined));

test('the late commit of an older run is still superseded by the newer one', async () => {
  const { client, signal, executions, accept, processed, holdRemap } = await tenant();
  const id = await signal({ prompt: SAID });
  const meetingId = await client.ingest(call({ id: 'late' }), { processImportedMeeting: false });
  const letGo = holdAnswers(SAID);
  const from = ai.requests.length;
  const requestId = await accept(meetingId, { triggerAiSignals: 'true' });
  await asked(from + 1);
  // The remap is the last thing that a run writes: its execution is in, and not committed.
  const lock = await holdRemap(requestId);
  letGo();
  await waitForBlocked(1);
  const again = client.ingest(call({ id: 'late', title: 'Another title' }));
  await waitForBlocked(2);
  await lock.rollback();
  await again;
  await processed(meetingId);
  assert.deepEqual(
    (await executions(id)).map(({ sourceTitle }) => sourceTitle),
    ['Another title'],
  );
});

test('a remap that is accepted while an older run writes is completed by its own run', async () => {
  const { client, signal, change, executions, accept, stateOf } = await tenant();
  const id = await signal({ prompt: SAID });
  const meetingId = await client.ingest(call({ id: 'early' }), { processImportedMeeting: false });
  const letFirstGo = holdAnswers(SAID);
  const from = ai.requests.length;
  const first = await accept(meetingId, { triggerAiSignals: 'true' });
  await asked(from + 1);
  const lock = await hold('lock table signal_evaluations in share mode');
  letFirstGo();
  await waitForBlocked(1);
  await change(id, { prompt: ALSO_SAID });
  const letSecondGo = holdAnswers(ALSO_SAID);
  const second = await accept(meetingId, { triggerAiSignals: 'true' });
  // It is applied meanwhile, or waits for the older run: both are right.
  await Promise.race([
    waitForBlocked(2),
    until(async () => ((await stateOf(second)).status === 'applied' ? true : undefined)),
  ]);
  await lock.rollback();
  await until(async () => ((await executions(id)).length === 1 ? true : undefined));
  const state = await until(async () => {
    const now = await stateOf(second);
    return now.status === 'accepted' ? undefined : now;
  });
  assert.deepEqual(state, { status: 'applied', signals: 'pending', summary: undefined });
  letSecondGo();
  await until(async () => ((await stateOf(second)).status === 'completed' ? true : undefined));
  assert.equal((await stateOf(first)).status, 'completed');
});

test('a remap that is accepted while the job of an earlier one waits is applied after it was accepted', async () => {
  const { id, client, accept } = await tenant();
  const meetingId = await client.ingest(call({ id: 'times' }), { processImportedMeeting: false });
  // Accepting is not held up by this lock, applying is.
  const lock = await hold('select from meetings where organization_id = $1 and id = $2 for no key update', [
    id,
    meetingId,
  ]);
  const requestIds = [await accept(meetingId, {})];
  await waitForBlocked(1);
  requestIds.push(await accept(meetingId, {}));
  await lock.rollback();
  for (const requestId of requestIds) {
    const { acceptedAt, appliedAt, completedAt } = await until(async () => {
      const { body } = await client.get(`/v1/meeting/remap/${requestId}`);
      return body.status === 'completed' ? body : undefined;
    });
    assert.ok(Date.parse(acceptedAt) <= Date.parse(appliedAt), `${acceptedAt} and ${appliedAt}`);
    assert.ok(Date.parse(appliedAt) <= Date.parse(completedAt), `${appliedAt} and ${completedAt}`);
  }
});

test('two runs that settle the two follow-ups of a remap at once leave both settled', async () => {
  const { client, signal, accept, stateOf, holdRemap } = await tenant();
  await signal({ prompt: SAID });
  const meetingId = await client.ingest(call({ id: 'both' }), { processImportedMeeting: false });
  const letGo = holdAnswers(SAID);
  const from = ai.requests.length;
  const first = await accept(meetingId, { triggerAiSignals: 'true', triggerSummary: 'true' });
  await asked(from + 1);
  const lock = await holdRemap(first);
  const second = await accept(meetingId, { triggerSummary: 'true' });
  await waitForBlocked(1);
  letGo();
  await waitForBlocked(2);
  await lock.rollback();
  const ended = await until(async () => {
    const state = await stateOf(first);
    return state.status === 'completed' ? state : undefined;
  });
  assert.deepEqual(ended, { status: 'completed', signals: 'done', summary: 'done' });
  assert.equal((await stateOf(second)).status, 'completed');
});

test('a meeting that is deleted while its run writes is deleted, and nothing waits for anything', async () => {
  const { client, signal, accept } = await tenant();
  await signal({ prompt: SAID });
  const meetingId = await client.ingest(call({ id: 'deleted' }), { processImportedMeeting: false });
  const letGo = holdAnswers(SAID);
  const from = ai.requests.length;
  const requestId = await accept(meetingId, { triggerAiSignals: 'true' });
  await asked(from + 1);
  const lock = await hold('lock table signal_evaluations in share mode');
  letGo();
  await waitForBlocked(1);
  const deleting = client.delete(`/v1/meetings/${meetingId}`);
  await waitForBlocked(2);
  await lock.rollback();
  assert.equal((await deleting).status, 204);
  assert.doesNotMatch(service.logged(), /deadlock/);
  assert.equal((await client.get(`/v1/meeting/remap/${requestId}`)).status, 404);
});

test('a run that is given up fails no remap that a newer run works for', async () => {
  const { client, signal, change, accept, stateOf, coverage } = await tenant();
  const id = await signal({ prompt: SAID });
  const meetingId = await client.ingest(call({ id: 'given-up' }), { processImportedMeeting: false });
  await limitAttempts(service.databaseUrl, 'process-run', 1);
  const letFirstGo = holdAnswers(SAID, 'no JSON');
  const from = ai.requests.length;
  const first = await accept(meetingId, { triggerAiSignals: 'true' });
  await asked(from + 1);
  await change(id, { prompt: ALSO_SAID });
  const second = await accept(meetingId, { triggerAiSignals: 'true' });
  await until(async () => ((await stateOf(second)).status === 'applied' ? true : undefined));
  letFirstGo();
  await until(async () => {
    const { jobs } = (await client.get('/admin/v1/jobs', { state: 'dead' })).body;
    return jobs.length > 0 ? true : undefined;
  });
  const pending = { status: 'applied', signals: 'pending', summary: undefined };
  assert.deepEqual([await stateOf(first), await stateOf(second)], [pending, pending]);
  assert.equal((await coverage(id)).pending, 1);
});
