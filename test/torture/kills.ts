import { setTimeout as delay } from 'node:timers/promises';
import { openJournal } from '../support/journal.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { seededRandom } from '../support/random.ts';
import { sql } from '../support/sql.ts';
import { atLeast, atMost, type Figure, type ReliabilityPromise, type Stage } from './promise.ts';
import { checkIngest, makeSignal, waitForJobs } from './support/ingest-check.ts';
import { type IngestLoad, type LoadEntry, startIngestLoad } from './support/ingest-load.ts';
import { noExits, oneThatServes, type ServiceProcess, withProcesses } from './support/processes.ts';

const KEY = 'a-key-for-the-killed-service';

/** Ingest continues at one receiver while the other is restarted. */
const ROLES = ['receiver', 'receiver', 'api', 'worker'];

const AMOUNTS = {
  full: { kills: 200, acknowledged: 100_000, cut: 100, connections: 16, maxMs: 900_000 },
  quick: { kills: 6, acknowledged: 120, cut: 1, connections: 6, maxMs: 60_000 },
};

const FINAL_WITHIN_SECONDS = 90;

/** The longest wait of a kill for acknowledgements, and the most time added to it. */
const MAX_APART_MS = 5000;
const MAX_EXTRA_MS = 50;

/** Kills each role repeatedly at random times, while clients ingest and remap, and jobs run. */
export const kills: ReliabilityPromise = {
  number: 1,
  name: 'kills',
  harm: 'kill -9 of receiver, api and worker at random moments',
  async run(stage) {
    const database = await createTestDatabase();
    try {
      const wanted = ROLES.map((roles) => ({ roles, databaseUrl: database.url }));
      return await withProcesses(wanted, { key: KEY }, (processes) => harm(stage, database.url, processes));
    } finally {
      await database.drop();
    }
  },
};

async function harm(
  { full, seed, say }: Stage,
  databaseUrl: string,
  processes: ServiceProcess[],
): Promise<Figure[]> {
  const amounts = full ? AMOUNTS.full : AMOUNTS.quick;
  const journal = await openJournal<LoadEntry>();
  const client = () => oneThatServes(processes, 'api', 0)!.client;
  const signalId = await makeSignal(client());
  const load = startIngestLoad({
    connections: amounts.connections,
    journal,
    client: (role, turn) => oneThatServes(processes, role, turn)?.client,
  });
  try {
    const killed = await killAround(processes, load, amounts, { random: seededRandom(seed), say });
    await load.finish();
    await Promise.all(processes.map((one) => one.whenUp()));
    const took = await waitForJobs(databaseUrl, FINAL_WITHIN_SECONDS);
    say(`${load.stored()} acknowledged, ${load.answers(0)} requests cut off; checking`);
    const [again] = await sql<{ count: string }>(
      databaseUrl,
      `select count(*) from jobs where attempts > 1 and kind in ('apply-remap', 'process-run')`,
    );
    say(`${again!.count} jobs were done by another worker than the first`);
    return [
      atLeast('kills', killed, amounts.kills),
      atLeast('ingests acknowledged', load.stored(), amounts.acknowledged),
      atLeast('requests that a kill cut off', load.answers(0), amounts.cut),
      ...(await checkIngest(journal.read(), signalId, { client: client(), databaseUrl, say })),
      atMost(
        'last remap in a final state after the last restart',
        took.remaps ?? Number.POSITIVE_INFINITY,
        FINAL_WITHIN_SECONDS,
        's',
      ),
      noExits(processes, say),
    ];
  } finally {
    await load.leave();
    await journal.remove();
  }
}

/** @returns how many kills there were when all amounts were reached or the time was over */
async function killAround(
  processes: readonly ServiceProcess[],
  load: IngestLoad,
  amounts: (typeof AMOUNTS)['full'],
  { random, say }: { random: () => number; say: (line: string) => void },
): Promise<number> {
  const endMs = performance.now() + amounts.maxMs;
  const isTime = () => performance.now() < endMs;
  const each = (2 * amounts.acknowledged) / amounts.kills;
  // Jobs of a killed worker are taken over some seconds later; the worker comes first, so that a short form does not
  // take longer.
  const worker = processes.find(({ roles }) => roles === 'worker');
  let killed = 0;
  while (killed < amounts.kills && isTime()) {
    const wanted = load.stored() + random() * each;
    const latestMs = performance.now() + MAX_APART_MS;
    while (load.stored() < wanted && performance.now() < latestMs)
      await Promise.race([delay(5), load.failed]);
    await delay(random() * MAX_EXTRA_MS);
    const victim = killed === 0 ? worker : chooseVictim(processes, random);
    if (!victim) continue;
    await victim.kill();
    killed++;
    if (killed % (amounts.kills / 10) < 1) say(`${killed} kills, ${load.stored()} acknowledged`);
  }
  while (load.stored() < amounts.acknowledged && isTime()) await Promise.race([delay(50), load.failed]);
  return killed;
}

/** Chooses a running process, but never the last receiver. */
function chooseVictim(
  processes: readonly ServiceProcess[],
  random: () => number,
): ServiceProcess | undefined {
  const up = processes.filter((one) => one.isUp());
  const receivers = up.filter(({ roles }) => roles === 'receiver');
  const mortal = up.filter((one) => receivers.length > 1 || one !== receivers[0]);
  return mortal[Math.floor(random() * mortal.length)];
}
