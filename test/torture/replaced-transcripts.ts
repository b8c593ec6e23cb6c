import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase } from '../../src/db/database.ts';
import { processRunJob } from '../../src/domain/jobs.ts';
import { createLog } from '../../src/lib/log.ts';
import { signalsOf } from '../processing/conversations.ts';
import { startAiServer } from '../support/ai-server.ts';
import { startChildService } from '../support/child-service.ts';
import { openJournal } from '../support/journal.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { openTestQueue, SILENCE_WORKERS } from '../support/queue.ts';
import { seededRandom } from '../support/random.ts';
import { sql } from '../support/sql.ts';
import { until } from '../support/until.ts';
import { atLeast, type Figure, none, type ReliabilityPromise, type Stage } from './promise.ts';
import { createReplacements, type Replacement } from './support/replaced-meetings.ts';

const KEY = 'a-key-for-replaced-transcripts';

const AMOUNTS = {
  full: { meetings: 12, replacements: 100, kills: 20, inFlight: 300, checked: 1000 },
  quick: { meetings: 4, replacements: 6, kills: 2, inFlight: 4, checked: 8 },
};

/** The number of additional deliveries of each run. */
const EXTRA_DELIVERIES = 4;

/** The longest answer time of the model, so that transcripts are replaced while it reads the old ones. */
const MAX_ANSWER_MS = 80;

const SETTLE_MS = 120_000;

/** All findings that are served as current quote the current text. */
export const replacedTranscripts: ReliabilityPromise = {
  number: 25,
  name: 'replaced-transcripts',
  harm: 'transcripts are replaced, with and without processing, while their runs are in flight, are delivered 5 times, and are killed',
  async run(stage) {
    const database = await createTestDatabase();
    const ai = await startAiServer();
    const journal = await openJournal<Replacement>();
    const random = seededRandom(stage.seed);
    ai.answerWith(async () => {
      await delay(random() * MAX_ANSWER_MS);
      return undefined;
    });
    const start = (roles: string) =>
      startChildService({
        databaseUrl: database.url,
        key: KEY,
        env: {
          PARLEY_ROLES: roles,
          PARLEY_LOG_LEVEL: 'info',
          PARLEY_AI_PROVIDER: 'openai-compatible',
          PARLEY_AI_BASE_URL: ai.url,
          PARLEY_AI_MODEL: 'test-model',
          PARLEY_AI_CONCURRENCY: '8',
        },
      });
    const services = await Promise.all([start('api,receiver'), start('worker'), start('worker')]);
    try {
      return await harm({ stage, random, databaseUrl: database.url, journal, services, start });
    } finally {
      await Promise.all(services.map((service) => service.kill()));
      await ai.close();
      await database.drop();
      await journal.remove();
    }
  },
};

type Service = Awaited<ReturnType<typeof startChildService>>;

type Scene = {
  stage: Stage;
  random: () => number;
  databaseUrl: string;
  journal: Awaited<ReturnType<typeof openJournal<Replacement>>>;
  /** The first service answers requests; the others are workers, which are killed and restarted. */
  services: Service[];
  start(roles: string): Promise<Service>;
};

async function harm(scene: Scene): Promise<Figure[]> {
  const { stage, random, databaseUrl, journal, services } = scene;
  const amounts = stage.full ? AMOUNTS.full : AMOUNTS.quick;
  const { client } = services[0]!;
  const { signal } = signalsOf(client);
  const signalIds = [
    await signal({ prompt: 'Did somebody say "discount"?' }),
    await signal({ phrases: ['the numbers'] }),
  ];
  const replacements = createReplacements({ client, random, journal, signalIds });
  const redelivery = await startRedelivery(databaseUrl);
  const killing = killWorkers(scene, amounts.kills);
  await Promise.all(
    Array.from({ length: amounts.meetings }, (_, meeting) => replacements.run(meeting, amounts.replacements)),
  );
  const kills = await killing.stop();
  await redelivery.stop();
  stage.say(`${journal.read().length} replacements, ${kills} kills, ${redelivery.count()} extra deliveries`);
  await idle(databaseUrl);
  await replacements.checkEnd();
  const seen = replacements.seen();
  for (const one of seen.stale.slice(0, 10)) stage.say(one);
  for (const one of seen.unfinished.slice(0, 10)) stage.say(one);
  const doubled = await sql(
    databaseUrl,
    `select meeting_id, signal_id from signal_executions where superseded_at is null
     group by meeting_id, signal_id having count(*) > 1`,
  );
  return [
    atLeast('transcripts replaced while a run was in flight', seen.inFlight, amounts.inFlight),
    atLeast('findings that were compared with the current transcript', seen.checked, amounts.checked),
    none('findings served as current whose quotes are not in the current transcript', seen.stale.length),
    none('signals that fired twice for one transcript', doubled.length),
    none('work that was asked for last and not done', seen.unfinished.length),
    atLeast('kills of workers', kills, amounts.kills),
  ];
}

/** Kills a worker at random times, and starts another. */
function killWorkers({ services, start, random, stage }: Scene, wanted: number) {
  let kills = 0;
  let isOver = false;
  const work = (async () => {
    while (!isOver || kills < wanted) {
      await delay(200 + random() * (stage.full ? 1500 : 600));
      const turn = 1 + (kills % 2);
      await services[turn]!.kill();
      kills++;
      services[turn] = await start('worker');
    }
  })();
  return {
    async stop() {
      isOver = true;
      await work;
      return kills;
    },
  };
}

/** Enqueues each new run repeatedly, as a queue that delivers too often would. */
async function startRedelivery(databaseUrl: string) {
  const connection = { connectionString: databaseUrl };
  const log = createLog('silent');
  const db = openDatabase(connection, log);
  const queue = openTestQueue(connection, db);
  let [isOver, delivered, last] = [false, 0, 0];
  const deliverNewest = async () => {
    const runs = await sql<{ id: string; organization_id: string }>(
      databaseUrl,
      'select id, organization_id from processing_runs where id > $1 order by id',
      [last],
    );
    await db.transaction(async (tx) => {
      for (const { id, organization_id: organizationId } of runs) {
        last = Number(id);
        for (let time = 0; time < EXTRA_DELIVERIES; time++) {
          await queue.enqueue(tx, processRunJob, Number(organizationId), { runId: last });
          delivered++;
        }
      }
    });
  };
  const work = (async () => {
    while (!isOver) {
      await deliverNewest();
      await delay(50);
    }
  })();
  return {
    count: () => delivered,
    async stop() {
      isOver = true;
      await work;
      await queue.close();
      await db.close();
    },
  };
}

async function idle(databaseUrl: string): Promise<void> {
  // A killed worker's jobs are taken over when its last heartbeat is old; the heartbeats in the database are moved
  // back.
  await sql(databaseUrl, SILENCE_WORKERS);
  await until(async () => {
    const left = await sql(
      databaseUrl,
      `select 1 from jobs where state in ('waiting', 'active') and kind in ('process-run', 'apply-remap') limit 1`,
    );
    return left.length === 0 || undefined;
  }, SETTLE_MS);
}
