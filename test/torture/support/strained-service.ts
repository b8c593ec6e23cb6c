import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { type ChildService, startChildService } from '../../support/child-service.ts';
import { createTestDatabase } from '../../support/postgres.ts';
import { until } from '../../support/until.ts';
import type { MetricsPage, Scraped } from './judge-alerts.ts';
import { idOfProcess } from './process-id.ts';
import { readMetrics } from './service-metrics.ts';
import type { SmallDisk } from './small-disk.ts';

const KEY = 'a-key-for-the-service-that-is-strained';
/** More requests than the connections of both processes take, with those that requests share. */
const READERS = 200;
const ROUNDS = 3;
/** One of the processes is kept from running for so long, and then runs for so long. */
const STOPPED_MS = 700;
const RUNNING_MS = 100;
/** More than is reserved for the database (5 %), and less than a tenth. */
const LOW_SHARE = 0.07;

type Service = Awaited<ReturnType<typeof openService>>;

/**
 * Starts a service of two processes, and lets it lack what it needs, one after the other: space on its disk, connections to the
 * database, and for one of its processes a CPU.
 * @param disk the disk of its data folder; undefined if there is none that can be filled
 * @returns its pages of before, and all of them
 */
export async function watchStrained(
  disk: SmallDisk | undefined,
): Promise<{ well: Scraped; strained: Scraped }> {
  const service = await openService(disk);
  try {
    const areReady = () => service.meets('parley_processes{state="ready"}', (value) => value === 2);
    // The first page tells of the start too, during which a process may wait for a CPU.
    await areReady();
    const well = [await areReady()];
    // Its log grows long later.
    const pid = await idOfProcess(service, 2);
    const pages = [...well];
    if (disk) pages.push(...(await fillDisk(service, disk)));
    pages.push(...(await holdConnections(service)));
    pages.push(...(await takeCpu(service, pid)));
    const instance = 'strained';
    return { well: { instance, pages: well }, strained: { instance, pages } };
  } finally {
    await service.close();
  }
}

async function openService(disk: SmallDisk | undefined) {
  const database = await createTestDatabase();
  const child: ChildService = await startChildService({
    databaseUrl: database.url,
    key: KEY,
    env: {
      PARLEY_PROCESSES: '2',
      PARLEY_ROLES: 'api,receiver',
      PARLEY_LOG_LEVEL: 'info',
      ...(disk ? { PARLEY_DATA_DIR: disk.folder } : {}),
    },
  });
  const { apiUrl, client, said } = child;
  return {
    database,
    client,
    said,
    /** Returns the first page of metrics in which one of them satisfies a condition. */
    meets: (name: string, isMet: (value: number, page: MetricsPage) => boolean): Promise<MetricsPage> =>
      until(async () => {
        const page = await readMetrics(apiUrl).catch(() => undefined);
        return isMet(page?.get(name) ?? Number.NaN, page) ? page : undefined;
      }),
    async close() {
      await child.stop();
      await database.drop();
    },
  };
}

async function fillDisk({ meets }: Service, disk: SmallDisk): Promise<MetricsPage[]> {
  const size = 'parley_disk_size_bytes{disk="data"}';
  const page = await meets(size, (value) => value > 0);
  await disk.fill((page!.get(size)! * LOW_SHARE) / (1024 * 1024));
  const isLow = (free: number, now: MetricsPage) => free / now!.get(size)! < 0.1;
  return [await meets('parley_disk_free_bytes{disk="data"}', isLow)];
}

/** A statement of another client holds up all reads, and there are more of them than connections. */
async function holdConnections({ database, client, meets }: Service): Promise<MetricsPage[]> {
  const other = new pg.Client(database.url);
  await other.connect();
  let isHeld = true;
  try {
    await other.query('begin; lock table meetings in access exclusive mode');
    const readers = Array.from({ length: READERS }, async (_, reader) => {
      for (let turn = 0; isHeld; turn++) {
        await client.get('/v1/meetings', { from: new Date(reader * 1e6 + turn).toISOString() });
      }
    });
    const pages: MetricsPage[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      pages.push(await meets('parley_database_pool_waiting{pool="reads"}', (value) => value > 0));
    }
    isHeld = false;
    await other.query('rollback');
    await Promise.all(readers);
    return pages;
  } finally {
    isHeld = false;
    await other.end();
  }
}

/** One of the processes gets a CPU for an eighth of the time, as on a machine with too few, or under a limit. */
async function takeCpu({ meets }: Service, pid: number): Promise<MetricsPage[]> {
  let isOver = false;
  const starving = (async () => {
    while (!isOver) {
      process.kill(pid, 'SIGSTOP');
      await delay(STOPPED_MS);
      process.kill(pid, 'SIGCONT');
      await delay(RUNNING_MS);
    }
  })();
  try {
    const pages: MetricsPage[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      pages.push(await meets('nodejs_eventloop_lag_p99_seconds', (value) => value > STOPPED_MS / 1000 - 0.1));
    }
    return pages;
  } finally {
    isOver = true;
    await starving;
  }
}
