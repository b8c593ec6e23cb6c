import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { startChildService } from '../support/child-service.ts';
import { freshMetrics } from '../support/fresh-metrics.ts';
import { createTestDatabase } from '../support/postgres.ts';

const MIB = 1024 * 1024;

/** The garbage of the work: arrays, which V8 keeps until a major collection once they have survived for a while. */
const GARBAGE_BYTES = 160 * MIB;

/** A check is made every 5 s; who asks more often than that keeps the process busy. */
const REST_MS = 6000;

/** Many checks: a slow machine has its time. */
const MAX_RESTS = 10;

/**
 * Put before the service's own program: does the work when it is told to, and lets go of it in the same turn. V8's own
 * collection in a time of rest, which comes after a short burst and not after a long one, is switched off.
 */
const WORK = `data:text/javascript,${encodeURIComponent(`
  import v8 from 'node:v8';
  v8.setFlagsFromString('--no-memory-reducer');
  process.on('SIGUSR2', () => {
    const work = [];
    for (let at = 0; at < ${GARBAGE_BYTES / 1024}; at++) work.push(new Array(128).fill(at + 0.5));
    console.log('worked on ' + work.length);
  });
`)}`;

test('memory left over from work is returned when the process has become idle', async (t) => {
  const database = await createTestDatabase();
  t.after(() => database.drop());
  const service = await startChildService({
    databaseUrl: database.url,
    key: 'a-key-for-work-before-a-rest',
    env: { NODE_OPTIONS: `--import=${WORK}`, PARLEY_ROLES: 'api,receiver' },
  });
  t.after(() => service.kill());
  const heldBytes = async () => {
    const text = await freshMetrics(service.apiUrl);
    const metric = (name: string) => Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)![1]);
    return metric('nodejs_heap_size_total_bytes') + metric('nodejs_external_memory_bytes');
  };

  const atFirst = await heldBytes();
  process.kill(service.pid, 'SIGUSR2');
  while (!service.said().includes('worked on')) await delay(20);
  assert.ok((await heldBytes()) > atFirst + GARBAGE_BYTES * 0.75, 'the process has grown');
  let rests = 0;
  do await delay(REST_MS);
  while ((await heldBytes()) > atFirst + GARBAGE_BYTES * 0.25 && ++rests < MAX_RESTS);
  assert.ok(rests < MAX_RESTS, 'the garbage is still there');
});
