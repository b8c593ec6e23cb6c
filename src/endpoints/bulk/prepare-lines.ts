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

/** A line that has been read. */
export type PreparedLine =
  | { incoming: MeetingFromThread; process: boolean; error?: undefined }
  | { error: unknown };

/** Reads lines, each a body of the operation that ingests one meeting, in threads of their own. */
export type LinePreparation = {
  /** @returns what each line holds, in their order; it does not throw */
  prepare(lines: readonly Buffer[]): Promise<PreparedLine[]>;
  close(): Promise<void>;
};

/** More threads would be faster than one connection to the database. */
const MAX_THREADS = 4;

/** The longest line in the shortest entries takes some seconds. */
const TASK_MS = 60_000;
const IDLE_MS = 30_000;
const MAX_HEAP_MIB = 512;

export function createLinePreparation(): LinePreparation {
  const pool = createThreadPool<LinesTask, PostedLine[]>(
    new URL('./prepare-lines-thread.ts', import.meta.url),
    {
      threads: Math.min(availableParallelism(), MAX_THREADS),
      ...{ taskMs: TASK_MS, idleMs: IDLE_MS, maxHeapMiB: MAX_HEAP_MIB },
    },
  );
  const prepare = async (lines: readonly Buffer[]): Promise<PreparedLine[]> => {
    if (lines.length === 0) return [];
    const bytes = new Uint8Array(lines.reduce((length, line) => length + line.length, 0));
    const ends: number[] = [];
    let end = 0;
    for (const line of lines) {
      bytes.set(line, end);
      end += line.length;
      ends.push(end);
    }
    try {
      return (await pool.run({ bytes, ends }, [bytes.buffer])).map(received);
    } catch (error) {
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
