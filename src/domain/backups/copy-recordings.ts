import { createHash, type Hash } from 'node:crypto';
import type { BlobStore } from '../../blobs/types.ts';
import { Fault } from '../../lib/faults.ts';
import { forEach } from '../../lib/for-each.ts';
import {
  type BackupFile,
  damaged,
  getCompressed,
  getUnverified,
  isRecordingList,
  keyOfCopy,
  type ListedRecording,
  putCompressed,
  recordingListKey,
} from './backup-files.ts';
import type { FoundBackup } from './list-backups.ts';

/** Recordings that are copied at the same time. */
const CONCURRENCY = 4;

/** A list is written after so many recordings: what an interrupted backup has listed need not be copied again. */
const LIST_LENGTH = 500;

/** Attempts to copy a recording, because a connection to a store may break. */
const TRIES = 3;

/** A recording of any kind: the copy in the backup is only read by Parley. */
const CONTENT = { contentType: 'application/octet-stream' };

export type CopiedRecordings = { count: number; bytes: number; missing: number; lists: BackupFile[] };

type Tell = (done: number, of: number) => void;

/**
 * Copies recordings into the store of backups, except those that earlier backups, complete or not, have copied already.
 * @param keys of the recordings in the store `from`
 */
export async function copyRecordingsOut(
  { from, to, id, signal }: { from: BlobStore; to: BlobStore; id: string; signal: AbortSignal },
  keys: readonly string[],
  earlier: readonly FoundBackup[],
  tell: Tell,
): Promise<CopiedRecordings> {
  const known = await readKnown(to, earlier);
  const sizes = await sizesIn(to, keyOfCopy(''));
  const copied: CopiedRecordings = { count: 0, bytes: 0, missing: 0, lists: [] };
  for (let start = 0; start < keys.length; start += LIST_LENGTH) {
    const listed: ListedRecording[] = [];
    await forEach(
      keys.slice(start, start + LIST_LENGTH),
      { concurrency: CONCURRENCY, signal },
      async (key) => {
        const before = known.get(key);
        const isThere = before !== undefined && sizes.get(keyOfCopy(key)) === before.bytes;
        const one = isThere ? before : await copyOne({ from, to, signal }, key, keyOfCopy(key));
        if (one) listed.push({ ...one, key });
        else copied.missing++;
        tell(start + listed.length, keys.length);
      },
    );
    signal.throwIfAborted();
    if (listed.length === 0) continue;
    const text = listed.map((one) => `${JSON.stringify(one)}\n`).join('');
    const file = await putCompressed(to, recordingListKey(id, copied.lists.length + 1), Buffer.from(text));
    copied.lists.push(file);
    copied.count += listed.length;
    copied.bytes += listed.reduce((sum, { bytes }) => sum + bytes, 0);
  }
  return copied;
}

/**
 * Copies the recordings of a backup into a store of recordings, except those that it has already.
 * @returns the number that was copied
 * @throws Fault 422 if one is missing or damaged
 */
export async function copyRecordingsBack(
  { from, to, signal }: { from: BlobStore; to: BlobStore; signal: AbortSignal },
  lists: readonly BackupFile[],
  total: number,
  tell: Tell,
): Promise<number> {
  const there = await sizesIn(to, 'org/');
  let [done, copied] = [0, 0];
  for await (const listed of readLists(from, lists)) {
    await forEach(listed, { concurrency: CONCURRENCY, signal }, async (recording) => {
      if (there.get(recording.key) !== recording.bytes) {
        const one = await copyOne({ from, to, signal }, keyOfCopy(recording.key), recording.key, recording);
        if (!one) throw damaged(`the recording ${keyOfCopy(recording.key)} is missing`);
        copied++;
      }
      tell(++done, total);
    });
    signal.throwIfAborted();
  }
  return copied;
}

/** The recordings of the lists, one list after the other. */
export async function* readLists(
  store: BlobStore,
  lists: readonly BackupFile[],
): AsyncGenerator<ListedRecording[]> {
  for (const file of lists) {
    yield parseList(await getCompressed(store, file));
  }
}

/** The recordings that the last complete backup has listed, and the interrupted ones after it. */
async function readKnown(
  store: BlobStore,
  earlier: readonly FoundBackup[],
): Promise<Map<string, ListedRecording>> {
  const known = new Map<string, ListedRecording>();
  for (const { id, isComplete, files } of earlier.toReversed()) {
    for (const key of files.keys()) {
      if (!isRecordingList(id, key)) continue;
      for (const one of await readList(store, key)) known.set(one.key, one);
    }
    if (isComplete) return known;
  }
  return known;
}

/** A list that cannot be read costs no more than copying its recordings again. */
async function readList(store: BlobStore, key: string): Promise<ListedRecording[]> {
  try {
    return parseList(await getUnverified(store, key));
  } catch {
    return [];
  }
}

function parseList(content: Buffer): ListedRecording[] {
  const lines = content.toString().trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line));
}

async function sizesIn(store: BlobStore, prefix: string): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for await (const { key, bytes } of store.list(prefix)) sizes.set(key, bytes);
  return sizes;
}

type Way = { from: BlobStore; to: BlobStore; signal: AbortSignal };

/**
 * Copies a blob.
 * @param expected what it has to be
 * @returns undefined if there is none
 * @throws Fault 422 if it is not what it has to be; nothing is stored then
 */
async function copyOne(
  { from, to, signal }: Way,
  source: string,
  target: string,
  expected?: { bytes: number; sha256: string },
): Promise<{ bytes: number; sha256: string } | undefined> {
  for (let tries = 1; ; tries++) {
    try {
      const content = await from.read(source);
      if (!content) return undefined;
      const hash = createHash('sha256');
      const seen = { sha256: '' };
      const { bytes } = await to.put(target, verified(content, hash, source, seen, expected), {
        ...CONTENT,
        signal,
      });
      return { bytes, sha256: seen.sha256 };
    } catch (error) {
      if (error instanceof Fault || signal.aborted || tries === TRIES) throw error;
    }
  }
}

/** Passes content on and throws at its end, before it is stored, if it is not what it has to be. */
async function* verified(
  content: AsyncIterable<Uint8Array>,
  hash: Hash,
  source: string,
  seen: { sha256: string },
  expected: { bytes: number; sha256: string } | undefined,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of content) {
    hash.update(chunk);
    bytes += chunk.length;
    yield chunk;
  }
  seen.sha256 = hash.digest('hex');
  if (expected && (expected.bytes !== bytes || expected.sha256 !== seen.sha256)) {
    throw damaged(`the recording ${source} is not what was written`);
  }
}
