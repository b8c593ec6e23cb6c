import { setTimeout as delay } from 'node:timers/promises';
import { startChildService } from '../../support/child-service.ts';
import { openJournal } from '../../support/journal.ts';
import { sql } from '../../support/sql.ts';
import { atMost, type Figure, none, type Stage } from '../promise.ts';
import { openJudgedRequests, type RequestEntry } from './judged-requests.ts';
import { prepareMixedLoad, startMixedLoad } from './mixed-load.ts';
import { readMetrics } from './service-metrics.ts';

/** A database, and the first key, which the service creates if there is none. */
export type SoakTarget = { databaseUrl: string; key: string };

export type SoakForm = { warmSeconds: number; seconds: number; clients: number };

/** The interval of samples. */
const LOOK_MS = 250;

/**
 * The growth that may be measured without a leak, because the heap varies between collections. A leak of a kilobyte a
 * request would be a hundred megabytes in the full form.
 */
const LIMITS = { heapMegabytes: 12, residentMegabytes: 40, handles: 8, files: 8 };

/** The limits of the quick form: soon after a start, caches fill, code is compiled, and the heap grows to its size. */
const QUICK_LIMITS = { heapMegabytes: 40, residentMegabytes: 160, handles: 24, files: 24 };

/**
 * The most connections of a process: pools of 6 and of 12 each for requests and for jobs, two shared ones, one for
 * health checks, three of the queue, and one that listens.
 */
const MAX_CONNECTIONS = 2 * (8 + 3 + 2 + 14 + 2 + 1 + 1) + 3 + 1;

type Look = {
  seconds: number;
  heapMegabytes: number;
  residentMegabytes: number;
  handles: number;
  files: number;
  connections: number;
};

/** Does ordinary work for minutes, and reports the growth. */
export async function soakService(
  { databaseUrl, key }: SoakTarget,
  form: SoakForm,
  stage: Stage,
): Promise<Figure[]> {
  const service = await startChildService({ databaseUrl, key });
  const journal = await openJournal<RequestEntry>();
  const requests = openJudgedRequests('soak', key, journal);
  try {
    await prepareMixedLoad(service.client);
    const load = startMixedLoad({
      target: service,
      requests,
      clients: form.clients,
      seed: stage.seed,
      name: 'soak',
    });
    await delay(form.warmSeconds * 1000);
    const before = load.requests();
    const looks = await lookOften(service.apiUrl, databaseUrl, form.seconds, stage);
    const done = load.requests() - before;
    await load.stop();
    stage.say(`${done.toLocaleString('en-US')} requests in ${form.seconds} s`);
    const entries = journal.read();
    const limits = stage.full ? LIMITS : QUICK_LIMITS;
    const growth = (field: keyof Look) => Math.max(0, growthOf(looks, field));
    const during = `in ${form.seconds} s, ${done.toLocaleString('en-US')} requests`;
    return [
      atMost(`growth of the heap ${during}`, growth('heapMegabytes'), limits.heapMegabytes, 'MB'),
      atMost('growth of resident memory', growth('residentMegabytes'), limits.residentMegabytes, 'MB'),
      atMost('growth of handles', growth('handles'), limits.handles),
      atMost('growth of open files', growth('files'), limits.files),
      atMost('database connections, most', Math.max(...looks.map((one) => one.connections)), MAX_CONNECTIONS),
      none(
        'requests not answered 200',
        entries.filter(
          (one) => one.event === 'unanswered' || (one.event === 'answered' && one.status !== 200),
        ).length,
      ),
    ];
  } finally {
    requests.close();
    await service.stop();
    await journal.remove();
  }
}

async function lookOften(
  apiUrl: string,
  databaseUrl: string,
  seconds: number,
  { say }: Stage,
): Promise<Look[]> {
  const startedMs = performance.now();
  const looks: Look[] = [];
  for (let saidAt = 0; ; ) {
    const at = (performance.now() - startedMs) / 1000;
    if (at > seconds) return looks;
    const metrics = await readMetrics(apiUrl);
    const [row] = await sql<{ connections: number }>(
      databaseUrl,
      `select count(*)::int as connections from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    );
    const look = {
      seconds: at,
      heapMegabytes: metrics.get('nodejs_heap_size_used_bytes')! / 1e6,
      residentMegabytes: metrics.get('process_resident_memory_bytes')! / 1e6,
      handles: metrics.get('nodejs_active_handles_total')!,
      // Not every system counts open files.
      files: metrics.get('process_open_fds') ?? 0,
      connections: row!.connections,
    };
    looks.push(look);
    if (at - saidAt >= 30) {
      saidAt = at;
      say(`heap ${look.heapMegabytes.toFixed(0)} MB, resident ${look.residentMegabytes.toFixed(0)} MB`);
    }
    await delay(LOOK_MS);
  }
}

const WINDOWS = 12;

/**
 * Returns the growth of a figure from the first sample to the last. It takes the minimum of each of several windows,
 * which shows the retained amount, and the line of the median slope through these, which outliers do not affect.
 */
function growthOf<Of extends { seconds: number }>(looks: readonly Of[], field: keyof Of): number {
  const span = looks.at(-1)!.seconds - looks[0]!.seconds;
  const windows = new Map<number, number>();
  for (const look of looks) {
    const window = Math.min(WINDOWS - 1, Math.floor(((look.seconds - looks[0]!.seconds) / span) * WINDOWS));
    windows.set(window, Math.min(windows.get(window) ?? Number.POSITIVE_INFINITY, look[field] as number));
  }
  const points = [...windows];
  const slopes = points.flatMap(([x, y], index) =>
    points.slice(index + 1).map(([laterX, laterY]) => (laterY - y) / (laterX - x)),
  );
  return slopes.toSorted((a, b) => a - b)[Math.floor(slopes.length / 2)]! * (WINDOWS - 1);
}
