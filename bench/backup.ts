import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { fillForBackup } from './data/meetings-for-backup.ts';
import { type BenchDatabase, openBenchServer } from './setup/database.ts';
import { makeTemporaryFolder } from './setup/temporary-folder.ts';

/**
 * `node bench/backup.ts [--meetings 20000] [--recordings 100] [--folder <path>]`: measures a backup and its restore into an
 * empty database.
 *
 * Each meeting has a transcript of 500 entries with 7,000 words, its words for the search, and a participant; a thousand
 * different meetings are made, and then copied by SQL. A recording has 1 MB.
 *
 * With --folder, the databases and the backups stay there, and a call does only the first step that is not done: it fills the database
 * (where an interrupted call continues), makes the backup, restores it, or makes another one. Call it until it says that all is
 * measured, and remove the folder.
 */
const { values } = parseArgs({
  options: {
    meetings: { type: 'string', default: '20000' },
    recordings: { type: 'string', default: '100' },
    folder: { type: 'string' },
  },
});
const [meetings, recordings] = [Number(values.meetings), Number(values.recordings)];

/** The size of which the figures are intended. */
const INTENDED = 100_000;

type Step = { name: string; run(): Promise<string> };

await using folder = values.folder ? await keptFolder(values.folder) : await makeTemporaryFolder();
await using server = await openBenchServer(join(folder.path, 'postgres'), process.env.BENCH_DATABASE_URL);
const place = join(folder.path, 'backups');
const original = values.folder ? await server.openDatabase('parley_original') : await server.makeDatabase();
await using _original = original;

const steps: Step[] = [
  { name: 'fill', run: fill },
  { name: 'backup', run: () => backup('backup') },
  { name: 'restore', run: restore },
  { name: 'again', run: () => backup('backup with the recordings there') },
];
for (const step of steps) {
  const done = join(folder.path, `${step.name}.done`);
  if (await readFile(done, 'utf8').catch(() => undefined)) continue;
  const figure = await step.run();
  console.log(figure);
  await writeFile(done, figure);
  if (values.folder) break;
}
if (values.folder) await tellAll();

async function keptFolder(path: string): Promise<AsyncDisposable & { path: string }> {
  await mkdir(path, { recursive: true });
  return { path: resolve(path), [Symbol.asyncDispose]: async () => {} };
}

async function tellAll(): Promise<void> {
  const figures = await Promise.all(
    steps.map(({ name }) => readFile(join(folder.path, `${name}.done`), 'utf8').catch(() => undefined)),
  );
  const left = steps.filter((_, index) => figures[index] === undefined);
  if (left.length > 0) return console.log(`to be done: ${left.map(({ name }) => name).join(', ')}`);
  console.log(`all is measured; remove ${folder.path}\n${figures.join('\n')}`);
}

async function fill(): Promise<string> {
  await fillForBackup(original, { meetings, recordings, dataDir: join(folder.path, 'data') });
  const [size] = await original.query<{ bytes: number }>(
    'select pg_database_size(current_database())::float8 as bytes',
  );
  return `${meetings} meetings, ${recordings} recordings: a database of ${megabytes(size!.bytes)}`;
}

async function backup(what: string): Promise<string> {
  const { seconds, answer } = await parley(original, 'data', 'backup', place);
  return report(what, seconds, `${megabytes(answer.bytes)} compressed, ${answer.rows} rows`);
}

async function restore(): Promise<string> {
  await rm(join(folder.path, 'copy'), { recursive: true, force: true });
  await using copy = await server.makeDatabase();
  const { seconds, answer } = await parley(copy, 'copy', 'restore', place);
  const [row] = await copy.query<{ count: number }>('select count(*)::int as count from meetings');
  if (row!.count !== meetings) throw new Error(`${row!.count} meetings were restored`);
  return report('restore', seconds, `${answer.copiedRecordings} recordings copied`);
}

function report(what: string, seconds: number, more: string): string {
  const extrapolated = (seconds * INTENDED) / meetings / 60;
  const others = meetings === INTENDED ? '' : ` (${extrapolated.toFixed(1)} min for ${INTENDED} meetings)`;
  return `${what}: ${seconds.toFixed(1)} s${others}; ${more}`;
}

/** Runs the command as its users do. */
async function parley(database: BenchDatabase, data: string, ...args: string[]) {
  const startedMs = performance.now();
  const child = spawn(process.execPath, ['src/main.js', ...args, '--json'], {
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

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`;
}
