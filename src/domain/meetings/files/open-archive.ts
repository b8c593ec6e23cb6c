import { crc32 } from 'node:zlib';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { Fault } from '../../../lib/faults.ts';
import { refuseLarge } from '../../../lib/refuse-large.ts';

/** A file in an archive, with the name that it has there. */
export type ArchivedFile = {
  name: string;
  /** Its size, unpacked. */
  bytes: number;
  /**
   * @param maxBytes its largest size, unpacked
   * @param advice stands behind the size that it may have
   * @throws Fault, worded to follow the file's name and a colon, if it is too large or not whole
   */
  read(maxBytes: number, advice?: string): Promise<Buffer>;
};

export type Archive = {
  files: ArchivedFile[];
  close(): void;
};

/** The limits of an archive. */
export type ArchiveLimits = {
  /** The names of these are held in memory. */
  maxFiles: number;
  /** The content of all files together. */
  maxUnpackedBytes: number;
};

/** The limits of an archive on a disk. */
const LIMITS: ArchiveLimits = { maxFiles: 100_000, maxUnpackedBytes: 8 * 1024 ** 3 };

/** How many times its own size an archive may have unpacked, beyond the first bytes. */
const UNSUSPECTED_BYTES = 64 * 1024 ** 2;
const MAX_RATIO = 100;

const LOCAL_HEADER = 0x04034b50;
const END_OF_EMPTY_ARCHIVE = 0x06054b50;

const ARCHIVE = /\.(?:zip|7z|rar|tar|tgz|gz|bz2|xz|zst)$/i;

/** Returns true if a file is a ZIP archive, by the ending of its name. */
export function isArchive(name: string): boolean {
  return name.toLowerCase().endsWith('.zip');
}

/** Returns true if bytes begin as a ZIP archive does, or as a document that is one. */
export function beginsAsArchive(bytes: Uint8Array): boolean {
  if (bytes.length < 4) return false;
  const mark = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  return mark === LOCAL_HEADER || mark === END_OF_EMPTY_ARCHIVE;
}

/** Returns true if a file is an archive of any kind, by the ending of its name: those in archives are not opened. */
export function isAnyArchive(name: string): boolean {
  return ARCHIVE.test(name);
}

/**
 * Opens a ZIP archive and reads its directory, by which it is judged before anything in it is read. Folders, hidden files and
 * the files that macOS adds are left out.
 * @param archive its path, or its bytes
 * @throws Fault, worded to follow the archive's name and a colon, if it is no whole archive, if a name leads out of it, if a file is
 *   encrypted, or if it would unpack to far more than its size
 */
export async function openArchive(archive: string | Buffer, limits = LIMITS): Promise<Archive> {
  const options = { autoClose: false };
  const zip = await (typeof archive === 'string'
    ? yauzl.openPromise(archive, options)
    : yauzl.fromBufferPromise(archive, options)
  ).catch(refuseBroken);
  try {
    const entries = await readDirectory(zip, limits);
    refuseBomb(entries, zip.fileSize, limits);
    const shown = entries.filter(({ fileName }) => !isHidden(fileName));
    const files = shown.map((entry) => ({
      name: entry.fileName,
      bytes: entry.uncompressedSize,
      read: async (maxBytes: number, advice?: string) => {
        refuseLarge(entry.uncompressedSize, maxBytes, advice);
        return readEntry(zip, entry);
      },
    }));
    return { files, close: () => zip.close() };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function readDirectory(zip: ZipFile, { maxFiles }: ArchiveLimits): Promise<Entry[]> {
  if (zip.entryCount > maxFiles) {
    throw new Fault('too large', `it has ${zip.entryCount} files and may have ${maxFiles}; divide it`);
  }
  const entries: Entry[] = [];
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith('/')) continue;
      if (entry.isEncrypted()) throw new Fault('invalid', `${entry.fileName} in it is encrypted`);
      if (!entry.canDecodeFileData()) {
        throw new Fault('invalid', `${entry.fileName} in it is compressed by a method that is not supported`);
      }
      entries.push(entry);
    }
  } catch (error) {
    if (error instanceof Fault) throw error;
    refuseBroken(error as Error);
  }
  return entries;
}

function refuseBroken(error: Error): never {
  const { message } = error;
  const [, name] =
    /^(?:invalid relative path|absolute path|invalid characters in fileName): (.*)$/s.exec(message) ?? [];
  if (name !== undefined) {
    throw new Fault(
      'invalid',
      `a file in it has the name ${JSON.stringify(name)}, which leads out of the archive`,
    );
  }
  if ((error as NodeJS.ErrnoException).code !== undefined) throw error;
  if (/[Ee]nd of [Cc]entral [Dd]irectory/.test(message)) {
    throw new Fault('invalid', 'it is not a ZIP archive, or its end is missing');
  }
  throw new Fault('invalid', `it cannot be read as a ZIP archive: ${message}`);
}

function refuseBomb(
  entries: readonly Entry[],
  archiveBytes: number,
  { maxUnpackedBytes }: ArchiveLimits,
): void {
  const unpacked = entries.reduce((bytes, { uncompressedSize }) => bytes + uncompressedSize, 0);
  const isBomb = unpacked > UNSUSPECTED_BYTES && unpacked > archiveBytes * MAX_RATIO;
  if (unpacked <= maxUnpackedBytes && !isBomb) return;
  const mebibytes = maxUnpackedBytes / 1024 ** 2;
  const most = mebibytes < 1024 ? `${mebibytes} MiB` : `${mebibytes / 1024} GiB`;
  throw new Fault(
    'too large',
    `its ${archiveBytes} bytes would unpack to ${unpacked}; at most ${MAX_RATIO} times as many are unpacked, and at most ${most}`,
  );
}

function isHidden(name: string): boolean {
  return name.split('/').some((part) => part.startsWith('.') || part === '__MACOSX');
}

async function readEntry(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const parts: Buffer[] = [];
  try {
    // It ends with an error as soon as there is more than the directory says.
    for await (const part of await zip.openReadStreamPromise(entry)) parts.push(part as Buffer);
  } catch (error) {
    throw new Fault('invalid', `it is damaged in the archive: ${(error as Error).message}`);
  }
  const bytes = Buffer.concat(parts);
  if (crc32(bytes) !== entry.crc32) {
    throw new Fault('invalid', 'it is damaged in the archive: its checksum is another');
  }
  return bytes;
}
