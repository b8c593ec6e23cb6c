import type { Command } from 'commander';
import type { CliContext } from './context.ts';

/** `parley serve` */
export function addServe(program: Command, { serviceSettings, print }: CliContext): void {
  program
    .command('serve')
    .description('Run the service until it is stopped.')
    .addHelpText(
      'after',
      '\nExample:\n  PARLEY_API_PORT=9000 parley serve\n\nSettings are environment variables; the README lists them.',
    )
    .action(async () => {
      // Loaded only here: the service has half of all code, and the other commands start sooner without it.
      const { isOneOfSeveral, runServe, runServeAsOne } = await import('../processes/run-serve.ts');
      if (isOneOfSeveral()) return runServeAsOne();
      const { config, log } = serviceSettings();
      await runServe(config, log, print);
    });
}
