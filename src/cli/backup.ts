import type { Command } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import type { BackupProgress } from '../domain/backups/make-backup.ts';
import { count } from '../lib/text.ts';
import type { BackupOutcome } from '../processes/backup-database.ts';
import { type CliContext, UsageError } from './context.ts';
import { stopAtSignal } from './import/stop-at-signal.ts';
import { type JsonOption, wholeNumber, withJson } from './options.ts';
import { json, megabytes, tellOften } from './output.ts';

type Options = JsonOption & { recordings: boolean; keep?: number };

const MAX_KEPT = 10_000;

const HELP = `
The place is a folder, or a bucket in the form of PARLEY_BLOB_URL: s3://bucket/prefix?endpoint=…&region=…
It can hold any number of backups of one database, which share their recordings. The service may run meanwhile; everything
that was acknowledged before the command began is in the backup. \`parley restore\` restores it.

Examples:
  parley backup /backup/parley
  parley backup /backup/parley --keep 7
  parley backup 's3://backups/parley?region=eu-central-1' --no-recordings`;

/** `parley backup` */
export function addBackup(program: Command, context: CliContext): void {
  const command = program
    .command('backup')
    .description('Back up the database and its recordings to a folder or a bucket.')
    .argument('<place>', 'the folder, which is created if necessary, or the URL of a bucket')
    .option('--no-recordings', 'leave the recordings out, because their store is backed up by other means')
    .option('--keep <number>', 'remove all but the newest of so many backups', wholeNumber(1, MAX_KEPT));
  withJson(command)
    .addHelpText('after', HELP)
    .action(async (place: string, options: Options) => {
      if (place === '') throw new UsageError('backup takes a folder or the URL of a bucket');
      await backup(place, options, context);
    });
}

async function backup(
  place: string,
  { recordings: withRecordings, keep, json: asJson }: Options,
  { withDatabase, print, complain }: CliContext,
): Promise<void> {
  // Loaded only here: the stores cost every other command time.
  const { openBackupStore } = await import('../processes/backup-store.ts');
  const { backupDatabase } = await import('../processes/backup-database.ts');
  const target = await openBackupStore(place);
  const stop = stopAtSignal(() => complain('stopping; the backup stays incomplete'));
  const startedMs = performance.now();
  try {
    const outcome = await withDatabase((_db, opened) =>
      backupDatabase(opened, target, {
        withRecordings,
        keep,
        application: packageJson.version,
        signal: stop.signal,
        tell: tellOften(progressText),
      }),
    );
    const seconds = Math.round((performance.now() - startedMs) / 100) / 10;
    const shown = { place: target.name, ...presentBackup(outcome), seconds };
    print(asJson ? json(shown) : summary(shown));
    if (shown.recordings && shown.recordings.missing > 0) {
      complain(
        `${count(shown.recordings.missing, 'recording')} that the database names are not in the store`,
      );
    }
    if (!outcome.isRecorded) complain('the database is a replica, so it does not remember this backup');
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    process.exitCode = 1;
  } finally {
    stop.release();
  }
}

function progressText(progress: BackupProgress): string {
  if (progress.stage === 'recordings') {
    return `${progress.recordings} of ${count(progress.ofRecordings, 'recording')}`;
  }
  const { tables, ofTables, rows, bytes } = progress;
  return `${tables} of ${count(ofTables, 'table')}, ${count(rows, 'row')}, ${megabytes(bytes)}`;
}

function presentBackup({ manifest, removed }: BackupOutcome) {
  const { id, createdAt, tables, recordings } = manifest;
  const files = tables.flatMap((table) => table.files);
  return {
    id,
    createdAt,
    tables: tables.length,
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    recordings: recordings && {
      count: recordings.count,
      bytes: recordings.bytes,
      missing: recordings.missing,
    },
    removed,
  };
}

type Shown = ReturnType<typeof presentBackup> & { place: string; seconds: number };

function summary({ id, place, tables, rows, bytes, recordings, removed, seconds }: Shown): string {
  const lines = [
    `Backup ${id} is complete in ${place} after ${seconds} s.`,
    `${count(tables, 'table')} with ${count(rows, 'row')}: ${megabytes(bytes)}.`,
    recordings
      ? `${count(recordings.count, 'recording')}: ${megabytes(recordings.bytes)}.`
      : 'Recordings are not part of it.',
  ];
  if (removed.length > 0) lines.push(`${count(removed.length, 'old backup')} removed.`);
  return lines.join('\n');
}
