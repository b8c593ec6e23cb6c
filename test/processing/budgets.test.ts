import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { type AiServer, startAiServer } from '../support/ai-server.ts';
import { answerPrompt } from '../support/ai-server-model.ts';
import { BUILTIN, startService, type TestService } from '../support/service.ts';
import { sql } from '../support/sql.ts';
import { until } from '../support/until.ts';
import { call, signalsOf } from './conversations.ts';

/** Budgets of a day: what is refused waits as long as it must and no longer, and what is begun comes to its end. */

/** As much as one call of the short conversation reserves, and less than two. */
const TOKENS_PER_DAY = 6_000;

let ai: AiServer;
let service: TestService;
before(async () => {
  ai = await startAiServer();
  service = await startService({
    ai: {
      ...BUILTIN,
      ...{
        provider: 'openai-compatible',
        baseUrl: ai.url,
        model: 'test-model',
        tokensPerDay: TOKENS_PER_DAY,
      },
    },
  });
});
afterEach(() => ai.recover());
after(async () => {
  await ai.close();
  await service.stop();
});

/**
 * A tenant with a signal that fires and asks on. The model does one thing at a time: judging, answering and summing up take
 * a call each.
 */
async function tenant() {
  ai.answerWith(({ prompt }) =>
    prompt?.task === 'judge' ? { verdicts: answerPrompt(prompt).verdicts } : undefined,
  );
  const { client, id } = await service.tenant();
  const { signal, ...rest } = signalsOf(client);
  const followUpPrompts = [{ name: 'Which', prompt: 'Which contract?' }];
  await signal({ prompt: 'Did somebody say "discount"?', followUpPrompts });
  const usage = async () => (await client.get('/admin/v1/ai')).body;
  const noteOf = (meetingId: string) =>
    until(async () => (await rest.evaluations(meetingId)).processing.note as string | undefined);
  return { client, organizationId: id, usage, noteOf, ...rest };
}

/** Returns the seconds until each waiting job is due. */
async function waits(organizationId: number): Promise<number[]> {
  const rows = await sql<{ seconds: number }>(
    service.databaseUrl,
    `select extract(epoch from start_after - now())::float8 as seconds from jobs
     where kind = 'process-run' and organization_id = $1 and state = 'waiting'`,
    [organizationId],
  );
  return rows.map(({ seconds }) => seconds);
}

/** Makes what waits due, as if its time had come. */
const makeDue = (organizationId: number) =>
  sql(
    service.databaseUrl,
    `update jobs set start_after = now()
     where kind = 'process-run' and organization_id = $1 and state = 'waiting'`,
    [organizationId],
  );

const SECONDS_OF_A_DAY = 86_400;

test('a conversation that was begun is finished; the next waits for the next day, and then it is done', async () => {
  const { client, organizationId, usage, noteOf, processed } = await tenant();
  const from = ai.requests.length;
  const first = await client.ingest(call({ id: 'first' }));
  const { processing } = await processed(first);
  assert.deepEqual([processing.signals, processing.summary], ['done', 'done']);
  assert.equal(ai.requests.length - from, 3, 'no call was made twice');
  const second = await client.ingest(call({ id: 'second' }));
  assert.match(
    await noteOf(second),
    /^Today's 6000 tokens are used up; processing resumes after midnight UTC$/,
  );
  const [seconds] = await until(async () => {
    const found = await waits(organizationId);
    return found.length > 0 ? found : undefined;
  });
  const untilMidnight = SECONDS_OF_A_DAY - ((Date.now() / 1000) % SECONDS_OF_A_DAY);
  assert.ok(Math.abs(seconds! - untilMidnight) < 60, `${seconds} s`);
  assert.equal(ai.requests.length - from, 3, 'what is refused is no call');
  assert.ok((await usage()).today.inputTokens > 0);
  // The next day.
  await sql(service.databaseUrl, 'delete from ai_usage where organization_id = $1', [organizationId]);
  await makeDue(organizationId);
  assert.equal((await processed(second)).processing.signals, 'done');
  assert.equal(ai.requests.length - from, 6);
});

test('tokens that are only reserved by calls in progress do not cause a wait until midnight', async () => {
  const { client, organizationId, noteOf, processed } = await tenant();
  ai.delayBy(1500);
  const [first, second] = [
    await client.ingest(call({ id: 'one' })),
    await client.ingest(call({ id: 'two' })),
  ];
  const note = await Promise.race([noteOf(first), noteOf(second)]);
  assert.match(note, /^The rest of today's 6000 tokens is reserved by calls in progress$/);
  const [seconds] = await until(async () => {
    const found = await waits(organizationId);
    return found.length > 0 ? found : undefined;
  });
  assert.ok(seconds! <= 60, `${seconds} s`);
  ai.delayBy(0);
  await Promise.race([processed(first), processed(second)]);
});
