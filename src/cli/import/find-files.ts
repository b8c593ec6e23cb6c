import { open, readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isArchive } from '../../domain/meetings/files/open-archive.ts';
import { BYTES_TO_RECOGNISE, isAnyText, isInTextFormat } from '../../domain/meetings/files/open-file.ts';
import { fileExtensions, formatsForName } from '../../domain/meetings/formats/index.ts';
import { listInWords } from '../../lib/text.ts';
import { whyUnreadable } from '../read-text-file.ts';

/** Files of one run; their names are held in memory. */
const MAX_FILES = 1_000_000;

/** The files that an import is about to read. `passedOver` counts other kinds of files in the folders. */
export type FoundFiles = { files: string[]; passedOver: number; faults: { file: string; reason: string }[] };

const EML_EXTENSION = '.eml';

/** The endings of all files that are imported. */
export const IMPORTED_EXTENSIONS = listInWords([...fileExtensions, EML_EXTENSION, '.zip'], 'and');

/** Returns true if the ending of a file's name is one of {@link IMPORTED_EXTENSIONS}. */
export function isImportable(name: string): boolean {
  return formatsForName(name).length > 0 || isEml(name) || isArchive(name);
}

/** Returns true if a file holds an e-mail, by the ending of its name. */
export function isEml(name: string): boolean {
  return name.toLowerCase().endsWith(EML_EXTENSION);
}

/**
 * The files to import, each once: those given, and those in the given folders and the folders in these, by name.
 * Hidden files in folders, and those that are not wanted, are left alone. A file given by name is tried whatever its name is.
 */
export async function findFiles(
  paths: readonly string[],
  isWanted: (name: string) => boolean = () => true,
): Promise<FoundFiles> {
  const found: FoundFiles = { files: [], passedOver: 0, faults: [] };
  const seen = new Set<string>();
  for (const path of paths) await visit(path, true, isWanted, found, seen);
  return found;
}

async function visit(
  path: string,
  isGiven: boolean,
  isWanted: (name: string) => boolean,
  found: FoundFiles,
  seen: Set<string>,
): Promise<void> {
  try {
    const stats = await stat(path);
    const isFolder = stats.isDirectory();
    // A pipe or a device in a folder may never end.
    if (!isFolder && !isGiven && !(stats.isFile() && (await mayHoldMeetings(path)))) {
      found.passedOver += 1;
      return;
    }
    // This is the same file by another path, or a link that leads back up.
    const real = await realpath(path);
    if (seen.has(real)) return;
    seen.add(real);
    if (isFolder) {
      const names = (await readdir(path))
        .filter((name) => !name.startsWith('.') && isWanted(name))
        .toSorted();
      for (const name of names) await visit(join(path, name), false, isWanted, found, seen);
    } else {
      if (found.files.length === MAX_FILES) throw new Error(`One run takes at most ${MAX_FILES} files`);
      found.files.push(path);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    found.faults.push({ file: path, reason: whyUnreadable(error as NodeJS.ErrnoException) });
  }
}

/** Of texts, folders give only those whose content is in a known format. */
async function mayHoldMeetings(path: string): Promise<boolean> {
  if (!isImportable(path)) return false;
  if (!isAnyText(path)) return true;
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(BYTES_TO_RECOGNISE));
    return isInTextFormat(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}
