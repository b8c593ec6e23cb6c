import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { openJournal } from '../support/journal.ts';
import { connectionTo, onServer, urlOf } from '../support/postgres.ts';
import { atLeast, atMost, type Figure, none, type ReliabilityPromise, type Stage } from './promise.ts';
import { checkIngest, makeSignal, waitForJobs } from './support/ingest-check.ts';
import { type LoadEntry, startIngestLoad } from './support/ingest-load.ts';
import { watchLockWaits } from './support/lock-waits.ts';
import { fillWithRows } from './support/many-rows.ts';
import { makeOldVersion, type OldVersion } from './support/old-version.ts';
import { noExits, oneThatServes, type ServiceProcess, startProcess } from './support/processes.ts';

const KEY = 'a-key-for-the-upgraded-service';
const ROLES = 'api,receiver,worker';

/** `together` is the time for which both versions serve after the new one has migrated. */
const AMOUNTS = {
  full: { rows: 300_000, connections: 6, togetherMs: 15_000, during: 500 },
  quick: { rows: 30_000, connections: 3, togetherMs: 800, during: 10 },
};

const MAX_LOCK_WAIT_MS = 1000;
const MAX_MIGRATION_MS = 150_000;
const DONE_WITHIN_SECONDS = 60;
/** The time for requests in progress at the old version after its last one. */
const DRAIN_MS = 500;

/** A new version migrates the database of an old one; then both serve, and finally only the new one. */
export const upgrade: ReliabilityPromise = {
  number: 24,
  name: 'upgrade',
  harm: 'the old and the new version run together during an upgrade',
  async run(stage) {
    const name = `parley_test_upgrade_${randomBytes(6).toString('hex')}`;
    await onServer(`create database ${name} template template0 encoding 'UTF8'`);
    const databaseUrl = urlOf(connectionTo(name));
    const version = await makeOldVersion(stage);
    const processes: ServiceProcess[] = [];
    try {
      processes.push(
        await startProcess(ROLES, { databaseUrl, key: KEY, cwd: version.folder, isEarlier: true }),
      );
      return await harm(stage, databaseUrl, version, processes);
    } finally {
      await Promise.all(processes.map((one) => one.stop()));
      await version.remove();
      await onServer(`drop database if exists ${name} with (force)`);
    }
  },
};

async function harm(
  { full, say }: Stage,
  databaseUrl: string,
  version: OldVersion,
  processes: ServiceProcess[],
): Promise<Figure[]> {
  const amounts = full ? AMOUNTS.full : AMOUNTS.quick;
  const old = processes[0]!;
  say(`the old version is ${version.what}`);
  const other = await old.now().client.post('/admin/v1/organizations', { name: 'Years of meetings' });
  await fillWithRows(databaseUrl, other.body.id, amounts.rows);
  const signalId = await makeSignal(old.now().client);
  say(`${amounts.rows} meetings are there`);
  const journal = await openJournal<LoadEntry>();
  const serving = [old];
  const client = (role: 'api' | 'receiver', turn: number) => oneThatServes(serving, role, turn)?.client;
  const load = startIngestLoad({ connections: amounts.connections, journal, client });
  const reads = startReads((turn) => client('api', turn)!);
  const locks = await watchLockWaits(databaseUrl);
  try {
    await delay(DRAIN_MS);
    const before = load.answers(200);
    const startMs = performance.now();
    const fresh = await startProcess(ROLES, { databaseUrl, key: KEY, maxStartMs: MAX_MIGRATION_MS });
    processes.push(fresh);
    const during = load.answers(200) - before;
    say(
      `migrated and ready in ${((performance.now() - startMs) / 1000).toFixed(1)} s, ${during} answers meanwhile`,
    );
    serving.push(fresh);
    await Promise.race([delay(amounts.togetherMs), load.failed, reads.failed]);
    serving.shift();
    await delay(DRAIN_MS);
    await old.stop();
    await Promise.race([delay(DRAIN_MS), load.failed, reads.failed]);
    const read = await reads.end();
    await load.finish();
    await waitForJobs(databaseUrl, DONE_WITHIN_SECONDS);
    const { longestMs } = await locks.end();
    const failures = load.answers(503) + read.failures;
    return [
      { what: 'old version', value: version.what, limit: 'older code', passed: version.isOlderCode || !full },
      atLeast('rows of each large table', amounts.rows, amounts.rows),
      atLeast('answers of the old version while the new one migrated', during, amounts.during),
      none('answers of 5xx', failures),
      none('requests without an answer', load.answers(0)),
      atMost('longest wait for a lock', longestMs, MAX_LOCK_WAIT_MS, 'ms'),
      ...(await checkIngest(journal.read(), signalId, { client: fresh.now().client, databaseUrl, say })),
      noExits(processes, say),
    ];
  } finally {
    await Promise.allSettled([load.leave(), reads.end(), locks.end()]);
    await journal.remove();
  }
}

type Client = NonNullable<ReturnType<typeof oneThatServes>>['client'];

const LISTS = [
  '/v1/meetings?from=2020-01-01T00:00:00Z&pageSize=50',
  '/v1/users',
  '/v2/signals',
  '/v2/signals/1/executions?executionFrom=2020-01-01T00:00:00Z',
];

/** Reads lists, one after the other, until it is stopped. */
function startReads(client: (turn: number) => Client) {
  let isOver = false;
  let failures = 0;
  const read = async () => {
    for (let turn = 0; !isOver; turn++) {
      const { status } = await client(turn).get(LISTS[turn % LISTS.length]!);
      if (status >= 500) failures++;
    }
  };
  const reading = read();
  const failed = new Promise<never>((_, reject) => {
    reading.catch(reject);
  });
  failed.catch(() => {});
  return {
    failed,
    async end() {
      isOver = true;
      await reading;
      return { failures };
    },
  };
}
