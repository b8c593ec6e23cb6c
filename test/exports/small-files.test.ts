import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { type Database, openDatabase } from '../../src/db/database.ts';
import { parseCursor } from '../../src/domain/changes/cursor.ts';
import { beginExport } from '../../src/domain/exports/begin-export.ts';
import type { ExportOptions } from '../../src/domain/exports/export-place.ts';
import { writeNextFile } from '../../src/domain/exports/write-next-file.ts';
import { createLog } from '../../src/lib/log.ts';
import { call, signalsOf } from '../processing/conversations.ts';
import { startService, type TestService } from '../support/service.ts';
import { sql } from '../support/sql.ts';
import { until } from '../support/until.ts';

let service: TestService;
let db: Database;
before(async () => {
  service = await startService();
  db = openDatabase({ connectionString: service.databaseUrl }, createLog('silent'));
});
after(async () => {
  await db.close();
  await service.stop();
});

const EXECUTIONS = 3;
/** The executions that are added are more than one statement of an export names. */
const ADDED = 1100;
const options: ExportOptions = { format: 'ndjson', types: ['execution', 'signal'], includeTranscripts: true };

/** Adds executions of runs of their own, which are copies of one that there is. */
async function addExecutions(organizationId: number, signalId: number): Promise<void> {
  const copy = (table: string, columns: string, more: string, from: string) =>
    `insert into ${table} (organization_id, ${columns}, ${more})
     select organization_id, ${columns}, ${from}
     from (select * from ${table} where organization_id = $1 limit 1) one, generate_series(1, ${ADDED}) n`;
  const runs = 'cause, signals_state, signal_ids, signal_versions, created_at, finished_at, meeting_id';
  const evaluations = `signal_id, version, state, reason, quotes, provider, model, prompt_hash, input_hash,
    input_tokens, output_tokens, evaluated_at`;
  const executions = 'signal_id, meeting_id, triggered_at, body, follow_ups';
  const url = service.databaseUrl;
  const overriding = (text: string) => text.replace(')\n', ') overriding system value\n');
  await sql(url, overriding(copy('processing_runs', runs, 'id', '1000000 + n')), [organizationId]);
  await sql(url, copy('signal_evaluations', evaluations, 'run_id', '1000000 + n'), [organizationId]);
  await sql(url, copy('signal_executions', executions, 'run_id', '1000000 + n'), [organizationId]);
  const [count] = await sql<{ count: number }>(
    url,
    'select count(*)::int from signal_executions where organization_id = $1 and signal_id = $2',
    [organizationId, signalId],
  );
  assert.equal(count!.count, EXECUTIONS + ADDED);
}

test('an export ends when a signal was deleted that has more executions than fit one file', async () => {
  const { client, id: organizationId } = await service.tenant();
  const asked = { signalName: 'Discount', prompt: 'Asked?', phrases: ['discount'] };
  const signalId: number = (await client.post('/admin/v1/signals', asked)).body.id;
  const { processed } = signalsOf(client);
  for (let number = 0; number < EXECUTIONS; number++) {
    await processed(await client.ingest(call({ id: `call-${number}` })));
  }
  await addExecutions(organizationId, signalId);
  const settled = () =>
    until(async () => {
      const events = await sql(service.databaseUrl, 'select from event_outbox');
      return events.length === 0 ? true : undefined;
    });
  await settled();
  const { next } = (await client.get('/v1/changes', { after: 'now' })).body;
  assert.equal((await client.delete(`/admin/v1/signals/${signalId}`)).status, 204);
  await settled();

  const source = { db: db.of(organizationId), organizationId, options };
  const after = parseCursor(organizationId, next);
  let place = await beginExport(source.db, organizationId, options.types, after);
  const files: string[][] = [];
  const store = async (content: AsyncIterable<Uint8Array>) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of content) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    files.push(gunzipSync(bytes).toString().trimEnd().split('\n'));
    return bytes.length;
  };
  while (place.stage !== 'done') {
    // A file that is full as soon as it contains anything.
    ({ place } = await writeNextFile(source, place, store, 0));
    assert.ok(files.length <= 2, 'the same executions are exported again');
  }
  const [executions, signals] = files.map((lines) => lines.map((line) => JSON.parse(line)));
  assert.equal(new Set(executions!.map(({ executionId }) => executionId)).size, EXECUTIONS + ADDED);
  assert.equal(executions!.length, EXECUTIONS + ADDED);
  assert.ok(executions!.every(({ deleted }) => deleted === true));
  assert.deepEqual(signals, [{ id: signalId, deleted: true }]);
});
