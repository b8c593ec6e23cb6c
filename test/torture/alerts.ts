import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limitAttempts } from '../reliability/background-worker.ts';
import { type AiServer, startAiServer } from '../support/ai-server.ts';
import { type ChildService, startChildService } from '../support/child-service.ts';
import { meeting } from '../support/meetings.ts';
import { createTestDatabase, onServer } from '../support/postgres.ts';
import { type RecordingServer, startRecordingServer } from '../support/recordings.ts';
import { sql } from '../support/sql.ts';
import { until } from '../support/until.ts';
import { type Figure, none, type ReliabilityPromise, type Stage } from './promise.ts';
import { alertNames, findPromtool, firedAlerts, type MetricsPage } from './support/judge-alerts.ts';
import { watchMisplaced } from './support/misplaced-service.ts';
import { readMetrics } from './support/service-metrics.ts';
import { mountSmallDisk } from './support/small-disk.ts';
import { watchStrained } from './support/strained-service.ts';

const KEY = 'a-key-for-the-service-that-is-watched';
const RECORDINGS = 8;
const REFUSED_SIGN_INS = 400;
const REFUSED_REQUESTS = 40;
const LONG_SECONDS = 3600;
const SMALL_DISK_MB = 64;
const LOST_DAYS = 6;
/** It needs a disk that can be filled. */
const LOW_DISK = 'ParleyDiskLow';

/** Each alert fires when what it warns of is so, and none fires while all is well. */
export const alerts: ReliabilityPromise = {
  number: 40,
  name: 'alerts',
  harm: 'what the alerts warn of is provoked on a real service, whose metrics Prometheus’s own evaluation judges',
  async run(stage) {
    const promtool = await findPromtool();
    if (!promtool) return [notRun(stage, 'the evaluation of the rules', NO_PROMTOOL)];
    const [house, disk] = [await openHouse(), await mountSmallDisk(SMALL_DISK_MB)];
    try {
      await beWell(house);
      const [quiet, before] = [house.scraped(), house.counts()];
      await failOutside(house);
      await loseWorker(house);
      await loseDatabase(house);
      await comeBackLate(house);
      await runShort(house);
      const misplaced = await watchMisplaced(house.dataDir);
      const { well, strained } = await watchStrained(disk);
      const early = await firedAlerts(promtool, [...quiet, well]);
      const fired = await firedAlerts(promtool, [...house.scraped(), misplaced, strained]);
      stage.say(`pages of metrics: ${before} while all is well, ${house.counts() - before} after`);
      stage.say(`fired while all was well: ${[...early].join(', ') || 'none'}`);
      stage.say(`fired: ${[...fired].join(', ')}`);
      const provoked = (await alertNames()).filter((name) => disk || name !== LOW_DISK);
      const silent = provoked.filter((name) => !fired.has(name));
      if (silent.length > 0) stage.say(`silent: ${silent.join(', ')}`);
      return [
        none('alerts that fired while all was well', early.size),
        none(
          `of all ${provoked.length} alerts, those that did not fire when they were provoked`,
          silent.length,
        ),
        ...(disk
          ? []
          : [notRun(stage, 'the alert of a low disk', 'this process may not mount a small file system')]),
      ];
    } finally {
      await house.close();
      await disk?.free();
      await disk?.remove();
    }
  },
};

const NO_PROMTOOL = 'promtool is neither on PATH nor named by PARLEY_PROMTOOL';

function notRun({ full }: Stage, what: string, why: string): Figure {
  return { what, value: `not run: ${why}`, limit: 'run', passed: !full };
}

type Role = 'front' | 'worker';
type House = Awaited<ReturnType<typeof openHouse>>;

/** Starts a service in two processes, with everything that it talks to. */
async function openHouse() {
  const database = await createTestDatabase();
  const ai: AiServer = await startAiServer();
  // Other paths are answered 404, which is permanent.
  const recordings: RecordingServer = await startRecordingServer({
    '/down.wav': (_request, response) => void response.writeHead(503).end(),
    '/hook': (_request, response) => void response.writeHead(204).end(),
    '/lost-hook': (_request, response) => void response.writeHead(500).end(),
  });
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-alerts-'));
  const processes: Partial<Record<Role, ChildService>> = {};
  const urls: Record<Role, string> = { front: '', worker: '' };
  const pages: Record<Role, MetricsPage[]> = { front: [], worker: [] };
  const start = async (role: Role, env: Record<string, string> = {}) => {
    await processes[role]?.stop();
    processes[role] = await startChildService({
      databaseUrl: database.url,
      key: KEY,
      env: {
        PARLEY_ROLES: role === 'front' ? 'api,receiver' : 'worker',
        PARLEY_HEALTH_PORT: '0',
        PARLEY_DATA_DIR: dataDir,
        PARLEY_AI_PROVIDER: 'openai-compatible',
        PARLEY_AI_BASE_URL: ai.url,
        PARLEY_AI_MODEL: 'test-model',
        PARLEY_FETCH_ALLOW: '127.0.0.0/8',
        ...env,
      },
    });
    const { said } = processes[role];
    urls[role] = await until(async () => /Health and metrics: (\S+)\/readyz/.exec(said())?.[1]);
  };
  const read = (role: Role): Promise<MetricsPage> => readMetrics(urls[role]).catch(() => undefined);
  await start('front');
  await start('worker');
  return {
    ai,
    recordings,
    database,
    dataDir,
    start,
    client: () => processes.front!.client,
    killWorker: () => processes.worker!.kill(),
    async scrape() {
      for (const role of ['front', 'worker'] as const) pages[role].push(await read(role));
    },
    /** Waits until a metric of a process satisfies a condition. */
    async meets(role: Role, name: string, isMet: (value: number) => boolean) {
      await until(async () => (isMet((await read(role))?.get(name) ?? Number.NaN) ? true : undefined));
    },
    counts: () => pages.front.length,
    scraped: () => [
      { instance: 'front', pages: [...pages.front] },
      { instance: 'worker', pages: [...pages.worker] },
    ],
    async close() {
      await Promise.all([processes.front?.stop(), processes.worker?.stop()]);
      await ai.close();
      recordings.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const judged = (id: string) =>
  meeting({ id, transcript: { segments: [{ text: 'It is too expensive for us.', timestampSeconds: 1 }] } });

const SUMMARIES = 'parley_processing_lag_seconds_count{part="summary"}';

/** Work is done as usual. */
async function beWell(house: House): Promise<void> {
  const client = house.client();
  await house.meets('worker', 'parley_database_up', (value) => value === 1);
  await client.post('/admin/v1/webhooks', { url: house.recordings.url('/hook') });
  for (let round = 1; round <= 3; round++) {
    await client.ingest(judged(`well ${round}`), {});
    await house.meets('worker', SUMMARIES, (value) => value === round);
    await house.scrape();
  }
}

/** The AI provider, the servers of recordings and somebody who tries keys. */
async function failOutside(house: House): Promise<void> {
  const { ai, recordings, database, meets } = house;
  const client = house.client();
  await limitAttempts(database.url, 'fetch-recording', 1);
  ai.failWith({ status: 503 });
  for (let round = 1; round <= 3; round++) {
    for (let one = 0; one < RECORDINGS; one++) {
      const recordingUrl = recordings.url(`/none-${round}-${one}.wav`);
      await client.ingest(meeting({ id: `recording ${round} ${one}`, recordingUrl }), {});
    }
    const recordingUrl = recordings.url('/down.wav');
    await client.ingest(meeting({ id: `down ${round}`, recordingUrl }), {});
    await client.ingest(judged(`away ${round}`), {});
    for (let one = 0; one < REFUSED_SIGN_INS; one++) {
      await client.send('POST', 'api', '/admin/v1/session', {
        raw: JSON.stringify({ key: `parley_${round}_${one}` }),
        headers: { 'Content-Type': 'application/json' },
      });
    }
    const failed = 'parley_recording_fetches_total{outcome="failed"}';
    await meets('worker', failed, (value) => value === round * (RECORDINGS + 1));
    await meets('worker', 'parley_ai_gate_closed', (value) => value === 1);
    await house.scrape();
  }
  await loseReceiver(house);
}

/** The receiver of a webhook refuses its messages, and has done so for days: what is stored of its first failure is moved back. */
async function loseReceiver({ client, database, recordings, meets, scrape }: House): Promise<void> {
  await client().post('/admin/v1/webhooks', { url: recordings.url('/lost-hook') });
  await client().ingest(meeting({ id: 'nobody is told' }), {});
  await meets('front', 'parley_webhooks{state="retrying"}', (value) => value === 1);
  await sql(
    database.url,
    `update webhook_progress set failing_since = now() - interval '${LOST_DAYS} days' where failures > 0`,
  );
  await meets('front', 'parley_webhooks{state="failing"}', (value) => value === 1);
  await scrape();
}

/** No worker runs, for as long as it takes to be noticed. */
async function loseWorker(house: House): Promise<void> {
  await house.killWorker();
  const client = house.client();
  for (let one = 0; one < 3; one++) await client.ingest(judged(`late ${one}`), {});
  const past = `now() - interval '${LONG_SECONDS} s'`;
  await sql(house.database.url, `update event_outbox set at = ${past}`);
  await sql(
    house.database.url,
    `update jobs set created_at = ${past}, start_after = ${past} where state = 'waiting'`,
  );
  await sql(house.database.url, `update processing_runs set created_at = ${past} where finished_at is null`);
  await house.meets('front', 'parley_unnumbered_changes_seconds', (value) => value > LONG_SECONDS / 2);
  for (let round = 0; round < 4; round++) await house.scrape();
}

async function loseDatabase(house: House): Promise<void> {
  const name = new URL(house.database.url.replace('@/', '@host/')).pathname.slice(1);
  await onServer(`alter database ${name} with allow_connections false`);
  await onServer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
  for (let round = 0; round < 4; round++) {
    for (let one = 0; one < REFUSED_REQUESTS; one++) await house.client().get('/v1/users');
    await house.scrape();
  }
  await onServer(`alter database ${name} with allow_connections true`);
}

/** The work that has waited is done, late. */
async function comeBackLate(house: House): Promise<void> {
  await house.start('worker');
  // The counters begin at zero before anything is done.
  await house.scrape();
  house.ai.recover();
  await house.meets('worker', SUMMARIES, (value) => value >= 3);
  for (let round = 0; round < 2; round++) await house.scrape();
}

/** No space is left to store recordings, and no tokens to judge. */
async function runShort(house: House): Promise<void> {
  await house.start('front', { PARLEY_MIN_FREE_BYTES: '900000000000000' });
  await house.start('worker', { PARLEY_AI_TOKENS_PER_DAY: '1' });
  await house.scrape();
  await house.client().ingest(judged('over the budget'), {});
  const refusals = 'parley_ai_refusals_total{task="summarize",reason="budget"}';
  await house.meets('worker', refusals, (value) => value > 0);
  await house.scrape();
}
