import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import labelled from '../../bench/data/example-calls.json' with { type: 'json' };
import { talk } from '../support/backtests.ts';
import type { TestClient } from '../support/client.ts';
import { startService, type TestService } from '../support/service.ts';

const PATH = '/v1/signals/examples';

let service: TestService;
before(async () => {
  service = await startService();
});
after(() => service.stop());

type Example = {
  signal: { signalName: string; prompt: string; saidBy: string; phrases: string[] };
  quality: Record<string, number>;
};

const listed = async (client: TestClient): Promise<Example[]> => {
  const { status, body } = await client.get(PATH);
  assert.equal(status, 200);
  return body.examples;
};

test('the library is the same for all organizations, and a key that reads signals may read it', async () => {
  const [one, other] = [await service.tenant(), await service.tenant()];
  const examples = await listed(one.client);
  assert.equal(examples.length, 10);
  assert.deepEqual(examples, await listed(other.client));
  const read = await one.client.post('/admin/v1/keys', { name: 'Reader', scopes: ['signals:read'] });
  assert.deepEqual(await listed(service.as(read.body.key)), examples);
  const none = await one.client.post('/admin/v1/keys', { name: 'Stranger', scopes: ['meetings:read'] });
  assert.equal((await service.as(none.body.key).get(PATH)).status, 403);
});

test('each is a body that creates it, disabled', async () => {
  const { client } = await service.tenant();
  for (const { signal } of await listed(client)) {
    const { status, body } = await client.post('/admin/v1/signals', signal);
    assert.equal(status, 201);
    const { id: _, createdAt: __, version, followUpPrompts, ...rest } = body;
    assert.deepEqual([rest, version, followUpPrompts], [signal, 1, []]);
    assert.equal(rest.enabled, false);
  }
});

test('the figures of each are what its phrases do on the sentences of customers', async () => {
  const { client } = await service.tenant();
  let calls = 0;
  for (const { signal, quality } of await listed(client)) {
    const { right, wrong } = (labelled as Record<string, { right: string[]; wrong: string[] }>)[
      signal.signalName
    ]!;
    const isMoment = new Map<string, boolean>();
    for (const text of [...right, ...wrong]) {
      // Grace Lund, who is no attendee of ours, speaks second.
      isMoment.set(await talk(client, ++calls, 'Hello.', text), right.includes(text));
    }
    const fired: boolean[] = [];
    for (const [meetingId, expected] of isMoment) {
      const { prompt, phrases, saidBy } = signal;
      const draft = { meetingId, prompt, phrases, saidBy };
      const { status, body, text } = await client.post('/admin/v1/signals/try', draft);
      assert.equal(status, 200, text);
      if (body.fired) fired.push(expected);
    }
    const { precision: _, recall: __, ...counts } = quality;
    assert.deepEqual(
      { name: signal.signalName, ...counts },
      {
        name: signal.signalName,
        sentences: right.length + wrong.length,
        moments: right.length,
        fired: fired.length,
        right: fired.filter(Boolean).length,
      },
    );
  }
});
