import { Command, CommanderError } from 'commander';
import { type Config, ConfigError, readConfig } from '../config.ts';
import { Fault } from '../lib/faults.ts';
import { createLog, type Log } from '../lib/log.ts';
import { addMigrate } from './migrate.ts';
import { addServe } from './serve.ts';

/** What every command is given; settings are read only when a command runs, so that --help always works. */
export type CliContext = {
  settings(): { config: Config; log: Log };
  print(text: string): void;
};

/** Each adds one command; a new one is a file beside this and a word here. */
const COMMANDS = [addServe, addMigrate];

/** Runs the `parley` command. Sets the exit code: 0 done, 1 failed, 2 called wrongly. */
export async function runCli(argv: string[]): Promise<void> {
  const program = new Command('parley')
    .description('The system of record for customer conversations.')
    .showHelpAfterError('(parley --help tells more)')
    .exitOverride();
  const context: CliContext = { settings, print: (text) => process.stdout.write(`${text}\n`) };
  for (const add of COMMANDS) add(program, context);
  try {
    await program.parseAsync(argv);
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? 0 : 2;
      return;
    }
    process.stderr.write(`${describe(error)}\n`);
    process.exitCode = 1;
  }
}

function settings(): { config: Config; log: Log } {
  const { config, warnings } = readConfig();
  const log = createLog(config.logLevel);
  for (const warning of warnings) log.warn(warning);
  return { config, log };
}

/** One line a fault; a stack only helps who writes Parley, and they set PARLEY_LOG_LEVEL=debug. */
function describe(error: unknown): string {
  if (error instanceof ConfigError) return error.faults.map((fault) => `parley: ${fault}`).join('\n');
  if (error instanceof Fault) return `parley: ${error.message}`;
  if (error instanceof AggregateError && error.message === '') return describe(error.errors[0]);
  return `parley: ${error instanceof Error ? error.message : String(error)}`;
}
