import { randomUUID } from 'node:crypto';
import type { Dirent, Stats } from 'node:fs';
import { type FileHandle, mkdir, open, opendir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { Fault } from '../lib/faults.ts';
import { createFullDisk, isOutOfSpace } from '../lib/full-disk.ts';
import { abortable } from './abortable.ts';
import type { ByteRange } from './byte-range.ts';
import { findOwner, giveDirectories, type Owner } from './files-owner.ts';
import { tellUnusable } from './files-unavailable.ts';
import { checkedOften, FULL, LOW, lacksSpace } from './free-space.ts';
import { checkBlobKey, checkBlobPrefix, isBlobKey, MARKER_NAME } from './keys.ts';
import { type DownloadSigner, signDownload } from './signed-downloads.ts';
import { sweepChunks } from './sweep-chunks.ts';
import type { BlobInfo, BlobStore } from './types.ts';

/** An open blob. Take one stream, or close it. */
export type OpenedFile = {
  bytes: number;
  modifiedMs: number;
  /** Strong validator, with its quotes. */
  etag: string;
  /** All of it or a part; the file is closed when the stream ends or is destroyed. */
  stream(range?: ByteRange): Readable;
  close(): Promise<void>;
};

export type FileStore = BlobStore & {
  /** @returns undefined where there is no such blob */
  openFile(key: string): Promise<OpenedFile | undefined>;
};

export type FileStoreSettings = {
  /** Made when first needed; one file system, used by nothing else. */
  directory: string;
  /** The start of download URLs, without a slash at the end. */
  publicUrl: string;
  signer: DownloadSigner;
  /** Free space below which nothing is put. Undefined: 256 MiB, or 5 % of the file system where that is less. */
  minFreeBytes?: number | undefined;
};

/** Keys have no dots, so this never meets one. On the same file system as the blobs, as rename requires. */
const UNFINISHED = '.unfinished';
const READ_CHUNK_BYTES = 256 * 1024;
/** A delete may remove an empty directory just when a put is about to use it. */
const MAX_MOVE_ATTEMPTS = 5;

/** A blob store of plain files, whose URLs are served by the api role (see answer-download.ts). */
export function createFileStore(settings: FileStoreSettings): FileStore {
  const { directory, publicUrl, signer, minFreeBytes } = settings;
  const disk = createFullDisk();
  const isBelowFloor = () => lacksSpace(directory, minFreeBytes);
  const noSpace = (why: string, cause?: unknown) => {
    disk.note();
    return Object.assign(new Fault('full', why), { cause });
  };
  const pathOf = (key: string): string => {
    checkBlobKey(key);
    return join(directory, ...key.split('/'));
  };
  return {
    disk,
    async obstacle() {
      if (disk.isFull()) return FULL;
      return (await isBelowFloor()) ? LOW : undefined;
    },
    async put(key, content, { signal }) {
      const path = pathOf(key);
      if (await isBelowFloor()) throw noSpace(LOW);
      const unfinished = join(directory, UNFINISHED, randomUUID());
      try {
        const owner = await findOwner(directory);
        await makeDirectory(dirname(unfinished), owner);
        const checked = checkedOften(abortable(content, signal), isBelowFloor);
        const bytes = await writeDurably(unfinished, sweepChunks(checked), owner);
        await moveDurably(unfinished, path, directory, owner);
        return { bytes };
      } catch (error) {
        // If the folder cannot be used, there is nothing to remove either.
        await rm(unfinished, { force: true }).catch(() => {});
        throw isOutOfSpace(error) ? noSpace(FULL, error) : tellUnusable(error);
      }
    },
    async delete(key) {
      const path = pathOf(key);
      try {
        await rm(path);
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
      await removeEmptyDirectories(dirname(path), directory);
    },
    read: async (key) => (await openForReading(pathOf(key)))?.stream(),
    async presign(key, options) {
      return publicUrl + (await signDownload(signer, key, options));
    },
    list(prefix) {
      checkBlobPrefix(prefix);
      return listBelow(directory, prefix);
    },
    discardUnfinished: (startedBeforeMs) => discardOld(join(directory, UNFINISHED), startedBeforeMs),
    readMarker: () => readIfThere(join(directory, MARKER_NAME)),
    async writeMarker(text) {
      // Written apart and moved, so that nobody reads half of it.
      const unfinished = join(directory, UNFINISHED, randomUUID());
      const owner = await findOwner(directory);
      await makeDirectory(dirname(unfinished), owner);
      try {
        await writeDurably(unfinished, [Buffer.from(text)], owner);
        await moveDurably(unfinished, join(directory, MARKER_NAME), directory, owner);
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
    },
    openFile: (key) => openForReading(pathOf(key)),
  };
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function writeDurably(
  path: string,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  owner: Owner | undefined,
): Promise<number> {
  const handle = await open(path, 'wx', 0o600);
  let bytes = 0;
  try {
    if (owner) await handle.chown(owner.uid, owner.gid);
    for await (const chunk of content) {
      for (let written = 0; written < chunk.length; ) {
        written += (await handle.write(chunk, written)).bytesWritten;
      }
      bytes += chunk.length;
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  return bytes;
}

/** After this the blob is found under its name even if the machine loses power. */
async function moveDurably(from: string, to: string, root: string, owner: Owner | undefined): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await makeDirectory(dirname(to), owner);
      await rename(from, to);
      break;
    } catch (error) {
      if (!isMissing(error) || attempt === MAX_MOVE_ATTEMPTS) throw error;
    }
  }
  // All of them, as the one who made a directory may not have come to this yet.
  for (let current = dirname(to); current !== dirname(root); current = dirname(current)) {
    await syncDirectory(current);
  }
  await syncDirectory(dirname(root));
}

/** Recordings are nobody else's to read. */
async function makeDirectory(path: string, owner: Owner | undefined): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 });
  if (owner && first !== undefined) await giveDirectories(path, first, owner);
}

async function syncDirectory(path: string): Promise<void> {
  let handle: FileHandle;
  try {
    handle = await open(path, 'r');
  } catch (error) {
    // The blob was deleted meanwhile, and its directory with it.
    if (isMissing(error)) return;
    throw error;
  }
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function removeEmptyDirectories(from: string, root: string): Promise<void> {
  for (let current = from; current !== root; current = dirname(current)) {
    try {
      await rmdir(current);
    } catch (error) {
      // A concurrent deletion has removed it already. Any other error means that it is in use.
      if (!isMissing(error)) return;
    }
  }
}

async function* listBelow(directory: string, prefix: string): AsyncGenerator<BlobInfo> {
  const start = join(directory, ...prefix.split('/').slice(0, -1));
  for await (const path of filesBelow(start, start === directory)) {
    const key = relative(directory, path).split(sep).join('/');
    // Files that others put here are not listed, and so never swept.
    if (!key.startsWith(prefix) || !isBlobKey(key)) continue;
    const found = await statIfThere(path);
    if (found) yield { key, bytes: found.size, modifiedMs: found.mtimeMs };
  }
}

/** Walks with one open directory per level, so that a million blobs take no memory. */
async function* filesBelow(directory: string, isRoot: boolean): AsyncGenerator<string> {
  for await (const entry of entriesOf(directory)) {
    const path = join(directory, entry.name);
    if (entry.isFile()) yield path;
    else if (entry.isDirectory() && !(isRoot && entry.name === UNFINISHED)) yield* filesBelow(path, false);
  }
}

async function* entriesOf(directory: string): AsyncGenerator<Dirent> {
  try {
    yield* await opendir(directory);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

async function discardOld(directory: string, startedBeforeMs: number): Promise<number> {
  let discarded = 0;
  for await (const entry of entriesOf(directory)) {
    const path = join(directory, entry.name);
    const found = await statIfThere(path);
    // The last write, not the birth: not every file system knows that, and a put under way writes often.
    if (!found || found.mtimeMs >= startedBeforeMs) continue;
    await rm(path, { force: true });
    discarded++;
  }
  return discarded;
}

async function statIfThere(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function openForReading(path: string): Promise<OpenedFile | undefined> {
  let handle: FileHandle;
  try {
    handle = await open(path, 'r');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw tellUnusable(error);
  }
  const found = await handle.stat();
  if (!found.isFile()) {
    await handle.close();
    return undefined;
  }
  return {
    bytes: found.size,
    modifiedMs: found.mtimeMs,
    etag: `"${found.size.toString(36)}-${Math.round(found.mtimeMs * 1000).toString(36)}"`,
    stream: (range) => handle.createReadStream({ ...range, highWaterMark: READ_CHUNK_BYTES }),
    close: () => handle.close(),
  };
}

/** A key is not there either where a part of it is a file, or where all of it is a directory. */
const MISSING = new Set(['ENOENT', 'ENOTDIR', 'ERR_FS_EISDIR']);

function isMissing(error: unknown): boolean {
  return MISSING.has((error as NodeJS.ErrnoException).code ?? '');
}
