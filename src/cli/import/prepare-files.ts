import { availableParallelism } from 'node:os';
import {
  type MeetingFromThread,
  type PostedMeeting,
  receiveDigest,
  receivePosted,
} from '../../domain/meetings/bulk/send-prepared.ts';
import type { Beside } from '../../domain/meetings/files/meetings-of-file.ts';
import type { DigestedMeeting } from '../../domain/meetings/prepare-meeting.ts';
import type { SourceType } from '../../domain/meetings/source-types.ts';
import { createThreadPool } from '../../lib/thread-pool.ts';
import type { Refusal } from './journal.ts';

/** A file to be read in a thread: by its path, or from its bytes if it was in an archive. */
export type FileTask = {
  name: string;
  path?: string;
  bytes?: Uint8Array<ArrayBuffer>;
  beside: Beside;
};

/** Files to be read by a thread, and whether it asks which of their meetings are stored as they are. */
export type FilesTask = { files: readonly FileTask[]; mayAsk: boolean };

/** A meeting whose transcript was read, but neither rendered nor indexed. */
export type MeetingToCompare = { incoming: DigestedMeeting; sourceType: SourceType };

/** Returns for each meeting whether it is stored as it is. */
export type FindUnchanged = (meetings: readonly MeetingToCompare[]) => Promise<boolean[]>;

export type OfFile = { item?: number; sourceType: SourceType; isNamedByFile: boolean; process: boolean };

/** A meeting of a file as a thread has read it, or the reason why it is invalid. */
export type PostedItem =
  | (OfFile & { incoming: PostedMeeting })
  | (OfFile & { unchanged: DigestedMeeting })
  | { item?: number; fault: string };

export type PostedFile = { meetings: PostedItem[]; warnings: string[] } | { refusal: Refusal };

/** A meeting of a file, ready to be compared and stored, or only to be compared if it seems to be unchanged. */
export type PreparedItem =
  | (OfFile & { incoming: MeetingFromThread })
  | (OfFile & { unchanged: DigestedMeeting })
  | { item?: number; fault: string };

/** The content of a file, or the reason why nothing of it is imported. */
export type PreparedFile = { meetings: PreparedItem[]; warnings: string[] } | { refusal: Refusal };

/** The most expensive file takes some seconds and half of the memory. */
const TASK_MS = 60_000;
const MAX_HEAP_MIB = 1024;

/** Of this many batches of files whose meetings are new, one asks all the same: stored ones may follow. */
const NEW_BATCHES_WITH_QUESTION = 8;

export type FilePreparation = {
  /** @returns what each file holds, in their order; meetings that are stored as they are only to be compared */
  prepare(files: readonly FileTask[]): Promise<PreparedFile[]>;
  /** Prepares all meetings of a file, whether or not they are stored. */
  prepareWhole(file: FileTask): Promise<PreparedFile>;
  close(): Promise<void>;
};

/**
 * Reads, checks and prepares files in threads.
 * @param most of them
 * @param findUnchanged is asked once for a batch of files; it must not throw
 */
export function createFilePreparation(most: number, findUnchanged: FindUnchanged): FilePreparation {
  const pool = createThreadPool<FilesTask, PostedFile[], MeetingToCompare[], boolean[]>(
    new URL('./prepare-files-thread.ts', import.meta.url),
    {
      threads: Math.min(most, availableParallelism()),
      ...{ taskMs: TASK_MS, idleMs: TASK_MS, maxHeapMiB: MAX_HEAP_MIB },
    },
    async (meetings) => {
      const digests = meetings.map((one) => ({ ...one, incoming: receiveDigest(one.incoming) }));
      const unchanged = await findUnchanged(digests);
      areStored = unchanged.includes(true);
      return unchanged;
    },
  );
  /** Whether any meeting was stored as it is when a thread asked last. */
  let areStored = true;
  let batches = 0;
  const prepare = async (files: readonly FileTask[]): Promise<PreparedFile[]> => {
    const mayAsk = areStored || batches % NEW_BATCHES_WITH_QUESTION === 0;
    batches += 1;
    return run(files, mayAsk);
  };
  const run = async (files: readonly FileTask[], mayAsk: boolean): Promise<PreparedFile[]> => {
    try {
      return (await pool.run({ files, mayAsk })).map(received);
    } catch {
      if (files.length === 1) {
        return [{ refusal: { reason: 'it takes too long or too much memory to read; split it' } }];
      }
      // One of them has ended the thread.
      const alone: PreparedFile[] = [];
      for (const file of files) alone.push(...(await run([file], mayAsk)));
      return alone;
    }
  };
  return {
    prepare,
    prepareWhole: async (file) => (await run([file], false))[0]!,
    close: pool.close,
  };
}

function received(posted: PostedFile): PreparedFile {
  if ('refusal' in posted) return posted;
  return { meetings: posted.meetings.map(receivedItem), warnings: posted.warnings };
}

function receivedItem(posted: PostedItem): PreparedItem {
  if ('fault' in posted) return posted;
  if ('unchanged' in posted) return { ...posted, unchanged: receiveDigest(posted.unchanged) };
  return { ...posted, incoming: receivePosted(posted.incoming) };
}
