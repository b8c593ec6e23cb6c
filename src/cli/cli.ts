import { Command, CommanderError } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { type Config, ConfigError, type LogLevel, readConfig } from '../config.ts';
import { Fault } from '../lib/faults.ts';
import { createLog, type Log } from '../lib/log.ts';
import { connect } from '../processes/connect.ts';
import { type CliContext, UsageError } from './context.ts';
import { oneLine } from './output.ts';

/** Each adds one command; a new one is a file beside this and a line here. Only the one that is called is loaded. */
const COMMANDS: Record<string, () => Promise<(program: Command, context: CliContext) => void>> = {
  serve: async () => (await import('./serve.ts')).addServe,
  migrate: async () => (await import('./migrate.ts')).addMigrate,
  organizations: async () => (await import('./organizations.ts')).addOrganizations,
  keys: async () => (await import('./keys.ts')).addKeys,
  users: async () => (await import('./users.ts')).addUsers,
  crm: async () => (await import('./crm.ts')).addCrm,
  import: async () => (await import('./import.ts')).addImport,
  export: async () => (await import('./export.ts')).addExport,
  backup: async () => (await import('./backup.ts')).addBackup,
  restore: async () => (await import('./restore.ts')).addRestore,
  doctor: async () => (await import('./doctor.ts')).addDoctor,
  ask: async () => (await import('./ask.ts')).addAsk,
  signals: async () => (await import('./signals.ts')).addSignals,
  jobs: async () => (await import('./jobs.ts')).addJobs,
  blobs: async () => (await import('./blobs.ts')).addBlobs,
  webhooks: async () => (await import('./webhooks.ts')).addWebhooks,
  mcp: async () => (await import('./mcp.ts')).addMcp,
  'signing-keys': async () => (await import('./signing-keys.ts')).addSigningKeys,
  audit: async () => (await import('./audit.ts')).addAudit,
  demo: async () => (await import('./demo.ts')).addDemo,
};

/** Runs the `parley` command. Sets the exit code: 0 done, 1 failed, 2 called wrongly. */
export async function runCli(argv: string[]): Promise<void> {
  // The reader of stdout may have closed it early, as `head` does.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(0);
  });
  const program = await createProgram(context, argv[2]);
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

/**
 * The `parley` command.
 * @param called the command that was named; all are there where it is none of them
 */
export async function createProgram(context: CliContext, called = ''): Promise<Command> {
  const program = new Command('parley')
    .description('The system of record for customer conversations.')
    .version(packageJson.version)
    .configureOutput({ outputError: (text, write) => write(`${asParley(text)}\n`) })
    .exitOverride();
  const load = COMMANDS[called];
  for (const add of load ? [await load()] : await Promise.all(Object.values(COMMANDS).map((one) => one()))) {
    add(program, context);
  }
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
