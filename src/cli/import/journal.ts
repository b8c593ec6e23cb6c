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

/** The last line of a run that has looked at all its files. */
const END = { ended: true };

const selectCreated: Statement = {
  name: 'select-organization-created',
  // Served by the primary key.
  text: 'select created_at as "createdAt" from organizations where id = $1',
};

/**
 * Returns the path of the report of a run, the same for the same files, options and organization.
 * @param dataDir the data directory, which has a folder for them
 */
export async function reportPath(
  db: Queries,
  organizationId: number,
  dataDir: string,
  what: unknown,
): Promise<string> {
  // Another database may have an organization of the same id.
  const [row] = await db.query<{ createdAt: number }>(selectCreated, [organizationId]);
  const text = JSON.stringify([organizationId, row!.createdAt, what]);
  const name = createHash('sha256').update(text).digest('hex').slice(0, 16);
  return join(dataDir, 'imports', `${name}.ndjson`);
}

/**
 * Opens the report of a run.
 * @param goesOn whether files that the stopped run has done are known
 */
export async function openJournal(path: string, goesOn: boolean): Promise<Journal> {
  await mkdir(dirname(path), { recursive: true });
  const before = goesOn ? await readReport(path) : new Map<string, FileReport>();
  await writeWhole(path, linesOf([...before.values()]));
  return {
    path,
    before,
    add: (files) => appendFile(path, linesOf(files)),
    end: () => appendFile(path, linesOf([END])),
  };
}

async function readReport(path: string): Promise<Map<string, FileReport>> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const files = new Map<string, FileReport>();
  for (const line of text.split('\n')) {
    const read = readLine(line);
    if (!read) continue;
    if ('ended' in read) return new Map();
    files.set(read.file, read);
  }
  return files;
}

/** Returns undefined for a line that was cut when the run was killed. */
function readLine(line: string): FileReport | typeof END | undefined {
  try {
    return JSON.parse(line);
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
