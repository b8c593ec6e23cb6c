import type { Command } from 'commander';
import type { BackupManifest } from '../domain/backups/backup-files.ts';
import { count } from '../lib/text.ts';
import { findDatabase } from '../processes/connect.ts';
import type { Restored, RestoreProgress } from '../processes/restore-database.ts';
import { type CliContext, UsageError } from './context.ts';
import { stopAtSignal } from './import/stop-at-signal.ts';
import { type JsonOption, withJson } from './options.ts';
import { json, megabytes, table, tellOften } from './output.ts';

type Options = JsonOption & {
  backup?: string;
  list?: true;
  check?: true;
  recordings: boolean;
  keepWebhooks?: true;
  grantTo?: string;
};

const HELP = `
The database that the settings name has to be empty; the command creates its tables. Nothing is left of a restore that is
interrupted, except recordings that were copied; run the same command again. Webhooks are paused, so that a copy does not send
to the receivers of the original; --keep-webhooks leaves them as they are, for a database that takes the place of the original.

Examples:
  parley restore /backup/parley --list
  parley restore /backup/parley
  DATABASE_URL=postgres://parley_owner@db/parley parley restore /backup/parley --grant-to parley_app`;

/** `parley restore` */
export function addRestore(program: Command, context: CliContext): void {
  const command = program
    .command('restore')
    .description('Restore a backup into an empty database, with its recordings.')
    .argument('<place>', 'the folder or the URL of the bucket that the backup is in')
    .option('--backup <id>', 'the backup to restore, by default the newest complete one')
    .option('--list', 'list the backups that are there, and restore nothing')
    .option('--check', 'read the whole backup and compare its digests, and restore nothing')
    .option('--no-recordings', 'leave the recordings out, because their store is restored by other means')
    .option('--keep-webhooks', 'do not pause webhooks')
    .option('--grant-to <role>', 'grant this database role the rights it needs to serve');
  withJson(command)
    .addHelpText('after', HELP)
    .action(async (place: string, options: Options) => {
      if (options.list && options.check) {
        throw new UsageError('--list and --check must not be given together');
      }
      const stop = stopAtSignal(() => context.complain('stopping'));
      try {
        if (options.list) await list(place, options, context);
        else if (options.check) await check(place, options, context, stop.signal);
        else await restore(place, options, context, stop.signal);
      } catch (error) {
        if (!stop.signal.aborted) throw error;
        process.exitCode = 1;
      } finally {
        stop.release();
      }
    });
}

async function list(place: string, { json: asJson }: Options, { print }: CliContext): Promise<void> {
  const { store } = await openPlace(place);
  const { findBackups } = await import('../domain/backups/list-backups.ts');
  const backups = (await findBackups(store)).map(({ id, isComplete, files }) => ({
    id,
    isComplete,
    bytes: [...files.values()].reduce((sum, bytes) => sum + bytes, 0),
  }));
  if (asJson) return print(json({ backups }));
  print(
    table(
      ['ID', 'STATE', 'SIZE WITHOUT RECORDINGS'],
      backups.map(({ id, isComplete, bytes }) => [
        id,
        isComplete ? 'complete' : 'incomplete',
        megabytes(bytes),
      ]),
    ),
  );
}

async function check(
  place: string,
  { backup, json: asJson }: Options,
  { print }: CliContext,
  signal: AbortSignal,
): Promise<void> {
  const { store } = await openPlace(place);
  const { chooseBackup } = await import('../domain/backups/list-backups.ts');
  const { checkBackup } = await import('../domain/backups/check-backup.ts');
  const { manifest } = await chooseBackup(store, backup);
  await checkBackup(store, manifest, signal);
  const { id, createdAt } = manifest;
  print(asJson ? json({ id, createdAt, isWhole: true }) : `Backup ${id} is whole.`);
}

async function restore(
  place: string,
  options: Options,
  { settings, print, complain }: CliContext,
  signal: AbortSignal,
): Promise<void> {
  const source = await openPlace(place);
  const { chooseBackup } = await import('../domain/backups/list-backups.ts');
  const { restoreDatabase } = await import('../processes/restore-database.ts');
  const chosen = await chooseBackup(source.store, options.backup);
  const { config, log } = settings();
  const startedMs = performance.now();
  const { stop, ...access } = await findDatabase(config, log);
  try {
    const restored = await restoreDatabase(
      access,
      config,
      source,
      chosen,
      {
        keepsWebhooks: options.keepWebhooks === true,
        withRecordings: options.recordings,
        grantTo: options.grantTo === undefined ? [] : [options.grantTo],
        signal,
        tell: tellOften(progressText),
      },
      log,
    );
    const seconds = Math.round((performance.now() - startedMs) / 100) / 10;
    const shown = presentRestored(chosen.manifest, restored, seconds);
    print(options.json ? json(shown) : summary(shown));
    for (const name of restored.leftOut) {
      complain(`the table ${name} of the backup is none of Parley's and was left out`);
    }
  } finally {
    await stop();
  }
}

async function openPlace(place: string) {
  const { openBackupStore } = await import('../processes/backup-store.ts');
  return openBackupStore(place);
}

function progressText(progress: RestoreProgress): string {
  if (progress.stage === 'finish') return 'indexes and statistics';
  if (progress.stage === 'recordings') {
    return `${progress.recordings} of ${count(progress.ofRecordings, 'recording')}`;
  }
  return `${progress.tables} of ${count(progress.ofTables, 'table')}, ${count(progress.rows, 'row')}`;
}

function presentRestored({ id, createdAt, recordings }: BackupManifest, restored: Restored, seconds: number) {
  const { rows, copiedRecordings, pausedWebhooks, wasLoaded } = restored;
  return {
    id,
    createdAt,
    rows,
    recordings: recordings?.count,
    copiedRecordings,
    pausedWebhooks,
    wasLoaded,
    seconds,
  };
}

function summary(shown: ReturnType<typeof presentRestored>): string {
  const { id, createdAt, rows, copiedRecordings, pausedWebhooks, wasLoaded, seconds } = shown;
  if (wasLoaded) return `The restore of backup ${id}, which had been interrupted, is finished.`;
  const lines = [
    `Backup ${id} is restored after ${seconds} s: everything that was stored before ${createdAt}.`,
    `${count(rows, 'row')}, ${count(copiedRecordings, 'recording')} copied.`,
  ];
  if (pausedWebhooks > 0) {
    lines.push(
      `${count(pausedWebhooks, 'webhook')} paused, so that this copy does not send to the receivers of the original. Enable them with \`parley webhooks update <id> --enable\`.`,
    );
  }
  return lines.join('\n');
}
