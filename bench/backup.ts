import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startChildService } from '../test/support/child-service.ts';
import { copyMeetings } from './data/copy-meetings.ts';
import { seeded } from './data/prng.ts';
import { fillSpokenMeetings, makeVocabulary } from './data/spoken-meetings.ts';
import { type BenchDatabase, openBenchServer } from './setup/database.ts';
import { makeTemporaryFolder } from './setup/temporary-folder.ts';

/**
 * `node bench/backup.ts [--meetings 20000] [--recordings 100]`: measures a backup and its restore into an empty database.
 *
 * Each meeting has a transcript of 500 entries with 7,000 words, its words for the search, and a participant; a thousand
 * different meetings are made, and then copied by SQL. A recording has 1 MB.
 */
const { values } = parseArgs({
  options: {
    meetings: { type: 'string', default: '20000' },
    recordings: { type: 'string', default: '100' },
  },
});
const [meetings, recordings] = [Number(values.meetings), Number(values.recordings)];

const KEY = 'a-key-for-the-benchmark-of-backups';
const DISTINCT = 1000;
const ENTRIES_PER_MEETING = 500;
const RECORDING_BYTES = 1_000_000;
/** The size of which the figures are intended. */
const INTENDED = 100_000;

await using folder = await makeTemporaryFolder();
await using server = await openBenchServer(join(folder.path, 'postgres'), process.env.BENCH_DATABASE_URL);
await using original = await server.makeDatabase();
await using copy = await server.makeDatabase();
await prepare();
const [size] = await original.query<{ bytes: number }>(
  'select pg_database_size(current_database())::float8 as bytes',
);
console.log(`${meetings} meetings, ${recordings} recordings: a database of ${megabytes(size!.bytes)}`);
const place = join(folder.path, 'backups');
const made = await parley(original, 'data', 'backup', place);
report('backup', made.seconds, `${megabytes(made.answer.bytes)} compressed, ${made.answer.rows} rows`);
const again = await parley(original, 'data', 'backup', place);
report('backup with the recordings there', again.seconds, '');
const restored = await parley(copy, 'copy', 'restore', place);
report('restore', restored.seconds, `${restored.answer.copiedRecordings} recordings copied`);
const [row] = await copy.query<{ count: number }>('select count(*)::int as count from meetings');
if (row!.count !== meetings) throw new Error(`${row!.count} meetings were restored`);

function report(what: string, seconds: number, more: string): void {
  const extrapolated = (seconds * INTENDED) / meetings / 60;
  console.log(
    `${what}: ${seconds.toFixed(1)} s, which is ${extrapolated.toFixed(1)} min for ${INTENDED} meetings; ${more}`,
  );
}

/** Runs the command as its users do. */
async function parley(database: BenchDatabase, data: string, ...args: string[]) {
  const startedMs = performance.now();
  const child = spawn(process.execPath, ['src/main.ts', ...args, '--json'], {
    env: { PATH: process.env.PATH, DATABASE_URL: database.url, PARLEY_DATA_DIR: join(folder.path, data) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`parley ${args.join(' ')} ended with ${code}`);
  return { answer: JSON.parse(said), seconds: (performance.now() - startedMs) / 1000 };
}

async function prepare(): Promise<void> {
  const service = await startChildService({
    databaseUrl: original.url,
    key: KEY,
    env: { PARLEY_DATA_DIR: join(folder.path, 'data') },
  });
  try {
    const distinct = Math.min(DISTINCT, meetings);
    const entries = distinct * ENTRIES_PER_MEETING;
    await fillSpokenMeetings(original, makeVocabulary(seeded(1)), { entries, copies: 1 });
    await original.query(
      `insert into meeting_participants (organization_id, email_key, start_time, meeting_id)
       select organization_id, 'grace@acme.example', start_time, id from meetings`,
    );
    await copyMeetings(original, { copies: meetings / distinct, apartSeconds: 1 });
    await original.query('vacuum analyze');
    const found = await original.query<{ id: string }>('select id from meetings order by id limit $1', [
      recordings,
    ]);
    for (const { id } of found) {
      const answer = await fetch(`${service.receiverUrl}/v1/meetings/${id}/recording`, {
        method: 'PUT',
        headers: { 'X-API-Key': KEY, 'Content-Type': 'audio/wav' },
        body: randomBytes(RECORDING_BYTES),
      });
      if (!answer.ok) throw new Error(await answer.text());
    }
  } finally {
    await service.stop();
  }
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`;
}
