import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { AiServer } from '../support/ai-server.ts';
import { ON_CITUS } from '../support/citus.ts';
import { email } from '../support/emails.ts';
import { heldLocks } from '../support/held-locks.ts';
import type { TestService } from '../support/service.ts';
import { sql } from '../support/sql.ts';
import { until } from '../support/until.ts';
import { startWithModel } from '../support/with-model.ts';
import { call, type Item, PAST, signalsOf } from './conversations.ts';

/** Findings never outlive the words that they were made from. */
let ai: AiServer;
let service: TestService;
let stop: () => Promise<void>;
before(async () => {
  ({ ai, service, stop } = await startWithModel());
});
const { hold, waitForBlocked, releaseAll } = heldLocks(() => service.databaseUrl);
afterEach(async () => {
  ai.recover();
  await releaseAll();
});
after(() => stop());

const ACCOUNT = '0018c00002ABCDEAA5';
const WITHOUT_PROCESSING = { processImportedMeeting: false };
const OTHER_WORDS = { segments: [{ text: 'We only talked about the weather and the contract.' }] };

async function tenant() {
  const { id: organizationId, client } = await service.tenant();
  /** Returns the counts of firing signals, by the day of the call or of the judging. */
  const activity = async () => {
    const dayMs = 24 * 3_600_000;
    let count = 0;
    for (const atMs of new Set([Date.parse(String(call().startTime)), Date.now()])) {
      const window = { from: new Date(atMs - dayMs).toISOString(), to: new Date(atMs + dayMs).toISOString() };
      const { body } = await client.get('/v2/signals/activity', window);
      for (const { executions } of body.days) count += executions;
    }
    return count;
  };
  return { organizationId, client, ...signalsOf(client), activity };
}

/** Keeps back every judgement that the model is asked for from now on. @returns what lets them go */
function holdJudgements(): () => void {
  let letGo = () => {};
  const isGone = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  ai.answerWith(async ({ prompt }) => {
    if (prompt?.task === 'judge') await isGone;
    return undefined;
  });
  return letGo;
}

test('a transcript that is replaced without processing takes all findings with it', async () => {
  const { client, signal, change, executions, evaluations, coverage, processed, activity } = await tenant();
  const fired = await signal({ phrases: ['the discount'] });
  const disabled = await signal({ phrases: ['yearly plan'] });
  const silent = await signal({ phrases: ['helicopter'] });
  const meetingId = await client.ingest(call({ id: 'replaced' }));
  await processed(meetingId);
  await change(disabled, { enabled: false });
  const [execution] = await executions(fired, { includeExecutionId: 'true' });
  assert.equal((await executions(disabled)).length, 1);
  assert.equal(await activity(), 2);
  assert.equal((await client.get(`/v1/meetings/${meetingId}/summary`)).status, 200);

  await client.ingest(call({ id: 'replaced', transcript: OTHER_WORDS }), WITHOUT_PROCESSING);
  assert.deepEqual([await executions(fired), await executions(disabled)], [[], []]);
  const evidence = await client.get(`/v1/signals/${fired}/executions/${execution.executionId}/evidence`);
  assert.equal(evidence.body.superseded, true);
  const { processing, evaluations: shown } = await evaluations(meetingId);
  assert.deepEqual([processing, shown], [{ signals: 'none', summary: 'none' }, []]);
  for (const id of [fired, silent]) {
    const { sources, eligible, notEvaluated } = await coverage(id);
    assert.deepEqual([sources, eligible, notEvaluated], [1, 0, 1]);
  }
  assert.equal(await activity(), 0);
  assert.equal((await client.get(`/v1/meetings/${meetingId}/summary`)).status, 404);
});

test('a new title, other attendees or the same words supersede nothing', async () => {
  const { client, signal, executions, evaluations, processed } = await tenant();
  const id = await signal({ phrases: ['the discount'] });
  const meetingId = await client.ingest(call({ id: 'kept' }));
  const before = await processed(meetingId);
  const summary = await client.get(`/v1/meetings/${meetingId}/summary`);
  const changes = {
    title: 'Another title',
    attendees: [{ name: 'Grace Lund', email: 'grace@acme.example' }],
  };
  await client.ingest(call({ id: 'kept', ...changes }), WITHOUT_PROCESSING);
  await client.ingest(call({ id: 'kept', transcript: undefined }), WITHOUT_PROCESSING);
  assert.equal((await executions(id)).length, 1);
  assert.deepEqual(await evaluations(meetingId), before);
  assert.deepEqual((await client.get(`/v1/meetings/${meetingId}/summary`)).body, summary.body);
});

test('an e-mail whose text is replaced without processing loses its findings', async () => {
  const { client, signal } = await tenant();
  const id = await signal({ phrases: ['the numbers'], contextSource: 'EMAIL' });
  const send = (text: string, flags = {}) =>
    client.post('/v1/user-provided-email', { email: email({ id: 'mail-1', text }), ...flags });
  const found = async () =>
    (await client.get(`/v1/signals/${id}/executions`, { executionFrom: PAST })).body.signals;
  assert.equal((await send('Please send the numbers.')).status, 200);
  await until(async () => ((await found()).length === 1 ? true : undefined));
  assert.equal((await send('Thank you.', { processImportedEmail: false })).status, 200);
  assert.deepEqual(await found(), []);
});

test('a run in flight stores nothing about words that were replaced, and does its work on the new ones', async () => {
  const { client, signal, executions, evaluations, processed } = await tenant();
  const byPrompt = await signal({ prompt: 'Did somebody say "contract"?' });
  const byPhrase = await signal({ phrases: ['the discount'] });
  const meetingId = await client.ingest(call({ id: 'in-flight' }), WITHOUT_PROCESSING);
  const letGo = holdJudgements();
  const flags = new URLSearchParams({ triggerAiSignals: 'true', triggerSummary: 'true' });
  const accepted = await client.post(`/v1/meeting/remap?${flags}`, {
    meetingDetails: { serviceMeetingId: Number(meetingId) },
    salesforceRecords: { accountId: ACCOUNT },
  });
  // Judgements that need no model have been stored meanwhile.
  await until(async () => ((await executions(byPhrase)).length === 1 ? true : undefined));
  await client.ingest(call({ id: 'in-flight', transcript: OTHER_WORDS }), WITHOUT_PROCESSING);
  assert.deepEqual(await executions(byPhrase), []);
  assert.equal((await evaluations(meetingId)).processing.signals, 'pending');
  letGo();
  const remap = await until(async () => {
    const { body } = await client.get(`/v1/meeting/remap/${accepted.body.requestId}`);
    return body.status === 'completed' ? body : undefined;
  });
  assert.deepEqual([remap.signals, remap.summary], ['done', 'done']);
  const { evaluations: all } = await processed(meetingId);
  assert.deepEqual(
    all.map(({ signalId, state }: Item) => [signalId, state]),
    [
      [byPrompt, 'fired'],
      [byPhrase, 'not_fired'],
    ],
  );
  assert.deepEqual(
    all[0].quotes.map(({ text, entryIndex }: Item) => [
      OTHER_WORDS.segments[entryIndex]!.text.includes(text),
    ]),
    [[true]],
  );
});

test('a run that has stored nothing yet judges the words that replaced those it was asked for', async () => {
  const { client, signal, processed } = await tenant();
  await signal({ prompt: 'Did somebody say "contract"?' });
  const letGo = holdJudgements();
  const from = ai.requests.length;
  const meetingId = await client.ingest(call({ id: 'untouched' }));
  await until(async () => (ai.requests.length > from ? true : undefined));
  await client.ingest(call({ id: 'untouched', transcript: OTHER_WORDS }), WITHOUT_PROCESSING);
  letGo();
  const { evaluations } = await processed(meetingId);
  const quotes = evaluations[0].quotes.map(({ text }: Item) => text);
  assert.ok(
    quotes.length > 0 && quotes.every((text: string) => OTHER_WORDS.segments[0]!.text.includes(text)),
  );
  const runs = await sql(service.databaseUrl, 'select id from processing_runs where meeting_id = $1', [
    meetingId,
  ]);
  assert.equal(runs.length, 1);
});

for (const { asked, open } of [
  {
    asked: { triggerAiSignals: 'true', triggerSummary: 'true' },
    open: { signals: 'none', summary: 'none' },
  },
  { asked: { triggerAiSignals: 'true' }, open: { signals: 'none', summary: 'pending' } },
]) {
  const what = Object.keys(asked).join(' and ');
  test(`work that a newer run of ${what} has done is not open any more when the words are replaced`, async () => {
    const { client, signal, remap, evaluations } = await tenant();
    await signal({ prompt: 'Did somebody say "contract"?' });
    let letGo = () => {};
    const isGone = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const held: unknown[] = [];
    ai.answerWith(async ({ prompt }) => {
      if (held.length > 0) return undefined;
      held.push(prompt);
      await isGone;
      return undefined;
    });
    const meetingId = await client.ingest(call({ id: 'overtaken' }));
    await until(() => Promise.resolve(held.length > 0 ? true : undefined));
    const { status } = await remap(meetingId, asked, ACCOUNT);
    assert.equal(status, 'completed');
    await client.ingest(call({ id: 'overtaken', transcript: OTHER_WORDS }), WITHOUT_PROCESSING);
    const { processing } = await evaluations(meetingId);
    letGo();
    assert.deepEqual(processing, open);
  });
}

test('a settling run compares its words with those that are stored', async () => {
  const { client, signal, processed } = await tenant();
  await signal({ prompt: 'Did somebody say "contract"?' });
  const letGo = holdJudgements();
  const from = ai.requests.length;
  const meetingId = await client.ingest(call({ id: 'compared' }));
  await until(async () => (ai.requests.length > from ? true : undefined));
  // A process of an earlier version would replace the words like this, beside a newer one.
  await sql(service.databaseUrl, `update meetings set transcript_hash = sha256('other') where id = $1`, [
    meetingId,
  ]);
  const asked = ai.requests.length;
  letGo();
  await processed(meetingId);
  assert.ok(
    ai.requests.slice(asked).some(({ prompt }) => prompt?.task === 'judge'),
    'it was not judged again',
  );
});

/** Distributed tables have no triggers that a test could add. */
const ON_ONE_SERVER = { skip: ON_CITUS.skip === false && 'the insertion of a row cannot be held on Citus' };

test(
  'a meeting that is stored and deleted again by others while it comes in is stored all the same',
  ON_ONE_SERVER,
  async () => {
    const { organizationId, client } = await tenant();
    // The insertion of one title waits after the meeting was looked for.
    await sql(
      service.databaseUrl,
      `create function wait_for_test() returns trigger language plpgsql as
       $$ begin perform pg_advisory_xact_lock(7); return new; end $$;
     create trigger wait_for_test before insert on meetings for each row when (new.title = 'Raced')
       execute function wait_for_test()`,
    );
    const insertion = await hold('select pg_advisory_xact_lock(7)');
    const incoming = call({ id: 'raced', title: 'Raced' });
    const coming = client.post('/v1/user-provided-meeting', { meeting: incoming });
    await waitForBlocked(1);
    const first = await client.ingest(call({ id: 'raced' }), WITHOUT_PROCESSING);
    const deletion = await hold('select from meetings where organization_id = $1 and id = $2 for share', [
      organizationId,
      first,
    ]);
    await insertion.rollback();
    await waitForBlocked(1);
    await deletion.query('delete from meetings where organization_id = $1 and id = $2', [
      organizationId,
      first,
    ]);
    await deletion.commit();
    const { status, body } = await coming;
    assert.deepEqual([status, body.created], [200, true]);
    assert.notEqual(body.meetingId, first);
    assert.equal((await client.get(`/v1/meetings/${body.meetingId}`)).body.title, incoming.title);
  },
);
