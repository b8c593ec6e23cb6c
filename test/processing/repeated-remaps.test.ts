import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { AiServer } from '../support/ai-server.ts';
import type { TestService } from '../support/service.ts';
import { startWithModel } from '../support/with-model.ts';
import { call, signalsOf } from './conversations.ts';

/** A remap that changes nothing costs no model call, unless there is something new to find. */
let ai: AiServer;
let service: TestService;
let stop: () => Promise<void>;
before(async () => {
  ({ ai, service, stop } = await startWithModel());
});
after(() => stop());

const ACME = '0018c00002ABCDEAA5';
const BETA = '0018c00002ABCDFAA5';
const ALL = { triggerSummary: 'true', triggerAiSignals: 'true' };

async function remappedMeeting() {
  const { client } = await service.tenant();
  const { signal, change, remap, executions, processed } = signalsOf(client);
  const id = await signal({ prompt: 'Did somebody say "discount"?' });
  await signal({ phrases: ['yearly plan'] });
  const meetingId = await client.ingest(call({ id: 'remapped' }));
  await processed(meetingId);
  /** Remaps to the account. @returns the follow-ups' states, and the tasks that the model was given meanwhile */
  const remapTo = async (account: string, flags: Record<string, string>) => {
    const from = ai.requests.length;
    const { status, summary, signals } = await remap(meetingId, flags, account);
    const tasks = ai.requests
      .slice(from)
      .flatMap(({ prompt }) => [prompt?.task, ...(prompt?.summarizes ? ['summarize'] : [])]);
    return { status, summary, signals, tasks: [...new Set(tasks)].sort() };
  };
  return { client, id, meetingId, remapTo, change, executions, processed };
}

test('a remap that changes nothing asks a model for nothing that it found before', async () => {
  const { remapTo } = await remappedMeeting();
  const first = await remapTo(ACME, ALL);
  assert.deepEqual(first, {
    status: 'completed',
    summary: 'done',
    signals: 'done',
    tasks: ['judge', 'summarize'],
  });
  const skipped = { status: 'completed', summary: 'skipped', signals: 'skipped', tasks: [] };
  assert.deepEqual(await remapTo(ACME, ALL), skipped);
  assert.deepEqual(await remapTo(ACME, ALL), skipped);
  const other = await remapTo(BETA, ALL);
  assert.deepEqual([other.summary, other.signals], ['done', 'done'], 'executions name the CRM records');
});

test('a remap that changes nothing judges by a signal that is new or has a new version', async () => {
  const { client, id, remapTo, change, executions } = await remappedMeeting();
  await remapTo(ACME, ALL);
  await change(id, { prompt: 'Did somebody say "contract"?' });
  const changed = await remapTo(ACME, ALL);
  assert.deepEqual([changed.signals, changed.summary, changed.tasks], ['done', 'skipped', ['judge']]);
  const added = await signalsOf(client).signal({ phrases: ['the discount'] });
  assert.equal((await remapTo(ACME, { triggerAiSignals: 'true' })).signals, 'done');
  assert.equal((await executions(added)).length, 1);
});

test('a remap that changes nothing requests findings that are missing, failed or of another title', async () => {
  const { client, meetingId, remapTo, processed } = await remappedMeeting();
  await remapTo(ACME, ALL);
  await client.ingest(call({ id: 'remapped', title: 'Another title' }), { processImportedMeeting: false });
  assert.deepEqual((await remapTo(ACME, ALL)).tasks, ['judge', 'summarize']);
  const words = { segments: [{ text: 'The discount is what we need.' }] };
  await client.ingest(call({ id: 'remapped', title: 'Another title', transcript: words }), {
    processImportedMeeting: false,
  });
  assert.deepEqual((await remapTo(ACME, ALL)).tasks, ['judge', 'summarize']);
  await processed(meetingId);
});
