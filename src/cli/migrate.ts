import type { Command } from 'commander';
import { findDatabase } from '../processes/connect.ts';
import { install } from '../processes/prepare-database.ts';
import type { CliContext } from './context.ts';

/** `parley migrate` */
export function addMigrate(program: Command, { settings, print }: CliContext): void {
  program
    .command('migrate')
    .description("Bring the database up to this version's schema; serve does it too, where its role may.")
    .option('--grant-to <role>', 'grant this database role what it needs to serve')
    .addHelpText(
      'after',
      `
The role of PARLEY_MIGRATION_DATABASE_URL migrates, or that of DATABASE_URL where it is not set. Where both are set, the
role of DATABASE_URL is granted what it needs to serve, as --grant-to does it.

Examples:
  DATABASE_URL=postgres://parley_owner@db/parley parley migrate
  DATABASE_URL=postgres://parley_owner@db/parley parley migrate --grant-to parley_app`,
    )
    .action(async ({ grantTo }: { grantTo?: string }) => {
      const { config, log } = settings();
      const { stop, ...access } = await findDatabase(config, log);
      try {
        const { applied, grantedTo } = await install(access, log, grantTo === undefined ? [] : [grantTo]);
        print(
          applied.length === 0 ? 'Nothing to do: the schema is current.' : `Applied ${applied.join(', ')}.`,
        );
        for (const role of grantedTo) print(`Granted ${role} the rights to serve.`);
      } finally {
        await stop();
      }
    });
}
