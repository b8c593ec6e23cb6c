import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestClient } from '../support/client.ts';
import {
  applyChanges,
  applyLines,
  beginExport,
  type Copy,
  exported,
  linesOf,
  manifestOf,
  presentState,
} from '../support/exports.ts';
import { meeting } from '../support/meetings.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { sql } from '../support/sql.ts';
import { until } from '../support/until.ts';
import { atLeast, atMost, type Figure, none, type ReliabilityPromise, type Stage } from './promise.ts';
import { startFeedWriters } from './support/feed-writers.ts';
import { type ServiceProcess, startProcess } from './support/processes.ts';
import { residentMegabytes } from './support/resident-memory.ts';

const KEY = 'a-key-for-exports-under-writers';

const AMOUNTS = {
  full: { meetings: 1000, segments: 3000, writers: 32, pauseMs: 20, kills: 2 },
  // A job whose worker was killed is taken over after some 15 s.
  quick: { meetings: 60, segments: 1500, writers: 8, pauseMs: 60, kills: 1 },
};

const MAX_MEGABYTES = 300;
const MAX_TRANSACTION_S = 60;

/** The time between looks at memory, transactions and the state of the export. */
const LOOK_MS = 50;

/** Exports that are begun at most until enough of them were hit by a kill. */
const MAX_EXPORTS = 12;

/** An export under writers, whose worker is killed, leads to what a later export contains. */
export const exportUnderWriters: ReliabilityPromise = {
  number: 28,
  name: 'export',
  harm: 'writers change what is being exported; the worker is killed twice while it exports',
  async run(stage) {
    const dataDir = await mkdtemp(join(tmpdir(), 'parley-export-torture-'));
    const database = await createTestDatabase();
    const options = { key: KEY, databaseUrl: database.url, env: { PARLEY_DATA_DIR: dataDir } };
    const front = await startProcess('api,receiver', options);
    try {
      const worker = await startProcess('worker', options);
      try {
        return await harm(stage, database.url, front, worker);
      } finally {
        await worker.stop();
      }
    } finally {
      await front.stop();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    }
  },
};

async function harm(
  stage: Stage,
  databaseUrl: string,
  front: ServiceProcess,
  worker: ServiceProcess,
): Promise<Figure[]> {
  const amounts = stage.full ? AMOUNTS.full : AMOUNTS.quick;
  const { client } = front.now();
  await fill(client, amounts);
  const writers = startFeedWriters({
    ...{ writers: amounts.writers, pauseMs: amounts.pauseMs, seed: stage.seed },
    client: () => front.now().client,
  });
  const watch = watchService(databaseUrl, worker);
  const { id, kills } = await exportUnderKills({ stage, databaseUrl, client, worker, wanted: amounts.kills });
  const manifest = await manifestOf(client, id);
  stage.say(`${writers.changes()} changes were acknowledged; ${manifest.files.length} files`);
  const names = manifest.files.map(({ name }) => name);
  const copy = applyLines(new Map(), await linesOf(manifest));
  await writers.finish();
  await until(async () => {
    const events = await sql(databaseUrl, 'select from event_outbox limit 1');
    return events.length === 0 ? true : undefined;
  }, 60_000);
  const seen = await watch.stop();
  await applyChanges(client, copy, manifest.changesCursor);
  const later = applyLines(new Map(), (await exported(client)).lines);
  return [
    atLeast('kills of the worker while it exported', kills, amounts.kills),
    atLeast('entities that were compared', later.size, amounts.meetings),
    none('entities of the export and its changes that differ from a later export', differences(copy, later)),
    none(
      'entities of the later export that differ from GET by id',
      differences(later, await presentState(client)),
    ),
    none('files that are listed twice', names.length - new Set(names).size),
    atMost('longest transaction', seen.longestSeconds, MAX_TRANSACTION_S, 's'),
    atMost('most memory of the worker', seen.megabytes, MAX_MEGABYTES, 'MB'),
  ];
}

/** Ingests meetings with long transcripts, so that an export takes a while. */
async function fill(client: TestClient, { meetings, segments }: { meetings: number; segments: number }) {
  const lanes = 8;
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      for (let number = lane; number < meetings; number += lanes) {
        const said = Array.from({ length: segments }, (_, index) => ({
          text: `Entry ${index} of meeting ${number}: ${Math.sin(number * segments + index)} is what was agreed.`,
          speaker: { name: index % 2 ? 'Ada Park' : 'Grace Lund' },
        }));
        const body = meeting({ id: `long-${number}`, transcript: { segments: said } });
        await client.ingest(body, { processImportedMeeting: false });
      }
    }),
  );
}

/** Begins exports until the worker was killed often enough during one, and returns the last one. */
async function exportUnderKills(given: {
  stage: Stage;
  databaseUrl: string;
  client: TestClient;
  worker: ServiceProcess;
  wanted: number;
}): Promise<{ id: string; kills: number }> {
  const { stage, databaseUrl, client, worker, wanted } = given;
  let kills = 0;
  for (let begun = 1; ; begun++) {
    const id = await beginExport(client);
    while (kills < wanted && (await isBeingWritten(databaseUrl, id))) {
      await worker.kill();
      kills++;
      stage.say(`killed the worker during export ${id}`);
      await worker.whenUp();
    }
    if (kills >= wanted || begun === MAX_EXPORTS) return { id, kills };
    await manifestOf(client, id);
    await client.delete(`/v1/exports/${id}`);
  }
}

/** Waits until a worker writes a file of the export. @returns false if the export was done before */
async function isBeingWritten(databaseUrl: string, id: string): Promise<boolean> {
  return until(async () => {
    const [row] = await sql<{ state: string; active: string }>(
      databaseUrl,
      `select state, (select count(*) from jobs where kind = 'run-export' and state = 'active') as active
       from exports where id = $1`,
      [id],
    );
    if (row!.state === 'done') return false;
    return row!.active === '0' ? undefined : true;
  }, 120_000);
}

/** Watches the memory of the worker and the age of transactions. */
function watchService(databaseUrl: string, worker: ServiceProcess) {
  const seen = { megabytes: 0, longestSeconds: 0 };
  let isOver = false;
  const looking = (async () => {
    while (!isOver) {
      const [row] = await sql<{ seconds: number | null }>(
        databaseUrl,
        `select extract(epoch from max(clock_timestamp() - xact_start))::float8 as seconds from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid()`,
      );
      seen.longestSeconds = Math.max(seen.longestSeconds, row!.seconds ?? 0);
      // The process may have been killed just now.
      const megabytes = worker.isUp() ? await residentMegabytes(worker.now().pid).catch(() => 0) : 0;
      seen.megabytes = Math.max(seen.megabytes, megabytes);
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  })();
  return {
    async stop() {
      isOver = true;
      await looking;
      return seen;
    },
  };
}

function differences(one: Copy, other: Copy): number {
  const names = new Set([...one.keys(), ...other.keys()]);
  return [...names].filter((name) => one.get(name) !== other.get(name)).length;
}
