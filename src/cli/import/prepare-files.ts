import { availableParallelism } from 'node:os';
import {
  type MeetingFromThread,
  type PostedMeeting,
  receivePosted,
} from '../../domain/meetings/bulk/send-prepared.ts';
import type { Beside } from '../../domain/meetings/files/meetings-of-file.ts';
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

type OfFile = { item?: number; sourceType: SourceType; isNamedByFile: boolean; process: boolean };

/** A meeting of a file as a thread has read it, or the reason why it is invalid. */
export type PostedItem = (OfFile & { incoming: PostedMeeting }) | { item?: number; fault: string };

export type PostedFile = { meetings: PostedItem[]; warnings: string[] } | { refusal: Refusal };

/** A meeting of a file, ready to be compared and stored. */
export type PreparedItem = (OfFile & { incoming: MeetingFromThread }) | { item?: number; fault: string };

/** The content of a file, or the reason why nothing of it is imported. */
export type PreparedFile = { meetings: PreparedItem[]; warnings: string[] } | { refusal: Refusal };

/** The most expensive file takes some seconds and half of the memory. */
const TASK_MS = 60_000;
const MAX_HEAP_MIB = 1024;

export type FilePreparation = {
  /** @returns what each file holds, in their order */
  prepare(files: readonly FileTask[]): Promise<PreparedFile[]>;
  close(): Promise<void>;
};

/** Reads, checks and prepares files in threads. @param most of them */
export function createFilePreparation(most: number): FilePreparation {
  const pool = createThreadPool<readonly FileTask[], PostedFile[]>(
    new URL('./prepare-files-thread.ts', import.meta.url),
    {
      threads: Math.min(most, availableParallelism()),
      ...{ taskMs: TASK_MS, idleMs: TASK_MS, maxHeapMiB: MAX_HEAP_MIB },
    },
  );
  const prepare = async (files: readonly FileTask[]): Promise<PreparedFile[]> => {
    try {
      return (await pool.run(files)).map(received);
    } catch {
      if (files.length === 1) {
        return [{ refusal: { reason: 'it takes too long or too much memory to read; split it' } }];
      }
      // One of them has ended the thread.
      const alone: PreparedFile[] = [];
      for (const file of files) alone.push(...(await prepare([file])));
      return alone;
    }
  };
  return { prepare, close: pool.close };
}

function received(posted: PostedFile): PreparedFile {
  if ('refusal' in posted) return posted;
  const meetings = posted.meetings.map((one) =>
    'fault' in one ? one : { ...one, incoming: receivePosted(one.incoming) },
  );
  return { meetings, warnings: posted.warnings };
}
