import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { meeting } from '../support/meetings.ts';
import { startService, type TestService } from '../support/service.ts';
import { sql } from '../support/sql.ts';
import { call, type Item, PAST, signalsOf } from './conversations.ts';

/** Signals over meetings from end to end, with the builtin provider. */
let service: TestService;
before(async () => {
  service = await startService();
});
after(() => service.stop());

const ACCOUNT = '0018c00002ABCDEAA5';

/** A tenant with signals of its own: what one test makes no other sees. */
async function tenant() {
  const { client } = await service.tenant();
  return { client, ...signalsOf(client) };
}

test('a meeting comes in: phrases and prompts fire with true quotes, times and follow-ups, in v1 and v2', async () => {
  const { client, signal, executions, processed } = await tenant();
  await client.put('/admin/v1/crm-records', { records: [{ type: 'ACCOUNT', id: ACCOUNT, name: 'Acme' }] });
  const byPrompt = await signal({
    followUpPrompts: [{ name: 'What', prompt: 'What is the discount on?' }],
  });
  const byPhrase = await signal({ signalName: 'Plan', phrases: ['Yearly  PLAN'] });
  const silent = await signal({ signalName: 'Silent', phrases: ['monthly plan'] });
  const emailOnly = await signal({ contextSource: 'EMAIL', phrases: ['discount'] });
  const off = await signal({ enabled: false, phrases: ['discount'] });
  const meetingId = await client.ingest(call({ salesforceAccountId: ACCOUNT }));
  const { processing, evaluations } = await processed(meetingId);
  assert.deepEqual([processing.signals, processing.summary], ['done', 'done']);
  const states = Object.fromEntries(evaluations.map((one: Item) => [one.signalId, one.state]));
  assert.deepEqual(states, { [byPrompt]: 'fired', [byPhrase]: 'fired', [silent]: 'not_fired' });

  const [fired, ...others] = await executions(byPrompt, { includeFollowUpPrompts: 'true' });
  assert.equal(others.length, 0);
  assert.match(fired.followUpPrompts[0].response, /discount on our enterprise contract/);
  const { triggeredAt, reason, followUpPrompts, ...rest } = fired;
  assert.ok(Math.abs(Date.parse(triggeredAt) - Date.now()) < 60_000);
  assert.notEqual(reason, '');
  assert.deepEqual(
    followUpPrompts.map(({ name, prompt }: Item) => ({ name, prompt })),
    [{ name: 'What', prompt: 'What is the discount on?' }],
  );
  assert.deepEqual(rest, {
    signalId: byPrompt,
    signalName: 'A signal',
    sourceId: Number(meetingId),
    sourceType: 'meeting',
    sourceTitle: 'Quarterly review',
    prompt: 'The customer asks for a discount on the contract.',
    hostEmail: 'ada@parley.example',
    attendeeEmails: ['ada@parley.example', 'grace@acme.example'],
    crmAccountId: ACCOUNT,
    crmAccountName: 'Acme',
  });
  const v1 = await client.get(`/v1/signals/${byPhrase}/executions`, {
    executionFrom: PAST,
    includeCustomInstructions: 'true',
    includeExecutionId: 'true',
  });
  const [execution] = v1.body.signals;
  assert.deepEqual([execution.sourceId, execution.customInstructions], [meetingId, []]);
  const evidence = await client.get(`/v1/signals/${byPhrase}/executions/${execution.executionId}/evidence`);
  assert.deepEqual(evidence.body.quotes, [
    {
      text: 'We decided to go with the yearly plan.',
      entryIndex: 2,
      speaker: 'Grace Lund',
      timestampSeconds: 90,
      timestamp: '00:01:30',
    },
  ]);
  for (const id of [silent, emailOnly, off]) assert.deepEqual(await executions(id), []);

  const coverage = await client.get(`/v1/signals/${silent}/coverage`, { from: PAST });
  const { sources, eligible, notFired, pending } = coverage.body;
  assert.deepEqual([sources, eligible, notFired, pending], [1, 1, 1, 0]);
  const summary = await client.get(`/v1/meetings/${meetingId}/summary`);
  assert.match(summary.body.nextSteps[0].text, /contract/);
  assert.equal(summary.body.nextSteps[0].owner, 'Ada Park');
  assert.equal(summary.body.nextSteps[0].quotes[0].entryIndex, 3);
  assert.match(summary.body.text, /Possible questions\nNone identified/);
});

test('each phrase that is reported has its quote, and a quote is at least the sentence', async () => {
  const { client, signal, executions, processed } = await tenant();
  const evidenceOf = async (id: number) => {
    const [execution, ...others] = await executions(id, { includeExecutionId: 'true' });
    assert.equal(others.length, 0);
    const { body } = await client.get(`/v1/signals/${id}/executions/${execution.executionId}/evidence`);
    return { reason: body.reason, quotes: body.quotes.map(({ text }: Item) => text) };
  };
  const two = await signal({ phrases: ['alpha one', 'beta two'] });
  const apart = await signal({ phrases: ['gamma three', 'delta four'] });
  const many = await signal({ phrases: Array.from({ length: 12 }, (_, index) => `item ${index}`) });
  const sentence = 'We like the… the alpha one… and then the beta two.';
  const items = Array.from({ length: 12 }, (_, index) => `This is item ${index}.`);
  const segments = [
    { text: `Hello. ${sentence} Bye.` },
    { text: 'It is gamma three. Well... Then it was delta four? Yes.' },
    { text: 'Once more gamma three.' },
    { text: items.join(' ') },
  ];
  await processed(await client.ingest(call({ transcript: { segments } })));
  assert.deepEqual(await evidenceOf(two), { reason: 'Found: "alpha one", "beta two"', quotes: [sentence] });
  assert.deepEqual(await evidenceOf(apart), {
    reason: 'Found: "gamma three", "delta four"',
    quotes: ['It is gamma three.', 'Well... Then it was delta four?', 'Once more gamma three.'],
  });
  const five = [0, 1, 2, 3, 4].map((index) => `"item ${index}"`).join(', ');
  assert.deepEqual(await evidenceOf(many), {
    reason: `Found: ${five} and 5 more`,
    quotes: items.slice(0, 10),
  });
});

test('the same meeting again is not judged again; another transcript or title is, and only the newest shows', async () => {
  const { client, signal, executions, processed } = await tenant();
  const id = await signal({ phrases: ['discount'] });
  const meetingId = await client.ingest(call({ id: 'again' }));
  const first = await processed(meetingId);
  await client.ingest(call({ id: 'again', host: { name: 'Other Name', email: 'ada@parley.example' } }));
  assert.deepEqual(await processed(meetingId), first);
  const runs = async () =>
    (await sql(service.databaseUrl, 'select id from processing_runs where meeting_id = $1', [meetingId]))
      .length;
  assert.equal(await runs(), 1);
  await client.ingest(call({ id: 'again', title: 'Another title' }));
  await processed(meetingId);
  const shown = await executions(id);
  assert.deepEqual(
    shown.map((one: Item) => one.sourceTitle),
    ['Another title'],
  );
  await client.ingest(
    call({ id: 'again', title: 'Another title', transcript: { segments: [{ text: 'Nothing.' }] } }),
  );
  await processed(meetingId);
  assert.equal(await runs(), 3);
  assert.deepEqual(await executions(id), []);
  await client.ingest(call({ id: 'again', title: 'Another title' }));
  await processed(meetingId);
  assert.equal((await executions(id)).length, 1);
  await client.ingest(call({ id: 'again', title: 'Another title', transcript: { segments: [] } }));
  assert.deepEqual(await executions(id), []);
  assert.equal((await client.get(`/v1/meetings/${meetingId}/summary`)).status, 404);
  assert.equal(await runs(), 4);
});

test('without words, or where it is not asked for, nothing is judged; that shows', async () => {
  const { client, signal, evaluations, remap } = await tenant();
  const id = await signal({ phrases: ['discount'] });
  const silent = await client.ingest(meeting());
  const empty = await client.ingest(call({ id: 'empty', transcript: { segments: [] } }));
  const spared = await client.ingest(call({ id: 'spared' }), { processImportedMeeting: false });
  for (const meetingId of [silent, empty, spared]) {
    const { processing, evaluations: all } = await evaluations(meetingId);
    assert.deepEqual([processing.signals, processing.summary, all], ['none', 'none', []]);
    assert.equal((await client.get(`/v1/meetings/${meetingId}/summary`)).status, 404);
  }
  const { sources, eligible, notEvaluated } = (await client.get(`/v1/signals/${id}/coverage`, { from: PAST }))
    .body;
  assert.deepEqual([sources, eligible, notEvaluated], [3, 0, 3]);
  const state = await remap(silent, { triggerSummary: 'true', triggerAiSignals: 'true' }, ACCOUNT);
  assert.deepEqual([state.status, state.summary, state.signals], ['completed', 'skipped', 'skipped']);
  const later = await remap(spared, { triggerSummary: 'true', triggerAiSignals: 'true' }, ACCOUNT);
  assert.deepEqual([later.status, later.summary, later.signals], ['completed', 'done', 'done']);
});

test('a remap requests new judgements with the current records; executions of a disabled signal stay', async () => {
  const { client, signal, change, executions, processed, remap } = await tenant();
  const records = [
    { type: 'ACCOUNT', id: ACCOUNT, name: 'Acme' },
    { type: 'ACCOUNT', id: 'beta', name: 'Beta' },
  ];
  await client.put('/admin/v1/crm-records', { records });
  const [kept, off] = [await signal({ phrases: ['discount'] }), await signal({ phrases: ['contract'] })];
  const meetingId = await client.ingest(call({ salesforceAccountId: 'beta' }));
  await processed(meetingId);
  const before = await client.get(`/v2/signals/${kept}/executions`, {
    executionFrom: PAST,
    includeExecutionId: 'true',
  });
  await change(off, { enabled: false });
  const fresh = await signal({ signalName: 'Made later', phrases: ['welcome'] });
  const state = await remap(meetingId, { triggerAiSignals: 'true' }, ACCOUNT);
  assert.deepEqual([state.status, state.signals, state.summary], ['completed', 'done', undefined]);
  const names = async (id: number) => (await executions(id)).map((one: Item) => one.crmAccountName);
  assert.deepEqual([await names(kept), await names(off), await names(fresh)], [['Acme'], ['Beta'], ['Acme']]);
  const older = before.body.signals[0].executionId;
  const evidence = await client.get(`/v1/signals/${kept}/executions/${older}/evidence`);
  assert.deepEqual([evidence.status, evidence.body.superseded], [200, true]);
  await remap(meetingId, {}, 'beta');
  assert.deepEqual(await names(kept), ['Acme']);
});

test('executions keep the version and the name that they came from; a deleted signal shows nowhere', async () => {
  const { client, signal, change, executions, processed } = await tenant();
  const id = await signal({ phrases: ['discount'] });
  await processed(await client.ingest(call({ id: 'one' })));
  const changed = await change(id, { prompt: 'Another prompt.', signalName: 'Another name' });
  assert.equal(changed.version, 2);
  const second = await client.ingest(call({ id: 'two' }));
  const { evaluations } = await processed(second);
  assert.equal(evaluations[0].version, 2);
  assert.deepEqual(
    (await executions(id)).map((one: Item) => [one.signalName, one.prompt]),
    [
      ['A signal', 'The customer asks for a discount on the contract.'],
      ['Another name', 'Another prompt.'],
    ],
  );
  assert.equal((await client.delete(`/admin/v1/signals/${id}`)).status, 204);
  const gone = await client.get(`/v2/signals/${id}/executions`, { executionFrom: PAST });
  assert.equal(gone.status, 404);
});

test('a meeting that is deleted takes its judgements along', async () => {
  const { client, signal, executions, processed } = await tenant();
  const id = await signal({ phrases: ['discount'] });
  const meetingId = await client.ingest(call());
  await processed(meetingId);
  assert.equal((await executions(id)).length, 1);
  assert.equal((await client.delete(`/v1/meetings/${meetingId}`)).status, 204);
  assert.deepEqual(await executions(id), []);
});
