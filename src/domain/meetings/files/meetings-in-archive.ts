import { Fault } from '../../../lib/faults.ts';
import { formatsForName } from '../formats/index.ts';
import { type MeetingsInFile, meetingsInFile } from './meetings-in-file.ts';
import type { Advice, Beside } from './meetings-of-file.ts';
import {
  type ArchivedFile,
  type ArchiveLimits,
  beginsAsArchive,
  isAnyArchive,
  openArchive,
} from './open-archive.ts';
import { BYTES_TO_RECOGNISE, isAnyText, isInByteFormat, isInTextFormat } from './open-file.ts';

/** A file of an archive: its meetings, the reason why nothing of it can be read, or that it is a file of another kind. */
export type FileOfArchive = { file: string } & (MeetingsInFile | { fault: Fault } | { isPassedOver: true });

/** Returns whether a file is a ZIP archive of files, by its content: some documents are ZIP archives, too. */
export function isArchiveOfFiles(path: string, bytes: Uint8Array): boolean {
  return beginsAsArchive(bytes) && !isInByteFormat(path, bytes);
}

/**
 * Reads the files of an archive that is held in memory, one after the other, in its order.
 * @param path names the archive
 * @param beside the details that are given for all of its files
 * @param limits bound the archive; `maxFileBytes` is the largest size of a file in it
 * @throws Fault, worded to follow the archive's name and a colon, before the first file, if the archive cannot be trusted
 */
export async function* meetingsInArchive(
  path: string,
  bytes: Buffer,
  {
    beside,
    advice,
    limits,
  }: { beside: Beside; advice: Advice; limits: ArchiveLimits & { maxFileBytes: number } },
): AsyncGenerator<FileOfArchive> {
  const archive = await openArchive(bytes, limits);
  try {
    for (const archived of archive.files) {
      const file = archived.name;
      try {
        const content = await contentOf(archived, limits.maxFileBytes);
        if (content === undefined) yield { file, isPassedOver: true };
        else yield { file, ...(await meetingsInFile(`${path}/${file}`, content, beside, advice)) };
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        yield { file, fault: error };
      }
    }
  } finally {
    archive.close();
  }
}

/** Returns undefined for a file of another kind. @throws Fault if it cannot be read */
async function contentOf({ name, read }: ArchivedFile, maxBytes: number): Promise<Buffer | undefined> {
  if (isAnyArchive(name)) throw new Fault('invalid', 'it is an archive in an archive; unpack it');
  const isEmail = name.toLowerCase().endsWith('.eml');
  if (formatsForName(name).length === 0 && !isEmail) return undefined;
  const bytes = await read(maxBytes, '; use parley import');
  const isOfOtherKind = isAnyText(name) && !isInTextFormat(bytes.subarray(0, BYTES_TO_RECOGNISE));
  return isOfOtherKind ? undefined : bytes;
}
