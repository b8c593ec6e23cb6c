import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Ran, runParley, startParley } from '../cli/run-parley.ts';
import { type ChildService, startChildService } from '../support/child-service.ts';
import { createOwnedDatabase, type OwnedDatabase } from '../support/database-roles.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { seededRandom } from '../support/random.ts';
import { sql } from '../support/sql.ts';
import { until } from '../support/until.ts';
import { atLeast, type Figure, none, type ReliabilityPromise, type Stage } from './promise.ts';
import { type BackupWriters, startBackupWriters, type WrittenMeeting } from './support/backup-writers.ts';
import { gives } from './support/stored-recordings.ts';

const KEY = 'a-key-for-backups-under-writers';

const AMOUNTS = {
  full: { writers: 32, pauseMs: 20, meetings: 5000, kills: 20 },
  quick: { writers: 4, pauseMs: 50, meetings: 60, kills: 2 },
};

/** A killed command has done something by then, and has not ended yet. */
const KILL_AFTER_MS = { least: 200, more: 1500 };
/** The runs for each kill at most, because a run may end before its kill. */
const MAX_RUNS = 5;
const ENOUGH_MS = 300_000;
const PLACE = 'backups';

type House = { stage: Stage; root: string; service: ChildService; databaseUrl: string };

/** A backup under writers, killed at random moments and restored elsewhere, has everything that was acknowledged before. */
export const backup: ReliabilityPromise = {
  number: 34,
  name: 'backup',
  harm: 'writers store, record and delete meetings during backups; backups and restores are killed at random moments',
  async run(stage) {
    const root = await mkdtemp(join(tmpdir(), 'parley-backup-torture-'));
    const database = await createTestDatabase();
    const copies: OwnedDatabase[] = [];
    const service = await serveOn(database.url, join(root, 'original'));
    try {
      return await harm({ stage, root, service, databaseUrl: database.url }, copies);
    } finally {
      await service.kill();
      for (const copy of copies) await copy.drop();
      await database.drop();
      await rm(root, { recursive: true, force: true, maxRetries: 5 });
    }
  },
};

const serveOn = (databaseUrl: string, dataDir: string) =>
  startChildService({
    databaseUrl,
    key: KEY,
    env: { PARLEY_DATA_DIR: dataDir, PARLEY_ROLES: 'api,receiver,worker' },
  });

async function harm(house: House, copies: OwnedDatabase[]): Promise<Figure[]> {
  const { stage, service, root } = house;
  const amounts = stage.full ? AMOUNTS.full : AMOUNTS.quick;
  const random = seededRandom(stage.seed);
  const writers = startBackupWriters(service, { ...amounts, seed: stage.seed, key: KEY });
  const from = { DATABASE_URL: house.databaseUrl, PARLEY_DATA_DIR: join(root, 'original') };
  const make = ['backup', join(root, PLACE), '--json'];
  const killedBackups = await killSome(make, from, random, amounts.kills);
  await Promise.race([
    until(async () => (writers.written().length >= amounts.meetings ? true : undefined), ENOUGH_MS),
    writers.failed,
  ]);
  const beganMs = performance.now();
  const made = await runParley(make, from);
  const endedMs = performance.now();
  await Promise.race([delay(500), writers.failed]);
  await writers.finish();
  if (made.code !== 0) throw new Error(made.stderr);
  const { recordings, rows } = JSON.parse(made.stdout);
  stage.say(
    `${writers.written().length} meetings; the backup has ${rows} rows and ${recordings.count} recordings`,
  );

  const newTarget = async () => {
    const copy = await createOwnedDatabase();
    copies.push(copy);
    return {
      copy,
      args: ['restore', join(root, PLACE), '--grant-to', copy.app],
      settings: { DATABASE_URL: copy.ownerUrl, PARLEY_DATA_DIR: join(root, `copy-${copies.length}`) },
    };
  };
  let [target, killedRestores, halfDone] = [await newTarget(), 0, 0];
  // A restore that ends before its kill is repeated elsewhere.
  for (let run = 0; killedRestores < amounts.kills && run < MAX_RUNS * amounts.kills; run++) {
    const isKilled = await runAndKill(target.args, target.settings, random, run);
    halfDone += await countHalfDone(target.copy.ownerUrl);
    if (isKilled) killedRestores++;
    else target = await newTarget();
  }
  const { copy, args: restore, settings: to } = target;
  const restored: Ran = await runParley(restore, to);
  const isDone = restored.code === 0 || restored.stderr.includes('already, and is in use');
  if (!isDone) throw new Error(restored.stderr);
  const restoredService = await serveOn(copy.appUrl, to.PARLEY_DATA_DIR);
  try {
    const judged = await judge(service, restoredService, writers, { beganMs, endedMs });
    return [
      atLeast('backups that were killed', killedBackups, amounts.kills),
      atLeast('restores that were killed', killedRestores, amounts.kills),
      atLeast('meetings that were acknowledged before the backup', judged.due, amounts.meetings / 2),
      none('of them, meetings that are not in the copy', judged.lost),
      none('meetings that differ from the original', judged.different),
      none('recordings that the backup did not find', recordings.missing),
      none('recordings of the copy that are lost or differ', judged.silent),
      none('databases that a killed restore left half done', halfDone),
    ];
  } finally {
    await restoredService.kill();
  }
}

/** Starts the command again and again until enough of its runs were killed. @returns how many were */
async function killSome(
  args: string[],
  settings: Record<string, string>,
  random: () => number,
  wanted: number,
): Promise<number> {
  let killed = 0;
  for (let run = 0; killed < wanted && run < MAX_RUNS * wanted; run++) {
    if (await runAndKill(args, settings, random, run)) killed++;
  }
  return killed;
}

/** Starts the command and kills it at a random moment, the sooner the more runs there were. @returns false if it ended before */
async function runAndKill(
  args: string[],
  settings: Record<string, string>,
  random: () => number,
  run: number,
): Promise<boolean> {
  const { child, ended } = startParley(args, settings);
  const afterMs = KILL_AFTER_MS.least + (random() * KILL_AFTER_MS.more) / (run + 1);
  const kill = setTimeout(() => child.kill('SIGKILL'), afterMs);
  const { code } = await ended;
  clearTimeout(kill);
  return code === null;
}

/** 1 if the database has some rows of a restore, but not all that belong together. */
async function countHalfDone(databaseUrl: string): Promise<number> {
  const [found] = await sql<{ hasTables: boolean }>(
    databaseUrl,
    `select to_regclass('restored_backups') is not null as "hasTables"`,
  );
  if (!found!.hasTables) return 0;
  const [rows] = await sql<{ organizations: string; meetings: string; restored: string }>(
    databaseUrl,
    `select (select count(*) from organizations) as organizations, (select count(*) from meetings) as meetings,
       (select count(*) from restored_backups) as restored`,
  );
  const { organizations, meetings, restored } = rows!;
  const isEmpty = organizations === '0' && meetings === '0' && restored === '0';
  const isWhole = organizations !== '0' && meetings !== '0' && restored === '1';
  return isEmpty || isWhole ? 0 : 1;
}

type Meeting = { downloadUrl?: string } & Record<string, unknown>;

async function judge(
  original: ChildService,
  copy: ChildService,
  writers: BackupWriters,
  { beganMs, endedMs }: { beganMs: number; endedMs: number },
) {
  const judged = { due: 0, lost: 0, different: 0, silent: 0 };
  const get = async ({ client }: ChildService, id: string): Promise<Meeting | undefined> => {
    const answer = await client.get(`/v1/meetings/${id}`, { includeDownloadUrl: 'true' });
    return answer.status === 200 ? answer.body : undefined;
  };
  for (const one of writers.written()) {
    const there = await get(copy, one.id);
    // A meeting that was deleted meanwhile may be there or not.
    const isDue = one.storedMs < beganMs && !(one.deletedMs !== undefined && one.deletedMs < endedMs);
    if (isDue) judged.due++;
    if (!there) {
      if (isDue) judged.lost++;
      continue;
    }
    if (await isSilent(one, there, beganMs)) judged.silent++;
    if (one.deletedMs !== undefined) continue;
    const here = await get(original, one.id);
    // Recordings are compared by their bytes; one that came after the snapshot is not in the copy.
    const apart = { downloadUrl: undefined, downloadUrlExpiresAt: undefined, recording: undefined };
    const text = (meeting: Meeting | undefined) => JSON.stringify({ ...meeting, ...apart });
    if (text(here) !== text(there)) judged.different++;
  }
  return judged;
}

/** True if a recording should be there, or is said to be there, and cannot be heard. */
async function isSilent(one: WrittenMeeting, there: Meeting, beganMs: number): Promise<boolean> {
  const isDue = one.recordedMs !== undefined && one.recordedMs < beganMs;
  if (there.downloadUrl === undefined) return isDue && one.deletedMs === undefined;
  return !(await gives(there.downloadUrl, one.recording!));
}
