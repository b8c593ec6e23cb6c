import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { call, signalsOf } from '../processing/conversations.ts';
import type { AiServer } from '../support/ai-server.ts';
import type { TestService } from '../support/service.ts';
import { sql } from '../support/sql.ts';
import { until } from '../support/until.ts';
import { startWithModel } from '../support/with-model.ts';
import { createReader } from './reader.ts';

let ai: AiServer;
let service: TestService;
let stop: () => Promise<void>;
before(async () => {
  ({ ai, service, stop } = await startWithModel());
});
after(() => stop());

test('an execution that is stored after its signal was deleted is not a change', async () => {
  const { client } = await service.tenant();
  const { signal, processed } = signalsOf(client);
  const [deleted, kept] = [
    await signal({ prompt: 'Did somebody say "discount"?' }),
    await signal({ prompt: 'Did somebody say "contract"?' }),
  ];
  const reader = createReader(client);
  await reader.readAll();
  let answer = () => {};
  const isDeleted = new Promise<void>((resolve) => {
    answer = resolve;
  });
  ai.answerWith(async () => void (await isDeleted));
  const from = ai.requests.length;
  const meetingId = await client.ingest(call({ id: 'deleted-signal' }));
  await until(async () => (ai.requests.length > from ? true : undefined));

  assert.equal((await client.delete(`/admin/v1/signals/${deleted}`)).status, 204);
  answer();
  await processed(meetingId);
  await until(async () =>
    (await sql(service.databaseUrl, 'select from event_outbox')).length === 0 ? true : undefined,
  );

  const items = await reader.readAll();
  const judged = items.filter(({ type }) => type === 'execution').map(({ data }) => data.signalId);
  assert.deepEqual(judged, [kept]);
  assert.deepEqual(await reader.mirror(), await reader.truth());
});
