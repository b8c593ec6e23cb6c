import type { Command } from 'commander';
import { adoptStore } from '../domain/blob-claims/adopt-store.ts';
import { listCondemned } from '../domain/recordings/condemned-blobs.ts';
import { QUARANTINE_MS } from '../domain/recordings/sweep-blobs.ts';
import { formatDateTime } from '../lib/time.ts';
import type { CliContext, Opened } from './context.ts';
import { type JsonOption, withJson } from './options.ts';
import { json, table } from './output.ts';

const MAX_LISTED = 10_000;

/** `parley blobs status|adopt|quarantine` */
export function addBlobs(program: Command, { withDatabase, print }: CliContext): void {
  const blobs = program
    .command('blobs')
    .description(
      'Show and change which database owns the store of recordings, and list what will be deleted from it.',
    )
    .addHelpText('after', '\nExamples:\n  parley blobs status\n  parley blobs adopt');

  withJson(blobs.command('status').description('Show whether the store belongs to this database.'))
    .addHelpText('after', '\nExample:\n  parley blobs status')
    .action(async (options: JsonOption) => {
      const found = await withDatabase(async (_db, opened) => (await open(opened)).blobOwner.look());
      if (options.json) return print(json(found));
      print(found.state === 'owner' ? 'The store of recordings belongs to this database.' : found.why);
    });

  blobs
    .command('adopt')
    .description(
      'Transfer the store to this database, after it was moved or restored. Any other database that used the store is then refused.',
    )
    .option('--force', 'transfer it even if another database used the store in the last minutes')
    .addHelpText('after', '\nExample:\n  parley blobs adopt')
    .action(async ({ force = false }: { force?: boolean }) => {
      const { databaseId } = await withDatabase(async (db, opened) =>
        adoptStore({ db, blobs: (await open(opened)).blobs }, force),
      );
      print(`The store of recordings belongs to this database (${databaseId}) from now on.`);
    });

  withJson(
    blobs
      .command('quarantine')
      .description('List the blobs that no recording refers to, in the order in which they will be deleted.'),
  )
    .addHelpText('after', '\nExample:\n  parley blobs quarantine')
    .action(async (options: JsonOption) => {
      const rows = await withDatabase((db) => listCondemned(db, MAX_LISTED));
      const shown = rows.map(({ blobKey, condemnedAt }) => ({
        key: blobKey,
        condemnedAt: formatDateTime(condemnedAt),
        deletedAfter: formatDateTime(condemnedAt + QUARANTINE_MS),
      }));
      if (options.json) return print(json({ blobs: shown }));
      print(
        table(
          ['KEY', 'CONDEMNED', 'DELETED AFTER'],
          shown.map((row) => [row.key, row.condemnedAt, row.deletedAfter]),
        ),
      );
    });
}

async function open({ config, db, log }: Opened) {
  // Loaded only here: it brings what workers need.
  const { openBlobs } = await import('../processes/background.ts');
  return openBlobs(config, db, config.publicUrl ?? '', log);
}
