import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { parseFile } from '../src/domain/meetings/files/parse-file.ts';
import { collectTranscriptWords } from '../src/domain/words/transcript-words.ts';
import { checkIngestBody } from '../src/endpoints/bulk/read-line.ts';
import { runWithoutYielding } from '../src/lib/event-loop.ts';
import { deflatePiece } from '../src/lib/gzip-pieces.ts';
import { ingestedMeeting } from './data/meetings.ts';
import { webVtt } from './data/web-vtt.ts';
import { postgresCpuSeconds } from './setup/cpu.ts';
import { openBenchServer } from './setup/database.ts';
import { makeTemporaryFolder } from './setup/temporary-folder.ts';
import { median } from './stats.ts';

/**
 * `node bench/ingest-bound.ts [--rounds 5] [--meetings 2000]`: measures what this machine takes of the same meetings if a
 * program does no more than has to be done: in a thread for each processor, it parses a line (or a WebVTT file) and checks it,
 * deflates its entries, and stores groups of rows in a table without any index by COPY, each in a transaction; then the same with the
 * words for the search. Nothing is received by HTTP, identified, compared, audited or enqueued.
 */
type Kind = 'lines' | 'files';
type Task = { kind: Kind; hasWords: boolean; from: number; count: number };

/** As many lines as a group of a bulk ingest has. */
const GROUP = 22;

/** The texts before and after all rows. */
const HEADER = Buffer.concat([Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'), Buffer.alloc(8)]);
const TRAILER = Buffer.from([0xff, 0xff]);

if (isMainThread) await main();
else await serve();

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { rounds: { type: 'string', default: '5' }, meetings: { type: 'string', default: '2000' } },
  });
  const [rounds, meetings] = [Number(values.rounds), Number(values.meetings)];
  await using folder = await makeTemporaryFolder();
  await using server = await openBenchServer(join(folder.path, 'postgres'), process.env.BENCH_DATABASE_URL);
  await using database = await server.makeDatabase();
  await database.query(
    'create table bound (id text not null, head text not null, words text not null, deflated bytea not null)',
  );
  const threads = Array.from({ length: availableParallelism() }, () => {
    return new Worker(new URL(import.meta.url), { workerData: database.url });
  });
  const run = async (kind: Kind, hasWords: boolean) => {
    const each = Math.ceil(meetings / threads.length);
    const work = threads.map((thread, index) => {
      thread.postMessage({ kind, hasWords, from: index * each, count: each } satisfies Task);
      return once(thread, 'message');
    });
    await Promise.all(work);
  };
  const works = (['lines', 'files'] as const).flatMap((kind) =>
    [false, true].map((hasWords) => ({ kind, hasWords })),
  );
  for (const { kind, hasWords } of works) {
    await run(kind, hasWords);
    const told: { rate: number; node: number; postgres: number }[] = [];
    for (let round = 0; round < rounds; round++) {
      const cpu = process.cpuUsage();
      const postgres = await postgresCpuSeconds(server.postmasterPid!);
      const startedMs = performance.now();
      await run(kind, hasWords);
      const rate = (meetings / (performance.now() - startedMs)) * 1000;
      const { user, system } = process.cpuUsage(cpu);
      told.push({
        rate,
        node: (user + system) / 1000 / meetings,
        postgres: (((await postgresCpuSeconds(server.postmasterPid!)) - postgres) * 1000) / meetings,
      });
    }
    const of = (figure: 'rate' | 'node' | 'postgres') => median(told.map((one) => one[figure]));
    console.log(
      `${kind}${hasWords ? ' with words' : ''}: ${of('rate').toFixed(0)} meetings/s, ${of('node').toFixed(2)} ms of node and ${of('postgres').toFixed(2)} ms of PostgreSQL each`,
    );
  }
  await Promise.all(threads.map((thread) => thread.terminate()));
}

async function serve(): Promise<void> {
  const client = new pg.Client({ connectionString: workerData as string });
  await client.connect();
  const body = JSON.stringify(ingestedMeeting('id-of-the-meeting'));
  const [line, file] = [Buffer.from(body), Buffer.from(webVtt(0, 60_000))];
  const read = {
    async lines() {
      const { meeting } = checkIngestBody(JSON.parse(line.toString())) as ReturnType<typeof ingestedMeeting>;
      return { head: meeting.title, entries: meeting.transcript!.segments };
    },
    async files() {
      const { meetings } = await parseFile('call 2026-02-05.vtt', file);
      const [found] = meetings as { transcript: { segments: { text: string }[] } }[];
      return { head: 'call', entries: found!.transcript.segments };
    },
  };
  parentPort!.on('message', async ({ kind, hasWords, from, count }: Task) => {
    for (let first = from; first < from + count; first += GROUP) {
      const rows: Buffer[] = [];
      for (let index = first; index < Math.min(first + GROUP, from + count); index++) {
        const { head, entries } = await read[kind]();
        const words = hasWords ? wordsOf(entries) : '';
        rows.push(
          rowOf(`${index}`, head, words, deflatePiece(Buffer.from(JSON.stringify({ entries }))).deflated),
        );
      }
      const copy = client.query(copyFrom('copy bound from stdin (format binary)'));
      await pipeline([Buffer.concat([HEADER, ...rows, TRAILER])], copy);
    }
    parentPort!.postMessage('done');
  });
}

/** The terms of the entries; the filters of their runs are made, but not stored. */
function wordsOf(entries: readonly { text: string }[]): string {
  const parts = runWithoutYielding(collectTranscriptWords(entries, undefined));
  return parts.map(({ terms }) => terms).join(' ');
}

/** A row in PostgreSQL's binary format of COPY. */
function rowOf(...values: (string | Buffer)[]): Buffer {
  const count = Buffer.alloc(2);
  count.writeInt16BE(values.length);
  const fields = values.flatMap((value) => {
    const bytes = Buffer.from(value as string);
    const length = Buffer.alloc(4);
    length.writeInt32BE(bytes.length);
    return [length, bytes];
  });
  return Buffer.concat([count, ...fields]);
}
