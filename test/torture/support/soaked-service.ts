import { setTimeout as delay } from 'node:timers/promises';
import { startChildService } from '../../support/child-service.ts';
import { openJournal } from '../../support/journal.ts';
import { sql } from '../../support/sql.ts';
import { atMost, type Figure, none, type Stage } from '../promise.ts';
import { openJudgedRequests, type RequestEntry } from './judged-requests.ts';
import { prepareMixedLoad, startMixedLoad } from './mixed-load.ts';
import { readMetrics } from './service-metrics.ts';

/** A database, and the key that the service makes where it has none yet. */
export type SoakTarget = { databaseUrl: string; key: string };

export type SoakForm = { warmSeconds: number; seconds: number; clients: number };

/** Between two looks at the service. */
const LOOK_MS = 250;

/**
 * What may be measured as growth if there is none: how full the heap is when it was cleaned last. A leak of a kilobyte
 * a request would be a hundred megabytes in the full form.
 */
const LIMITS = { heapMegabytes: 12, residentMegabytes: 40, handles: 8, files: 8 };

/** A few seconds after the start caches are still filled, code is compiled, and the heap finds its size. */
const QUICK_LIMITS = { heapMegabytes: 40, residentMegabytes: 160, handles: 24, files: 24 };

/**
 * What a process opens at most: for its requests and for its jobs each a pool of 6 and one of 12, two that are shared and
 * one for health; three of the queue, and one that listens.
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

/** Does ordinary work for minutes, and tells what has grown. */
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
      // Not counted on every system.
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
 * How much a figure has grown from the first look to the last: the time is cut into windows, of each the least counts,
 * as only that says what is kept, and through these goes the line of the median slope, which no single one can bend.
 */
export function growthOf<Of extends { seconds: number }>(looks: readonly Of[], field: keyof Of): number {
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
