import { writeSync } from 'node:fs';

/** Lines wait for others to be written with, as a write for each was a tenth of what a small request cost. */
const TOGETHER_BYTES = 4096;
const WAIT_MS = 100;

/** Lines that cannot be written, as on a full disk, are kept up to this size; later ones are lost until some are written. */
const MAX_WAITING_CHARACTERS = 1024 * 1024;

/** The time for which an exit waits for a slow reader. */
const EXIT_MS = 1000;
const EXIT_STEP_MS = 10;

/** Takes lines, writes them together. */
export type LogLines = {
  write(line: string): void;
  /** Writes what waits, as far as that is possible now. Never throws, never blocks on a fault. */
  flushSync(): void;
};

/**
 * Lines to a file, pipe or terminal; those that wait are written when the process ends by itself. A log that cannot be
 * written stops nothing else: a pipe that nobody reads any more is given up, other faults are tried again.
 */
export function openLogLines(fd: number): LogLines {
  let waiting = '';
  /** The rest of an incomplete write, which may begin inside a character. */
  let rest: Buffer<ArrayBufferLike> = Buffer.alloc(0);
  let timer: NodeJS.Timeout | undefined;
  let isGivenUp = false;

  const flushSync = () => {
    clearTimeout(timer);
    timer = undefined;
    rest = rest.length > 0 ? Buffer.concat([rest, Buffer.from(waiting)]) : Buffer.from(waiting);
    waiting = '';
    try {
      while (rest.length > 0) rest = rest.subarray(writeSync(fd, rest));
    } catch (error) {
      isGivenUp = (error as NodeJS.ErrnoException).code === 'EPIPE';
      if (isGivenUp) rest = Buffer.alloc(0);
      else timer = setTimeout(flushSync, WAIT_MS).unref();
    }
  };

  const flushAtExit = () => {
    flushSync();
    for (let ms = 0; rest.length > 0 && ms < EXIT_MS; ms += EXIT_STEP_MS) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, EXIT_STEP_MS);
      flushSync();
    }
  };

  let isUsed = false;
  return {
    write(line) {
      if (!isUsed) process.on('exit', flushAtExit);
      isUsed = true;
      if (isGivenUp || rest.length + waiting.length > MAX_WAITING_CHARACTERS) return;
      waiting += line;
      if (rest.length === 0 && waiting.length >= TOGETHER_BYTES) flushSync();
      else timer ??= setTimeout(flushSync, WAIT_MS).unref();
    },
    flushSync,
  };
}
