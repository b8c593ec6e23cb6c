import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { limitAttempts } from '../reliability/background-worker.ts';
import type { TestClient } from '../support/client.ts';
import { applyLines, beginExport, exported, linesOf, manifestOf, presentState } from '../support/exports.ts';
import { meeting } from '../support/meetings.ts';
import { startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

let dataDir: string;
let service: TestService;
before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'parley-failed-export-'));
  service = await startService({ dataDir });
});
after(async () => {
  await service.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function failed(client: TestClient, id: string) {
  return until(async () => {
    const { body } = await client.get(`/v1/exports/${id}`);
    assert.notEqual(body.state, 'done');
    return body.state === 'failed' ? body : undefined;
  });
}

test('an export that cannot store its files says why; it is run again, or another one is requested', async () => {
  const { client, id: organizationId } = await service.tenant();
  await client.ingest(meeting({ id: 'kept' }), { processImportedMeeting: false });
  // A store that cannot be used: a link that leads to itself, where the files of exports are.
  const place = join(dataDir, 'blobs', 'org', `${organizationId}`, 'export');
  await mkdir(join(place, '..'), { recursive: true });
  await symlink('export', place);
  await limitAttempts(service.databaseUrl, 'run-export', 1);
  const first = await beginExport(client);
  const second = await beginExport(client, { format: 'parquet' });
  for (const id of [first, second]) {
    const { reason, finishedAt, expiresAt, manifest } = await failed(client, id);
    assert.equal(reason, 'The store of recordings and exports is not available; try again later');
    assert.ok(Date.parse(expiresAt) > Date.parse(finishedAt));
    assert.equal(manifest, undefined);
  }

  await rm(place);
  // Failed exports do not count as running.
  const { lines } = await exported(client);
  assert.deepEqual(applyLines(new Map(), lines), await presentState(client));
  const { jobs } = (await client.get('/admin/v1/jobs', { state: 'dead' })).body;
  const dead = jobs.find(({ payload }: { payload: { exportId: number } }) => `${payload.exportId}` === first);
  assert.equal(dead.reason, 'The store of recordings and exports is not available; try again later');
  assert.equal((await client.post(`/admin/v1/jobs/${dead.id}/retry`, undefined)).status, 204);
  const again = await until(async () => {
    const { body } = await client.get(`/v1/exports/${first}`);
    return body.state === 'done' ? body : undefined;
  });
  assert.equal(again.reason, undefined);
  assert.deepEqual(await linesOf(await manifestOf(client, first)), lines);

  // A failed export is deleted with its job.
  assert.equal((await client.delete(`/v1/exports/${second}`)).status, 204);
  assert.deepEqual((await client.get('/admin/v1/jobs', { state: 'dead' })).body, { jobs: [] });
});
