import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openDatabase } from '../../src/db/database.ts';
import { processRunJob } from '../../src/domain/jobs.ts';
import { createLog } from '../../src/lib/log.ts';
import { type AiServer, startAiServer } from '../support/ai-server.ts';
import { type ChildService, startChildService } from '../support/child-service.ts';
import { openTestQueue } from '../support/queue.ts';
import { startService, type TestService } from '../support/service.ts';
import { sql } from '../support/sql.ts';
import { until } from '../support/until.ts';
import { call, signalsOf } from './conversations.ts';

/** Workers that are killed in the middle of a call, and runs that come several times: one effect, and none lost. */
const CALL_MS = 1500;

let ai: AiServer;
let service: TestService;
const workers: ChildService[] = [];
before(async () => {
  ai = await startAiServer();
  service = await startService({ roles: new Set(['api', 'receiver']) });
});
after(async () => {
  await Promise.all(workers.map((worker) => worker.kill()));
  await service.stop();
  await ai.close();
});

async function startWorker(): Promise<ChildService> {
  const worker = await startChildService({
    databaseUrl: service.databaseUrl,
    key: service.key,
    env: {
      PARLEY_AI_PROVIDER: 'openai-compatible',
      PARLEY_AI_BASE_URL: ai.url,
      PARLEY_AI_MODEL: 'test-model',
    },
  });
  workers.push(worker);
  return worker;
}

test('a worker is killed while the model answers: another does its runs, each once', async () => {
  const { signal, executions, processed } = signalsOf(service.client);
  const id = await signal({ prompt: 'Did somebody say "discount"?' });
  ai.delayBy(CALL_MS);
  const meetings: string[] = [];
  for (let n = 0; n < 3; n++) meetings.push(await service.client.ingest(call({ id: `killed-${n}` })));
  const first = await startWorker();
  await until(async () => (ai.requests.length >= 3 ? true : undefined));
  await first.kill();
  assert.deepEqual(await executions(id), []);
  ai.delayBy(0);
  await startWorker();
  for (const meetingId of meetings) {
    const { processing, evaluations } = await processed(meetingId, 40_000);
    assert.deepEqual([processing.signals, processing.summary, evaluations.length], ['done', 'done', 1]);
  }
  assert.equal((await executions(id)).length, meetings.length);
});

test('a run that is delivered five times at once has one effect', async () => {
  const { signal, executions, processed } = signalsOf(service.client);
  const id = await signal({ signalName: 'Five times', prompt: 'Did somebody say "yearly plan"?' });
  ai.delayBy(300);
  const meetingId = await service.client.ingest(call({ id: 'five-times' }));
  const [run] = await sql<{ id: string; organization_id: string }>(
    service.databaseUrl,
    'select id, organization_id from processing_runs where meeting_id = $1',
    [meetingId],
  );
  const connection = { connectionString: service.databaseUrl };
  const db = openDatabase(connection, createLog('silent'));
  const queue = openTestQueue(connection, db);
  const deliver = () =>
    db.transaction((tx) =>
      queue.enqueue(tx, processRunJob, Number(run!.organization_id), { runId: Number(run!.id) }),
    );
  await Promise.all(Array.from({ length: 4 }, deliver));
  await processed(meetingId, 40_000);
  await deliver();
  await until(async () => {
    const left = await sql(
      service.databaseUrl,
      `select 1 from jobs where kind = 'process-run' and state in ('waiting', 'active')`,
    );
    return left.length === 0 ? true : undefined;
  });
  await Promise.all([queue.close(), db.close()]);
  assert.equal((await executions(id)).length, 1);
  const stored = await sql(service.databaseUrl, 'select 1 from signal_evaluations where run_id = $1', [
    run!.id,
  ]);
  assert.equal(stored.length, 2);
});
