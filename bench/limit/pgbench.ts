import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Load } from '../load/load.ts';
import type { BenchDatabase } from '../setup/database.ts';
import { debianPostgresFolders, findProgram, runProgram } from '../setup/programs.ts';
import type { Script } from './script.ts';

/** PostgreSQL's own load generator. */
export type Pgbench = { path: string; version: string };

/** The time that a run may take in addition to the time that it measures. */
const SPARE_MS = 30_000;

/** Returns undefined if pgbench is not installed. */
export async function findPgbench(signal: AbortSignal): Promise<Pgbench | undefined> {
  const path = await findProgram('pgbench', await debianPostgresFolders());
  if (path === undefined) return undefined;
  const version = (await runProgram(path, ['--version'], { timeoutMs: SPARE_MS, signal })).trim();
  return { path, version };
}

export type PgbenchRun = {
  pgbench: Pgbench;
  database: BenchDatabase;
  /** The folder to which the script is written. */
  folder: string;
  script: Script;
  connections: number;
  signal: AbortSignal;
};

/** Runs the script repeatedly for some seconds. */
export async function runForSeconds(run: PgbenchRun, seconds: number): Promise<Load> {
  const said = await runPgbench(run, ['-c', `${run.connections}`, '-T', `${seconds}`], seconds);
  const requests = numberIn(said, /transactions actually processed: (\d+)/);
  // The rate excludes the time for connecting, which a service does once.
  const perSecond = numberIn(said, /tps = ([\d.]+)/);
  return { requests, seconds: requests / perSecond };
}

/** Runs the script a single time. */
export async function runOnce(run: PgbenchRun): Promise<void> {
  await runPgbench(run, ['-c', '1', '-t', '1'], 0);
}

async function runPgbench(run: PgbenchRun, args: string[], seconds: number): Promise<string> {
  const { pgbench, database, folder, script, signal } = run;
  const file = join(folder, `${script.name}.sql`);
  await writeFile(file, script.text);
  const values = Object.entries(script.values).flatMap(([name, value]) => ['-D', `${name}=${value}`]);
  return await runProgram(pgbench.path, ['-M', 'prepared', '-n', '-f', file, ...values, ...args], {
    env: { ...database.environment, LC_ALL: 'C' },
    timeoutMs: seconds * 1000 + SPARE_MS,
    signal,
  });
}

function numberIn(text: string, pattern: RegExp): number {
  const match = pattern.exec(text);
  if (!match) throw new Error(`pgbench said something unexpected:\n${text}`);
  return Number(match[1]);
}
