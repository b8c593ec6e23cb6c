import { availableParallelism } from 'node:os';
import {
  type MeetingFromThread,
  type PostedMeeting,
  receivePosted,
} from '../../domain/meetings/bulk/send-prepared.ts';
import { Fault, type FaultKind } from '../../lib/faults.ts';
import { createThreadPool } from '../../lib/thread-pool.ts';

/** Lines of a body: their bytes one after the other, and the place at which each ends. */
export type LinesTask = { bytes: Uint8Array<ArrayBuffer>; ends: number[] };

/** A line that a thread has read: a meeting, or the fault for which it is refused. */
export type PostedLine =
  | { incoming: PostedMeeting; process: boolean; fault?: undefined }
  | { fault: { kind: FaultKind; message: string } };

/** The lines that a thread has read, and the memory in which they were. */
export type PostedLines = { lines: PostedLine[]; bytes: Uint8Array<ArrayBuffer> };

/** A line that has been read. */
export type PreparedLine =
  | { incoming: MeetingFromThread; process: boolean; error?: undefined }
  | { error: unknown };

/** Reads lines, each a body of the operation that ingests one meeting, in threads of their own. */
export type LinePreparation = {
  /**
   * @param lines each in one or more parts
   * @returns what each line holds, in their order; it does not throw
   */
  prepare(lines: readonly (readonly Buffer[])[]): Promise<PreparedLine[]>;
  close(): Promise<void>;
};

/** More threads would be faster than one connection to the database. */
const MAX_THREADS = 4;

/** The longest line in the shortest entries takes some seconds. */
const TASK_MS = 60_000;
const IDLE_MS = 30_000;
const MAX_HEAP_MIB = 512;

export function createLinePreparation(): LinePreparation {
  const pool = createThreadPool<LinesTask, PostedLines>(
    new URL('./prepare-lines-thread.ts', import.meta.url),
    {
      threads: Math.min(availableParallelism(), MAX_THREADS),
      ...{ taskMs: TASK_MS, idleMs: IDLE_MS, maxHeapMiB: MAX_HEAP_MIB },
    },
  );
  const memory = createMemory();
  const prepare = async (lines: readonly (readonly Buffer[])[]): Promise<PreparedLine[]> => {
    if (lines.length === 0) return [];
    const length = lines.flat().reduce((sum, part) => sum + part.length, 0);
    const bytes = memory.take(length);
    const ends: number[] = [];
    let end = 0;
    for (const line of lines) {
      for (const part of line) {
        bytes.set(part, end);
        end += part.length;
      }
      ends.push(end);
    }
    try {
      const posted = await pool.run({ bytes, ends }, [bytes.buffer]);
      memory.giveBack(posted.bytes);
      return posted.lines.map(received);
    } catch (error) {
      memory.giveBack(undefined);
      if (lines.length === 1) return [{ error }];
      // One of them has ended the thread.
      const alone: PreparedLine[] = [];
      for (const line of lines) alone.push(...(await prepare([line])));
      return alone;
    }
  };
  return { prepare, close: pool.close };
}

function received(posted: PostedLine): PreparedLine {
  if (posted.fault) return { error: new Fault(posted.fault.kind, posted.fault.message) };
  return { incoming: receivePosted(posted.incoming), process: posted.process };
}

/** The most memory that is kept for later lines, while there are lines in work: a group of them in each of four threads. */
const MAX_KEPT = 4;

/** Memory for lines that is used again, because V8 collects its whole heap whenever much has been taken anew. */
function createMemory() {
  let kept: Uint8Array<ArrayBuffer>[] = [];
  let inWork = 0;
  return {
    take(length: number): Uint8Array<ArrayBuffer> {
      inWork++;
      const place = kept.findIndex((one) => one.length >= length);
      if (place >= 0) return kept.splice(place, 1)[0]!;
      const isNearlyWhole = length > LINES_BYTES / 2 && length <= LINES_BYTES;
      return new Uint8Array(isNearlyWhole ? LINES_BYTES : length);
    },
    /** @param bytes undefined if they were lost */
    giveBack(bytes: Uint8Array<ArrayBuffer> | undefined): void {
      inWork--;
      if (bytes?.length === LINES_BYTES && kept.length < MAX_KEPT) kept.push(bytes);
      if (inWork === 0) kept = [];
    },
  };
}

/** A group of short lines fits; memory for longer ones is not kept. */
const LINES_BYTES = 1024 * 1024;
