import { createHash } from 'node:crypto';
import { appendFile, mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Queries, Statement } from '../../db/database.ts';
import type { Taken } from '../../domain/meetings/files/take-meeting.ts';
import type { Fault, FaultKind } from '../../lib/faults.ts';
import type { TakenEmail } from './take-email.ts';

/** A file's entry in the report of a run, written once all of the file is durable or refused. */
export type FileReport = {
  file: string;
  /** The size and the time of the file: if they differ, it has changed since. */
  version: string;
  /** Each with what it is recognized by, so that a run that goes on knows it. */
  meetings: ({ item?: number; identity: string } & Taken)[];
  emails: TakenEmail[];
  notTaken: Refusal[];
  warnings: string[];
};

/** The reason why a meeting or a file is refused. */
export type Refusal = {
  item?: number;
  reason: string;
  /** Whether the reason is not in the file, so that it may be taken later as it is. */
  mayPass?: true;
};

/** The faults of the machine or of the service, rather than of a file. */
const PASSING: ReadonlySet<FaultKind> = new Set([
  'unavailable',
  'full',
  'over quota',
  'too many',
  'too slow',
]);

/** Returns the reason of a fault. */
export function refusalFromFault({ kind, message }: Fault): Refusal {
  return PASSING.has(kind) ? { reason: message, mayPass: true } : { reason: message };
}

/**
 * The report of a run: a file with a line of JSON for each imported file, which is written when the file is done. It is also the journal
 * by which a run that was stopped, in whatever way, goes on: a line is written only after the commit that it tells of.
 */
export type Journal = {
  path: string;
  /** The files of the run that was stopped, by their names; empty if it had ended. */
  before: ReadonlyMap<string, FileReport>;
  add(files: readonly FileReport[]): Promise<void>;
  /** Ends the run: another one with the same arguments begins anew. */
  end(): Promise<void>;
};

/** The journal of a run without a report, such as a dry run. */
export const noJournal: Journal = {
  path: '',
  before: new Map(),
  add: async () => {},
  end: async () => {},
};

/** The last line of a run that has looked at all its files. The first one identifies the run. */
const END = { ended: true };

const selectCreated: Statement = {
  name: 'select-organization-created',
  // Served by the primary key.
  text: 'select created_at as "createdAt" from organizations where id = $1',
};

/** The run that a report belongs to. */
export type RunOfReport = {
  db: Queries;
  organizationId: number;
  /** The data directory, which has a folder for reports. */
  dataDir: string;
  /** The files and the options: a run with others does not go on where this one was stopped. */
  what: unknown;
  /** The path of the report, if it is not in the data directory. */
  path?: string | undefined;
};

/**
 * Opens the report of a run.
 * @param goesOn whether files that the stopped run has done are known
 * @throws if the path is given and leads to another file than a report
 */
export async function openJournal(
  { db, organizationId, dataDir, what, path: given }: RunOfReport,
  goesOn: boolean,
): Promise<Journal> {
  const run = await identify(db, organizationId, what);
  const path = given ?? join(dataDir, 'imports', `${run}.ndjson`);
  await mkdir(dirname(path), { recursive: true });
  const report = await readReport(path);
  if (given !== undefined && report === undefined)
    throw new Error(`${path} is no report of an import, and would be overwritten`);
  const before = goesOn && report?.run === run ? report.files : new Map<string, FileReport>();
  await writeWhole(path, linesOf([{ run }, ...before.values()]));
  return {
    path,
    before,
    add: (files) => append(path, files),
    end: () => append(path, [END]),
  };
}

async function append(path: string, lines: readonly object[]): Promise<void> {
  await appendFile(path, linesOf(lines)).catch((error: Error) => {
    const again = 'run it again with the same arguments, and it continues where it stopped';
    throw new Error(`The report ${path} cannot be written: ${error.message}; ${again}`, { cause: error });
  });
}

/** Returns the same for the same files, options and organization. */
async function identify(db: Queries, organizationId: number, what: unknown): Promise<string> {
  // Another database may have an organization of the same id.
  const [row] = await db.query<{ createdAt: number }>(selectCreated, [organizationId]);
  const text = JSON.stringify([organizationId, row!.createdAt, what]);
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** A report, with the files of a run that was stopped; a file that is not there is an empty one. */
type Report = { run?: string; files: Map<string, FileReport> };

/** @returns undefined if the file is no report */
async function readReport(path: string): Promise<Report | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const report: Report = { files: new Map() };
  if (text === '') return report;
  const [first, ...lines] = text.split('\n').map(readLine);
  if (!first || !('run' in first)) return undefined;
  report.run = first.run;
  for (const line of lines) {
    if (line && 'ended' in line) return { ...report, files: new Map() };
    if (line && 'file' in line) report.files.set(line.file, line);
  }
  return report;
}

/** Returns undefined for a line that was cut when the run was killed. */
function readLine(line: string): { run: string } | FileReport | typeof END | undefined {
  try {
    const read: unknown = JSON.parse(line);
    return typeof read === 'object' && read !== null ? (read as { run: string }) : undefined;
  } catch {
    return undefined;
  }
}

/** Replaces the file in one step, so that a kill leaves the old one or the new one. */
async function writeWhole(path: string, text: string): Promise<void> {
  const next = `${path}.next`;
  const file = await open(next, 'w');
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(next, path);
}

function linesOf(lines: readonly object[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}
