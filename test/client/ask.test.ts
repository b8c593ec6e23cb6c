import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  type AnswerEvent,
  createClient,
  ParleyError,
  type Question,
  unwrap,
} from '../../client/src/index.ts';
import { spoken } from '../moments/spoken.ts';
import { startService, type TestService } from '../support/service.ts';
import { type Step, startFaultyServer } from './faulty-server.ts';

let service: TestService;
before(async () => {
  service = await startService();
  await service.client.ingest(spoken(['The rollout begins in May.', 'And the rollout ends in June.']));
});
after(() => service.stop());

async function eventsOf(baseUrl: string, question: Question, signal?: AbortSignal): Promise<AnswerEvent[]> {
  const client = createClient({ baseUrl, apiKey: service.key, retries: 0 });
  const events: AnswerEvent[] = [];
  for await (const event of client.ask(question, signal ? { signal } : {})) events.push(event);
  return events;
}

test('an answer arrives as progress, sentences and the rest, which are those of the whole answer', async () => {
  const question = { question: 'When does the rollout begin?' };
  const events = await eventsOf(service.apiUrl, question);
  const client = createClient({ baseUrl: service.apiUrl, apiKey: service.key });
  const { sentences, ...rest } = await unwrap(client.POST('/v1/ask', { body: question }));
  assert.ok(sentences.length > 0);
  assert.deepEqual(events, [
    { type: 'progress', step: 'searching', meetingsInScope: 1 },
    { type: 'progress', step: 'answering', meetingsRead: 1, entriesRead: 2 },
    ...sentences.map((sentence) => ({ type: 'sentence', sentence })),
    { type: 'done', answer: rest },
  ]);
});

test('a refusal is a ParleyError, also inside the stream, and an answer that breaks off is one', async (t) => {
  await assert.rejects(eventsOf(service.apiUrl, { question: '?' }), { name: 'ParleyError', status: 400 });
  const stream =
    (text: string): Step =>
    (response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' }).end(text);
    };
  const refused = await startFaultyServer(
    stream('event: error\ndata: {"status":429,"error":"The tokens are used up"}\n\n'),
    stream('event: progress\ndata: {"step":"searching","meetingsInScope":1}\n\n'),
  );
  t.after(() => refused.close());
  await assert.rejects(eventsOf(refused.url, { question: 'Why?' }), {
    ...{ name: 'ParleyError', status: 429, message: 'The tokens are used up' },
  });
  await assert.rejects(eventsOf(refused.url, { question: 'Why?' }), ParleyError);
});

test('an aborted question throws the reason of its signal', async () => {
  const reason = new Error('enough');
  await assert.rejects(eventsOf(service.apiUrl, { question: 'Why?' }, AbortSignal.abort(reason)), reason);
});
