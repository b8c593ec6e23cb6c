import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase } from '../../src/db/database.ts';
import { fetchRecordingJob } from '../../src/domain/jobs.ts';
import { createLog } from '../../src/lib/log.ts';
import { openBlobs } from '../../src/processes/background.ts';
import { call } from '../processing/conversations.ts';
import { clockOff } from '../queue/wrong-clock.ts';
import type { ChildService } from '../support/child-service.ts';
import { ALWAYS, meeting } from '../support/meetings.ts';
import { openTestQueue } from '../support/queue.ts';
import { sql } from '../support/sql.ts';
import { until } from '../support/until.ts';
import { atLeast, atMost, type Figure, none, type ReliabilityPromise, type Stage } from './promise.ts';
import { type GatedService, withGatedService } from './support/gated-service.ts';
import { RECORDING } from './support/gates.ts';

const MINUTES = 1 / (24 * 60);

/** The deviations in days. */
const QUICK_OFF = [-1, 1, 10 * MINUTES];
const FULL_OFF = [-1, 1, -10 * MINUTES, 10 * MINUTES, -90 / 86_400, 90 / 86_400];

/**
 * Longer than the interval of the search for lost jobs; in the full form also longer than the permitted silence of a
 * worker: see the queue's timings.
 */
const QUICK_HOLD_MS = 3600;
const FULL_HOLD_MS = 16_000;

const JOBS_EACH = 4;
const URL_HOURS = 2;

export const clocks: ReliabilityPromise = {
  number: 10,
  name: 'clocks',
  harm: 'the clocks of processes are wrong by 90 seconds, ten minutes or a day',
  run: (stage) =>
    withGatedService({ name: 'clocks', jobs: [] }, async (service) => {
      const start = (days: number) =>
        service.start(days === 0 ? {} : { NODE_OPTIONS: `--import=${clockOff(days)}` });
      const scene = { ...service, stage, start };
      const stolen = await holdJobs(scene);
      return [...stolen, ...(await downloads(scene)), ...(await times(scene))];
    }),
};

/** The clock of the first process is right. */
type Scene = Omit<GatedService, 'start'> & { stage: Stage; start(days: number): Promise<ChildService> };

/** Holds jobs of a process whose clock is right and then of all: no process may take the jobs of another. */
async function holdJobs(scene: Scene): Promise<Figure[]> {
  const { stage, gates, databaseUrl, children, start, recordings } = scene;
  const off = stage.full ? FULL_OFF : QUICK_OFF;
  const { client } = await start(0);
  const put = async (prefix: string, count: number) => {
    for (let n = 0; n < count; n++) {
      const recordingUrl = n === 0 ? { recordingUrl: recordings.url('/call.wav') } : {};
      await client.ingest(call({ id: `${prefix}-${n}`, ...recordingUrl }));
    }
  };
  await put('right', JOBS_EACH);
  await putOff(databaseUrl);
  await until(async () => gates.waiting() >= JOBS_EACH || undefined);
  await Promise.all(off.map(start));
  await put('wrong', JOBS_EACH * (off.length + 1));
  const startedMs = performance.now();
  await delay(stage.full ? FULL_HOLD_MS : QUICK_HOLD_MS);
  stage.say(
    `${gates.waiting()} jobs were under way for ${((performance.now() - startedMs) / 1000).toFixed(0)} s`,
  );
  const [active] = await sql<{ count: string }>(
    databaseUrl,
    `select count(*) from jobs where state = 'active'`,
  );
  gates.openAll();
  await until(async () => {
    const open = await sql(
      databaseUrl,
      `select 1 from jobs where state in ('waiting', 'active') and start_after < now() + interval '30 minutes' limit 1`,
    );
    return open.length === 0 || undefined;
  });
  const jobs = await sql<{ name: string; retries: number; early: boolean }>(
    databaseUrl,
    `select kind as name, attempts - 1 as retries, claimed_at < start_after as early from jobs
     where kind in ('process-run', 'fetch-recording')`,
  );
  return [
    atLeast(
      `jobs under way in ${children.length} processes, ${off.length} of them with a wrong clock`,
      Number(active!.count),
      2 * JOBS_EACH,
    ),
    none(
      `of ${jobs.length} jobs, taken from a worker that was alive`,
      jobs.filter(({ retries }) => retries > 0).length,
    ),
    none('jobs that were put off by an hour, started before', jobs.filter(({ early }) => early).length),
  ];
}

/** Enqueues a job that may not start for an hour. */
async function putOff(databaseUrl: string): Promise<void> {
  const log = createLog('silent');
  const db = openDatabase({ connectionString: databaseUrl }, log);
  const queue = openTestQueue({ connectionString: databaseUrl }, db);
  const payload = { meetingId: 1, recordingId: 'none' };
  await db.transaction((tx) => queue.enqueue(tx, fetchRecordingJob, 1, payload, { startAfterSeconds: 3600 }));
  await queue.close();
  await db.close();
}

/** Every process creates a URL and serves those of all others; all refuse expired ones. */
async function downloads({ children, databaseUrl, dataDir, stage }: Scene): Promise<Figure[]> {
  let worstSeconds = 0;
  const urls: string[] = [];
  for (const { client } of children) {
    const beforeMs = Date.now();
    const { body } = await client.get('/v1/meetings', {
      ...ALWAYS,
      pageSize: '50',
      includeDownloadUrl: 'true',
    });
    const nowMs = (beforeMs + Date.now()) / 2;
    for (const { downloadUrl, downloadUrlExpiresAt } of body.meetings.filter(
      (one: object) => 'downloadUrl' in one,
    )) {
      const validMs = Date.parse(downloadUrlExpiresAt) - nowMs;
      worstSeconds = Math.max(worstSeconds, Math.abs(validMs - URL_HOURS * 3_600_000) / 1000);
      urls.push(downloadUrl);
    }
  }
  const from = (url: string) =>
    children.map(({ apiUrl }) => apiUrl + new URL(url).pathname + new URL(url).search);
  const statuses = async (all: string[]) =>
    Promise.all(
      all.flatMap(from).map(async (url) => {
        const answer = await fetch(url);
        const bytes = Buffer.from(await answer.arrayBuffer());
        return answer.status === 200 && !bytes.equals(RECORDING) ? 'other bytes' : answer.status;
      }),
    );
  const served = await statuses(urls);
  const [over, soon] = await signed(databaseUrl, dataDir);
  const [refused, stillServed] = [await statuses([over]), await statuses([soon])];
  stage.say(`URLs that are over are answered ${refused}, those with a minute left ${stillServed}`);
  return [
    atMost(
      `downloadUrlExpiresAt of ${children.length} processes, furthest from the true time`,
      worstSeconds,
      5,
      's',
    ),
    none(
      `of ${served.length} downloads by each process of each one's URLs, not served`,
      served.filter((one) => one !== 200).length,
    ),
    none(
      'URLs that were over for a minute and served, or had a minute left and were not',
      [...refused.filter((one) => one === 200), ...stillServed.filter((one) => one !== 200)].length,
    ),
  ];
}

/** Returns URLs of a stored recording, by the true time: an expired one and a valid one. */
async function signed(databaseUrl: string, dataDir: string): Promise<[string, string]> {
  const db = openDatabase({ connectionString: databaseUrl }, createLog('silent'));
  try {
    const [stored] = await sql<{ key: string }>(
      databaseUrl,
      'select blob_key as key from recordings limit 1',
    );
    const config = { blobs: { kind: 'files' }, dataDir } as never;
    const { blobs } = await openBlobs(config, db, 'http://127.0.0.1', createLog('silent'));
    const sign = (seconds: number) =>
      blobs.presign(stored!.key, {
        contentType: 'audio/wav',
        fileName: 'call.wav',
        expiresAtMs: Date.now() + seconds * 1000,
      });
    return [await sign(-60), await sign(60)];
  } finally {
    await db.close();
  }
}

/** Every process records the true time of its operations. */
async function times({ children }: Scene): Promise<Figure[]> {
  let worstSeconds = 0;
  for (const [index, { client }] of children.entries()) {
    const id = await client.ingest(meeting({ id: `told-${index}` }));
    const beforeMs = Date.now();
    const accepted = await client.post('/v1/meeting/remap', {
      meetingDetails: { serviceMeetingId: Number(id) },
      salesforceRecords: { accountId: '0018c00002ABCDEAA5' },
    });
    const nowMs = (beforeMs + Date.now()) / 2;
    const { body } = await client.get(`/v1/meeting/remap/${accepted.body.requestId}`);
    worstSeconds = Math.max(worstSeconds, Math.abs(Date.parse(body.acceptedAt) - nowMs) / 1000);
  }
  return [atMost('times of accepted remaps, furthest from the true time', worstSeconds, 5, 's')];
}
