import type { Command } from 'commander';
import { migrate } from '../db/migrate.ts';
import { findDatabase } from '../processes/connect.ts';
import type { CliContext } from './context.ts';

/** `parley migrate` */
export function addMigrate(program: Command, { settings, print }: CliContext): void {
  program
    .command('migrate')
    .description("Bring the database up to this version's schema; serve does it too.")
    .addHelpText('after', '\nExample:\n  DATABASE_URL=postgres://parley@db/parley parley migrate')
    .action(async () => {
      const { config, log } = settings();
      const { connection, stop } = await findDatabase(config, log);
      try {
        const applied = await migrate(connection, log);
        print(
          applied.length === 0 ? 'Nothing to do: the schema is current.' : `Applied ${applied.join(', ')}.`,
        );
      } finally {
        await stop();
      }
    });
}
