import type { Database, Statement } from '../../db/database.ts';
import { readLastBackup } from '../../domain/backups/record-backup.ts';
import { readRestored } from '../../domain/backups/restore-backup.ts';
import { type Check, fault, ok, tryCheck, warning } from './check.ts';

const HOUR_MS = 3_600_000;

/** Some jobs are enqueued every hour, by any worker. */
const WORKER_SILENCE_MS = 2 * HOUR_MS;

/** The age from which no backup is a warning even if nobody said how old one may be. */
const DEFAULT_BACKUP_HOURS = 48;

const selectJobs: Statement = {
  name: 'doctor-select-jobs',
  // Counts dead letters by jobs_dead, which is small; job_schedules has a row for each kind.
  text: `select (select count(*) from jobs where state = 'dead')::int as dead,
           (select max(enqueued_until) from job_schedules) as "enqueuedUntil",
           (extract(epoch from clock_timestamp()) * 1000)::bigint as "nowMs"`,
};

/** @param backupHours the age from which the last backup is a fault; undefined for the default, and a warning if there is none */
export async function checkState(db: Database, backupHours: number | undefined): Promise<Check[]> {
  return [
    ...(await tryCheck('workers', 'See the log of the service', () => checkWorkers(db))),
    ...(await tryCheck('restore', 'See docs/backup.md', () => checkRestored(db))),
    ...(await tryCheck('backup', 'Run "parley backup"', () => checkBackupAge(db, backupHours))),
  ];
}

async function checkWorkers(db: Database): Promise<Check[]> {
  const [row] = await db.query<{ dead: number; enqueuedUntil: number | null; nowMs: number }>(selectJobs, []);
  const { dead, enqueuedUntil, nowMs } = row!;
  const isSilent = enqueuedUntil === null || nowMs - enqueuedUntil > WORKER_SILENCE_MS;
  return [
    isSilent
      ? warning(
          'workers',
          'no worker has enqueued scheduled jobs in the last two hours',
          'Start a process with the role worker',
        )
      : ok('workers', 'scheduled jobs are enqueued'),
    dead > 0
      ? warning(
          'jobs',
          `${dead} failed for good`,
          'Run "parley jobs list --state dead", then "parley jobs retry"',
        )
      : ok('jobs', 'none has failed for good'),
  ];
}

async function checkRestored(db: Database): Promise<Check[]> {
  const restored = await readRestored(db);
  if (!restored) return [];
  const { id } = restored;
  return [
    restored.isFinished
      ? ok('restore', `this database was restored from the backup ${id}`)
      : fault(
          'restore',
          `the restore of the backup ${id} was interrupted`,
          'Run the same "parley restore" again',
        ),
  ];
}

async function checkBackupAge(db: Database, backupHours: number | undefined): Promise<Check> {
  const last = await readLastBackup(db);
  if (!last) {
    const report = backupHours === undefined ? warning : fault;
    return report(
      'backup',
      'no backup of this database was made',
      'Run "parley backup" every night: docs/backup.md',
    );
  }
  const hours = (Date.now() - last.createdAt) / HOUR_MS;
  const found = `the last one is ${hours.toFixed(1)} hours old, in ${last.place}`;
  if (hours <= (backupHours ?? DEFAULT_BACKUP_HOURS)) return ok('backup', found);
  return fault('backup', found, 'Run "parley backup", and find out why it did not run');
}
