import { stat } from 'node:fs/promises';
import {
  type Archive,
  type ArchivedFile,
  isAnyArchive,
  isArchive,
  openArchive,
} from '../../domain/meetings/files/open-archive.ts';
import { BYTES_TO_RECOGNISE, isAnyText, isInTextFormat } from '../../domain/meetings/files/open-file.ts';
import { Fault } from '../../lib/faults.ts';
import { whyUnreadable } from '../read-text-file.ts';
import { isImportable } from './find-files.ts';
import { type Refusal, refusalFromFault } from './journal.ts';
import { MAX_FILE_BYTES } from './limits.ts';
import type { NotTaken } from './report.ts';

/** A file to import: one of a folder, or one in an archive. */
export type ImportSource = {
  /** Its path; in an archive, the archive's path and its name there: `calls.zip/monday/call.vtt`. */
  name: string;
  /** Its own path, or that of its archive. */
  path: string;
  archived?: ArchivedFile;
  /** The size and the time of the file, or of its archive: if they differ, it has changed since. */
  version: string;
};

export type Sources = {
  sources: ImportSource[];
  notTaken: NotTaken[];
  /** Files of other kinds in archives. */
  passedOver: number;
  close(): void;
};

/** Looks into the archives among the files. An archive that cannot be trusted as a whole is not taken. */
export async function openSources(paths: readonly string[]): Promise<Sources> {
  const archives: Archive[] = [];
  const opened: Sources = {
    sources: [],
    notTaken: [],
    passedOver: 0,
    close: () => {
      for (const archive of archives) archive.close();
    },
  };
  try {
    for (const path of paths) {
      try {
        const version = versionOf(await stat(path));
        if (!isArchive(path)) {
          opened.sources.push({ name: path, path, version });
          continue;
        }
        const archive = await openArchive(path);
        archives.push(archive);
        await addArchived(opened, path, version, archive);
      } catch (error) {
        opened.notTaken.push({ file: path, ...refusalFor(error) });
      }
    }
    return opened;
  } catch (error) {
    opened.close();
    throw error;
  }
}

/** Returns what tells whether a file has changed. */
export function versionOf({ size, mtimeMs }: { size: number; mtimeMs: number }): string {
  return `${size}/${mtimeMs}`;
}

async function addArchived(
  opened: Sources,
  path: string,
  version: string,
  { files }: Archive,
): Promise<void> {
  for (const archived of files) {
    const name = `${path}/${archived.name}`;
    if (isAnyArchive(archived.name)) {
      opened.notTaken.push({ file: name, reason: 'it is an archive in an archive; unpack it' });
    } else if (await mayHoldMeetings(archived)) opened.sources.push({ name, path, archived, version });
    else opened.passedOver += 1;
  }
}

async function mayHoldMeetings({ name, read }: ArchivedFile): Promise<boolean> {
  if (!isImportable(name)) return false;
  if (!isAnyText(name)) return true;
  // If it is damaged or too large, that is told when it is imported.
  const bytes = await read(MAX_FILE_BYTES).catch(() => undefined);
  return bytes === undefined || isInTextFormat(bytes.subarray(0, BYTES_TO_RECOGNISE));
}

function refusalFor(error: unknown): Refusal {
  if (error instanceof Fault) return refusalFromFault(error);
  if ((error as NodeJS.ErrnoException).code === undefined) throw error;
  return { reason: whyUnreadable(error as NodeJS.ErrnoException), mayPass: true };
}
