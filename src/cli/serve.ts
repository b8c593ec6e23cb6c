import type { Command } from 'commander';
import { runServe } from '../processes/run-serve.ts';
import type { CliContext } from './cli.ts';

export function addServe(program: Command, { settings, print }: CliContext): void {
  program
    .command('serve')
    .description('Run the service until it is told to stop.')
    .addHelpText(
      'after',
      '\nExample:\n  PARLEY_API_PORT=9000 parley serve\n\nSettings are environment variables; the README lists them.',
    )
    .action(async () => {
      const { config, log } = settings();
      await runServe(config, log, print);
    });
}
