import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { startChildService } from '../support/child-service.ts';
import { meeting } from '../support/meetings.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { startEnvironment } from '../support/start-environment.ts';

const KEY = 'a-key-for-work-before-a-rest';
const MIB = 1024 * 1024;

/** Two checks, of every 5 s, fall into it. */
const RESTS_MS = 12_000;

/** V8 would often collect by itself after so short a burst. */
const NOT_BY_ITSELF = `data:text/javascript,${encodeURIComponent(
  "import v8 from 'node:v8'; v8.setFlagsFromString('--no-memory-reducer');",
)}`;

test('what work left behind is given back when the process has become idle', async (t) => {
  const database = await createTestDatabase();
  t.after(() => database.drop());
  const { NODE_OPTIONS, ...env } = startEnvironment();
  const service = await startChildService({
    databaseUrl: database.url,
    key: KEY,
    env: {
      ...env,
      NODE_OPTIONS: `${NODE_OPTIONS} --import=${NOT_BY_ITSELF}`,
      PARLEY_ROLES: 'api,receiver',
    },
  });
  t.after(() => service.kill());
  const heldBytes = async () => {
    const text = await (await fetch(`${service.apiUrl}/metrics`)).text();
    const metric = (name: string) => Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)![1]);
    return metric('nodejs_heap_size_total_bytes') + metric('nodejs_external_memory_bytes');
  };

  const atFirst = await heldBytes();
  const segments = Array.from({ length: 20_000 }, (_, at) => ({
    text: `Sentence ${at} of a long meeting, as long as sentences are, and a little longer than that`,
    timestampSeconds: at / 10,
    speaker: { name: `Speaker ${at % 7}` },
  }));
  let sent = 0;
  const sendSome = () =>
    Promise.all(
      Array.from({ length: 8 }, () =>
        service.client.ingest(meeting({ title: `Long ${sent++}`, transcript: { segments } }), {
          processImportedMeeting: false,
        }),
      ),
    );
  do await sendSome();
  while ((await heldBytes()) < atFirst + 96 * MIB && sent < 80);
  assert.ok((await heldBytes()) > atFirst + 80 * MIB, 'the process has grown');
  // Who asks often keeps it busy.
  await delay(RESTS_MS);
  assert.ok((await heldBytes()) < atFirst + 48 * MIB);
});
