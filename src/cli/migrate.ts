import type { Command } from 'commander';
import { findDatabase } from '../processes/connect.ts';
import { install } from '../processes/prepare-database.ts';
import type { CliContext } from './context.ts';

/** `parley migrate` */
export function addMigrate(program: Command, { settings, print }: CliContext): void {
  program
    .command('migrate')
    .description(
      "Upgrade the database to this version's schema. serve does it too if its role owns the tables.",
    )
    .option('--grant-to <role>', 'grant this database role the rights it needs to serve')
    .addHelpText(
      'after',
      `
The command uses the role of PARLEY_MIGRATION_DATABASE_URL, or of DATABASE_URL if the former is not set. If both are set, the
role of DATABASE_URL is granted the rights it needs to serve, as with --grant-to.

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
