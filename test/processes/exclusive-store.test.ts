import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { isExclusiveStore } from '../../src/processes/exclusive-store.ts';

test('a folder of recordings is the embedded database’s alone unless it is a link, which a copy may share', async (t) => {
  const parent = await mkdtemp(join(tmpdir(), 'parley-exclusive-'));
  t.after(() => rm(parent, { recursive: true }));
  const [folder, link] = [join(parent, 'blobs'), join(parent, 'link')];
  assert.equal(await isExclusiveStore(folder, true), true, 'it is made when first needed');
  await mkdir(folder);
  await symlink(folder, link);
  assert.equal(await isExclusiveStore(folder, true), true);
  assert.equal(await isExclusiveStore(link, true), false);
  assert.equal(await isExclusiveStore(folder, false), false);
});
