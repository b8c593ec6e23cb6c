import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { httpServer } from '../guarded-fetch/servers.ts';
import { temporaryDirectory, wav } from './stores.ts';

const LARGE_BYTES = 200_000_000;
const MAX_ADDED_MIB = 64;

test('a recording of 200 MB goes from its server into the store in at most 64 MiB', async (t) => {
  const piece = wav(4);
  const url = await httpServer(t, async (request, response) => {
    let left = Number(new URL(request.url!, 'http://localhost').searchParams.get('bytes') ?? LARGE_BYTES);
    response.writeHead(200, { 'content-type': 'audio/wav', 'content-length': left });
    for (; left > 0; left -= piece.length) {
      const isTaken = response.write(piece.subarray(0, left));
      if (!isTaken) await new Promise((resolve) => response.once('drain', resolve));
    }
    response.end();
  });
  const directory = await temporaryDirectory(t);
  const script = join(import.meta.dirname, 'copy-recording.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script, url, directory]);
  const { bytes, addedMiB, seconds } = JSON.parse(stdout);
  t.diagnostic(`${bytes} bytes in ${seconds.toFixed(1)} s added ${addedMiB.toFixed(0)} MiB`);
  assert.equal(bytes, LARGE_BYTES);
  assert.equal((await stat(join(directory, 'org/1/meeting/1/large'))).size, LARGE_BYTES);
  assert.ok(addedMiB <= MAX_ADDED_MIB, `${addedMiB} MiB`);
});
