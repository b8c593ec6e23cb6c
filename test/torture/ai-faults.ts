import { setTimeout as delay } from 'node:timers/promises';
import { processRunJob } from '../../src/domain/jobs.ts';
import { SEGMENTS, signalsOf } from '../processing/conversations.ts';
import { limitAttempts } from '../reliability/background-worker.ts';
import { type AiServer, startAiServer } from '../support/ai-server.ts';
import { type ChildService, startChildService } from '../support/child-service.ts';
import { type Journal, openJournal } from '../support/journal.ts';
import { meeting } from '../support/meetings.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { seededRandom } from '../support/random.ts';
import { sql } from '../support/sql.ts';
import { until } from '../support/until.ts';
import { atMost, type Figure, none, type ReliabilityPromise, type Stage } from './promise.ts';
import { type Asked, callsSooner, failingPlan, type Said, wrongRows } from './support/ai-verdicts.ts';
import { openRemapLoad, type RemapLoad } from './support/remap-load.ts';

/** The share of the provider's calls that fail. */
const SHARE_FAILING = 0.3;

/** The attempts of the job whose provider fails every time; runs of other meetings have the usual number. */
const DOOMED_TRIES = 3;

/** The calls for a request that is answered with the wrong schema every time. */
const MAX_ANSWERS = 5;

const KEY = 'a-key-for-ai-faults';

type Amount = {
  rounds: number;
  cleanMs: number;
  faultyMs: number;
  ingestEveryMs: number;
  timeoutSeconds: number;
};

const QUICK: Amount = { rounds: 1, cleanMs: 1500, faultyMs: 3000, ingestEveryMs: 250, timeoutSeconds: 1 };
const FULL: Amount = { rounds: 3, cleanMs: 18_000, faultyMs: 25_000, ingestEveryMs: 500, timeoutSeconds: 2 };

/** The time in which waiting work has to be done after the provider has recovered. */
const SETTLE_MS = 60_000;

export const aiFaults: ReliabilityPromise = {
  number: 8,
  name: 'ai-faults',
  harm: 'the AI provider answers 429 with and without Retry-After, 500, hangs, sends 1 byte/s, truncated JSON and the wrong schema, at 30 % of calls',
  async run(stage) {
    const database = await createTestDatabase();
    const ai = await startAiServer();
    const journal = await openJournal<Said>();
    let service: ChildService | undefined;
    try {
      const amount = stage.full ? FULL : QUICK;
      service = await startChildService({
        databaseUrl: database.url,
        key: KEY,
        env: {
          PARLEY_AI_PROVIDER: 'openai-compatible',
          PARLEY_AI_BASE_URL: ai.url,
          PARLEY_AI_MODEL: 'test-model',
          PARLEY_AI_CONCURRENCY: '8',
          PARLEY_AI_TIMEOUT_SECONDS: `${amount.timeoutSeconds}`,
        },
      });
      return await judge({ stage, amount, ai, journal, service, databaseUrl: database.url });
    } finally {
      await service?.kill();
      await ai.close();
      await database.drop();
      await journal.remove();
    }
  },
};

type Scene = {
  stage: Stage;
  amount: Amount;
  ai: AiServer;
  journal: Journal<Said>;
  service: ChildService;
  databaseUrl: string;
};

async function judge(scene: Scene): Promise<Figure[]> {
  const { stage, amount, journal, service, databaseUrl } = scene;
  const { signal } = signalsOf(service.client);
  const discount = await signal({
    prompt: 'Did somebody say "discount"?',
    followUpPrompts: [{ name: 'Which', prompt: 'Which discount?' }],
  });
  const monthly = await signal({ prompt: 'Did somebody say "monthly plan"?' });
  const remaps = await openRemapLoad(service.client, databaseUrl);
  const asked = listenTo(scene);

  // The first call loads code; a first meeting keeps this out of the phases that are measured.
  await ingest(scene, 'Warm-up');
  await settled(databaseUrl);
  await limitAttempts(databaseUrl, processRunJob.name, DOOMED_TRIES);
  // This meeting comes alone, so that no other calls come between its own.
  await ingest(scene, 'Doomed by wrong-schema');
  await settled(databaseUrl);
  await ingest(scene, 'Doomed by 500');
  await limitAttempts(databaseUrl, processRunJob.name, processRunJob.maxAttempts);

  for (let round = 0; round < amount.rounds; round++) {
    asked.isFaulty = false;
    await load(scene, remaps, 'without', amount.cleanMs);
    asked.isFaulty = true;
    await load(scene, remaps, 'with', amount.faultyMs);
    stage.say(`round ${round + 1}: ${asked.calls} calls of the provider, ${asked.failed} of them failed`);
  }
  // The remaining calls meet faults too, but not forever.
  await Promise.race([settled(databaseUrl), delay(stage.full ? 20_000 : 1000)]);
  asked.isFaulty = false;
  await settled(databaseUrl);

  const said = journal.read();
  const wrong = await wrongRows(service.client, databaseUrl, said, { discount, monthly });
  for (const one of wrong.slice(0, 10)) stage.say(one);
  const early = callsSooner(said);
  for (const one of early.slice(0, 10)) stage.say(one);
  return [
    ...(await attempts(scene, said)),
    none(
      `invalid rows of ${said.filter(({ kind }) => kind === 'ingested').length} meetings after ${asked.failed} of ${asked.calls} calls failed`,
      wrong.length,
    ),
    none(`calls before one of ${early.asked} Retry-After was over`, early.length),
    ...(await remaps.figures(stage)),
  ];
}

/** Records every call of the provider, and makes a share of them fail. */
function listenTo({ stage, ai, journal, amount }: Scene) {
  const plan = failingPlan(seededRandom(stage.seed), SHARE_FAILING);
  const counted = { calls: 0, failed: 0, isFaulty: false };
  ai.failBy((request) => {
    const title = request.prompt?.title ?? '';
    const fault = plan(title, counted.isFaulty);
    counted.calls++;
    if (fault) counted.failed++;
    const call: Asked = {
      kind: 'asked',
      title,
      task: request.prompt?.task ?? 'unread',
      atMs: request.receivedAtMs,
      fault: fault?.name,
      retryAfterMs: fault?.retryAfterMs,
    };
    journal.write(call);
    return fault?.fault;
  });
  stage.say(`a call may take ${amount.timeoutSeconds} s`);
  return counted;
}

/** Ingests meetings, and remaps them concurrently, both at a constant rate. */
async function load(scene: Scene, remaps: RemapLoad, phase: 'with' | 'without', ms: number): Promise<void> {
  const endMs = performance.now() + ms;
  const ingesting = async () => {
    for (let number = 0; performance.now() < endMs; number++) {
      await ingest(scene, `Meeting ${phase} ${number} ${Math.round(endMs)}`);
      await delay(scene.amount.ingestEveryMs);
    }
  };
  await Promise.all([ingesting(), remaps.during(phase, endMs)]);
}

let number = 0;

/**
 * Two of three meetings mention the discount, one of two the monthly plan; the number in the title determines the
 * expected findings.
 */
async function ingest({ service, journal }: Scene, title: string): Promise<void> {
  number += 1;
  const hasDiscount = number % 3 !== 0;
  const hasMonthly = number % 2 === 0;
  const texts = SEGMENTS.filter(({ text }) => hasDiscount || !text.includes('discount'));
  const monthly = { text: 'Or would you prefer a monthly plan?', timestampSeconds: 130 };
  const segments = hasMonthly ? [...texts, monthly] : texts;
  const whole = `${title} #${number}`;
  const id = await service.client.ingest(
    meeting({ id: `m${number}`, title: whole, transcript: { segments } }),
  );
  journal.write({
    ...{ kind: 'ingested', id, title: whole, hasDiscount, hasMonthly },
    texts: segments.map(({ text }) => text),
  });
}

function settled(databaseUrl: string): Promise<true> {
  return until(async () => {
    const open = await sql(
      databaseUrl,
      `select 1 from processing_runs where signals_state = 'pending' or summary_state = 'pending' limit 1`,
    );
    return open.length === 0 ? true : undefined;
  }, SETTLE_MS);
}

async function attempts({ databaseUrl }: Scene, said: readonly Said[]): Promise<Figure[]> {
  const [most] = await sql<{ tries: number }>(
    databaseUrl,
    `select max(attempts) as tries from jobs where kind = 'process-run'`,
  );
  const callsOf = (title: string) =>
    said.filter((one) => one.kind === 'asked' && one.title.startsWith(title)).length;
  return [
    atMost('most tries of a run', most!.tries, processRunJob.maxAttempts),
    atMost(
      `calls for a meeting that is answered 500 every time, tried ${DOOMED_TRIES} times`,
      callsOf('Doomed by 500'),
      DOOMED_TRIES,
    ),
    // Signals and summary are requested separately.
    atMost(
      'calls for a meeting that is answered off the schema every time',
      callsOf('Doomed by wrong-schema'),
      2 * MAX_ANSWERS,
    ),
  ];
}
