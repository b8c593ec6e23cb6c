import type { Command } from 'commander';
import { DEFAULT_WAIT_SECONDS } from '../db/migrate.ts';
import { findDatabase } from '../processes/connect.ts';
import { install } from '../processes/prepare-database.ts';
import type { CliContext } from './context.ts';
import { wholeNumber } from './options.ts';

/** `parley migrate` */
export function addMigrate(program: Command, { settings, print }: CliContext): void {
  program
    .command('migrate')
    .description(
      "Upgrade the database to this version's schema. serve does it too if its role owns the tables.",
    )
    .option('--grant-to <role>', 'grant this database role the rights it needs to serve')
    .option(
      '--wait <seconds>',
      `wait so long for others that hold locks or migrate (default: PARLEY_MIGRATION_WAIT_SECONDS, or ${DEFAULT_WAIT_SECONDS})`,
      wholeNumber(1, 86_400),
    )
    .option('--citus', 'distribute the tables by organization on the nodes of a Citus cluster')
    .addHelpText(
      'after',
      `
The command uses the role of PARLEY_MIGRATION_DATABASE_URL, or of DATABASE_URL if the former is not set. If both are set, the
role of DATABASE_URL is granted the rights it needs to serve, as with --grant-to. If DATABASE_URL leads to a pooler that shares
sessions, the command connects by DATABASE_DIRECT_URL.

A migration that cannot get a lock lets others pass and tries again. The log says whom it waits for. After the time of --wait the
command ends with exit code 1 and names them; what was applied before stays, and the next run continues there.

With --citus, the tables and their rows are distributed once, in one transaction. Stop the service first. Later migrations keep
the tables distributed, with or without the option. See docs/citus.md.

Examples:
  DATABASE_URL=postgres://parley_owner@db/parley parley migrate
  DATABASE_URL=postgres://parley_owner@db/parley parley migrate --grant-to parley_app
  DATABASE_URL=postgres://parley_owner@coordinator/parley parley migrate --citus`,
    )
    .action(
      async ({ grantTo, wait, citus: onCitus }: { grantTo?: string; wait?: number; citus?: boolean }) => {
        const { config, log } = settings();
        const { stop, ...access } = await findDatabase(config, log);
        try {
          const { applied, grantedTo, distributed } = await install(access, log, {
            grantTo: grantTo === undefined ? [] : [grantTo],
            waitSeconds: wait ?? config.migrationWaitSeconds,
            onCitus: onCitus ?? false,
          });
          print(
            applied.length === 0 ? 'Nothing to do: the schema is current.' : `Applied ${applied.join(', ')}.`,
          );
          if (onCitus) {
            print(
              distributed.length === 0
                ? 'The tables were distributed already.'
                : `Distributed ${distributed.length} tables by organization.`,
            );
          }
          for (const role of grantedTo) print(`Granted ${role} the rights to serve.`);
        } finally {
          await stop();
        }
      },
    );
}
