import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { parseNetwork } from '../../src/lib/guarded-fetch/addresses.ts';
import { startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

let service: TestService;
let receiver: WebhookReceiver;
before(async () => {
  receiver = await startWebhookReceiver();
  service = await startService({
    fetchAllow: [parseNetwork('127.0.0.1')!],
    publicUrl: 'https://parley.example.com',
  });
});
after(async () => {
  await service.stop();
  receiver.close();
});

test('a match of the chosen signal becomes one message for Slack, in which nothing is obeyed', async () => {
  const { client } = service;
  const create = async (signalName: string, phrase: string) =>
    (await client.post('/admin/v1/signals', { signalName, prompt: 'x', phrases: [phrase] })).body.id;
  const wanted = await create('Price <!channel> & more', 'too expensive');
  await create('Other', 'hello');
  const made = await client.post('/admin/v1/webhooks', {
    url: receiver.url('/slack'),
    format: 'slack',
    signalIds: [wanted],
  });
  assert.equal(made.status, 201, made.text);
  const meetingId = await client.ingest({
    id: 'slack-1',
    title: 'Renewal | <https://evil.example|click> & co',
    startTime: '2026-01-31T09:00:00Z',
    endTime: '2026-01-31T10:00:00Z',
    host: { email: 'host@example.com' },
    transcript: {
      segments: [
        { text: 'hello there', speaker: { name: 'Ada' } },
        { text: 'This is too expensive <@U123> for us', speaker: { name: 'Grace & Lund' } },
      ],
    },
  });
  const [got] = await until(async () => (receiver.received.length > 0 ? receiver.received : undefined));
  assert.deepEqual(Object.keys(got!.body), ['text']);
  const lines = got!.body.text.split('\n');
  assert.equal(
    lines[0],
    '*Price &lt;!channel&gt; &amp; more* in ' +
      `<https://parley.example.com/meetings/${meetingId}?signal=${wanted}&entry=1|` +
      'Renewal ¦ &lt;https://evil.example¦click&gt; &amp; co>',
  );
  assert.match(lines.at(-1), /^> Grace &amp; Lund: .*too expensive/);
  assert.ok(!/<[@!]/.test(got!.body.text));
  const state = await until(async () => {
    const { body } = await client.get(`/admin/v1/webhooks/${made.body.id}`);
    return body.behind === 0 && body.lastSuccessAt ? body : undefined;
  });
  assert.equal(state.pending, 0);
  assert.equal(receiver.received.length, 1, 'the other signal is not sent');
});
