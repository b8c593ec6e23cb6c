import { Command, CommanderError } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { type Config, ConfigError, type LogLevel, readConfig } from '../config.ts';
import { Fault } from '../lib/faults.ts';
import { createLog, type Log } from '../lib/log.ts';
import { connect } from '../processes/connect.ts';
import { addAudit } from './audit.ts';
import { type CliContext, UsageError } from './context.ts';
import { addCrm } from './crm.ts';
import { addDemo } from './demo.ts';
import { addImport } from './import.ts';
import { addJobs } from './jobs.ts';
import { addKeys } from './keys.ts';
import { addMigrate } from './migrate.ts';
import { addOrganizations } from './organizations.ts';
import { oneLine } from './output.ts';
import { addServe } from './serve.ts';
import { addSigningKeys } from './signing-keys.ts';
import { addUsers } from './users.ts';

/** Each adds one command; a new one is a file beside this and a word here. */
const COMMANDS = [
  addServe,
  addMigrate,
  addOrganizations,
  addKeys,
  addUsers,
  addCrm,
  addImport,
  addJobs,
  addSigningKeys,
  addAudit,
  addDemo,
] as const;

/** Runs the `parley` command. Sets the exit code: 0 done, 1 failed, 2 called wrongly. */
export async function runCli(argv: string[]): Promise<void> {
  // Who reads stdout may have read enough, as `head` has.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(0);
  });
  const program = createProgram(context);
  try {
    await program.parseAsync(argv);
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? 0 : 2;
      return;
    }
    for (const line of describe(error)) context.complain(line);
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
}

/** The `parley` command with all of its commands. */
export function createProgram(context: CliContext): Command {
  const program = new Command('parley')
    .description('The system of record for customer conversations.')
    .version(packageJson.version)
    .configureOutput({ outputError: (text, write) => write(`${asParley(text)}\n`) })
    .exitOverride();
  for (const add of COMMANDS) add(program, context);
  return program;
}

const context: CliContext = {
  settings: () => settingsFrom('warn', process.stderr),
  serviceSettings: () => settingsFrom('info'),
  async withDatabase(work) {
    const { config, log } = context.settings();
    const { close, ...opened } = await connect(config, log);
    try {
      return await work(opened.db, { ...opened, config, log });
    } catch (error) {
      log.debug({ err: error }, 'the command failed');
      throw error;
    } finally {
      await close();
    }
  },
  print: (text) => process.stdout.write(`${text}\n`),
  complain: (text) => process.stderr.write(`parley: ${oneLine(text)}\n`),
};

function settingsFrom(logLevel: LogLevel, destination?: NodeJS.WriteStream): { config: Config; log: Log } {
  const { config, warnings } = readConfig(undefined, { logLevel });
  const log = createLog(config.logLevel, destination);
  for (const warning of warnings) log.warn(warning);
  return { config, log };
}

/** Commander's own messages in the form of ours: `parley: …` on one line. */
function asParley(text: string): string {
  return oneLine(text.trim().replace(/^error: /, 'parley: '));
}

/** A line for each fault; a stack only helps who writes Parley, and they set PARLEY_LOG_LEVEL=debug. */
function describe(error: unknown): string[] {
  if (error instanceof ConfigError) return error.faults;
  if (error instanceof Fault) return [error.message];
  if (error instanceof AggregateError && error.message === '') return describe(error.errors[0]);
  return [error instanceof Error ? error.message : String(error)];
}
