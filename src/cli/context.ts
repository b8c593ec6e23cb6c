import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { Log } from '../lib/log.ts';
import type { Connected } from '../processes/connect.ts';

/** The context of every command. Settings are read only when a command runs, so that --help always works. */
export type CliContext = {
  /** The settings, and a log on stderr that keeps to warnings unless PARLEY_LOG_LEVEL says otherwise. */
  settings(): { config: Config; log: Log };
  /** The settings as the service itself takes them: its log is what stdout is for. */
  serviceSettings(): { config: Config; log: Log };
  /** Does `work` on the migrated database that the settings name, and closes it again. */
  withDatabase<Result>(work: (db: Database, opened: Opened) => Promise<Result>): Promise<Result>;
  /** Writes to stdout what was asked for. */
  print(text: string): void;
  /** Writes one line to stderr. */
  complain(text: string): void;
};

/** The dependencies of a command other than the database. */
export type Opened = Pick<Connected, 'db' | 'queue' | 'connection' | 'direct'> & { config: Config; log: Log };

/** The command was called wrongly: exit code 2. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}
