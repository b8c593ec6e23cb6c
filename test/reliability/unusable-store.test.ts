import assert from 'node:assert/strict';
import { mkdtemp, rename, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { meeting } from '../support/meetings.ts';
import { startService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** A link to itself is refused to everybody, while root may enter every folder. */
const dataDir = await mkdtemp(join(tmpdir(), 'parley-unusable-'));
const folder = join(dataDir, 'blobs');
const aside = join(dataDir, 'aside');
await symlink(folder, folder);
const service = await startService({ dataDir });
after(async () => {
  await service.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const upload = (id: string) =>
  fetch(`${service.receiverUrl}/v1/meetings/${id}/recording`, {
    method: 'PUT',
    headers: { 'X-API-Key': service.key, 'Content-Type': 'audio/mpeg' },
    body: 'sound',
  });

test('a store of recordings that cannot be used is named by /readyz, uploads and downloads, and is not in the way of others', async () => {
  const ready = await until(async () => {
    const answer = await service.client.get('/readyz');
    return answer.body.warnings && answer;
  });
  assert.equal(ready.status, 200);
  assert.match(ready.body.warnings[0], /^The store of recordings cannot be used/);

  const id = await service.client.ingest(meeting({ title: 'Kept' }));
  const refused = await upload(id);
  assert.deepEqual(
    [refused.status, await refused.json()],
    [503, { error: 'The store of recordings and exports is not available; try again later' }],
  );
  assert.ok(refused.headers.get('Retry-After'));
  assert.match(service.logged(), /ELOOP/, 'the log says why');

  await rm(folder);
  assert.equal((await upload(id)).status, 200);
  const { body } = await service.client.get(`/v1/meetings/${id}?includeDownloadUrl=true`);
  await rename(folder, aside);
  await symlink(folder, folder);
  assert.equal((await fetch(body.downloadUrl)).status, 503);
  await rm(folder);
  await rename(aside, folder);
  assert.equal(await (await fetch(body.downloadUrl)).text(), 'sound');
});
