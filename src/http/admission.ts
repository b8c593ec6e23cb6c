import { Fault } from '../lib/faults.ts';

/** Room that work takes up by its weight, and gives back. */
export type Room = {
  /**
   * Takes room, waiting for it where there is none.
   * @returns what gives it back
   * @throws Fault 503 where none was free within `waitMs`
   */
  take(weight: number, waitMs: number): Promise<() => void>;
  /** Whether somebody waits for room. */
  isAwaited(): boolean;
};

/** What was to be done at once is more than memory is set aside for. */
const OVERLOADED = 'Too many large requests are under way; try again soon';

/**
 * Who asks first is served first. A light one may pass a heavy one for which there is no room yet, but no more than the
 * room holds may pass any one: then everybody waits until that one is in.
 */
export function makeRoom(capacity: number): Room {
  let taken = 0;
  const waiting = new Set<{ weight: number; passedBy: number; enter: () => void }>();

  const isHeldUp = () => [...waiting].some(({ passedBy }) => passedBy >= capacity);
  const letPass = (weight: number, ahead: Iterable<{ passedBy: number }>) => {
    for (const one of ahead) one.passedBy += weight;
  };
  const giveBack = (weight: number) => {
    taken -= weight;
    const ahead: { passedBy: number }[] = [];
    for (const one of waiting) {
      if (taken + one.weight <= capacity) {
        waiting.delete(one);
        letPass(one.weight, ahead);
        one.enter();
      } else if (one.passedBy >= capacity) {
        break;
      } else {
        ahead.push(one);
      }
    }
  };
  const enter = (weight: number) => {
    taken += weight;
    let isBack = false;
    return () => {
      if (isBack) return;
      isBack = true;
      giveBack(weight);
    };
  };

  return {
    isAwaited: () => waiting.size > 0,
    take(asked, waitMs) {
      const weight = Math.min(asked, capacity);
      if (taken + weight <= capacity && !isHeldUp()) {
        letPass(weight, waiting);
        return Promise.resolve(enter(weight));
      }
      return new Promise((resolve, reject) => {
        const one = {
          weight,
          passedBy: 0,
          enter: () => {
            clearTimeout(timer);
            resolve(enter(weight));
          },
        };
        const timer = setTimeout(() => {
          waiting.delete(one);
          // Others may have waited for this one alone.
          giveBack(0);
          reject(new Fault('unavailable', OVERLOADED));
        }, waitMs);
        waiting.add(one);
      });
    },
  };
}

/** Bytes of bodies that are read at the same time: a dozen of the largest. */
const MAX_READ_BYTES = 64 * 1024 * 1024;

/** Bytes of bodies that are parsed and stored at the same time: each takes about ten times its size of memory then. */
const MAX_WORKED_BYTES = 10 * 1024 * 1024;

/**
 * Bytes of files that are parsed and stored at the same time: a file of two bytes a line takes a hundred times its size of
 * memory. Apart from JSON bodies, so that neither waits for the other.
 */
const MAX_FILE_BYTES = 5 * 1024 * 1024;

/** Small bodies, and as much of large ones, are let in always: their number is bounded by the connections. */
export const SMALL_BYTES = 64 * 1024;

/** How long a large body waits for its turn: to be read, and then to be worked on. */
const READ_WAIT_MS = 15_000;
const WORK_WAIT_MS = 60_000;

/** Bounds the memory that request bodies take in this process. */
export type Admission = {
  /** Before the rest of a large body of so many bytes, as announced or at most, is read. @throws Fault 503 */
  toRead(bytes: number): Promise<() => void>;
  /** Whether somebody waits to read a body: no time then for the slow. */
  isReadingAwaited(): boolean;
  /** Before it is parsed. @throws Fault 503 */
  toWork(bytes: number): Promise<() => void>;
  /** The same of a file. @throws Fault 503 */
  toWorkOnFile(bytes: number): Promise<() => void>;
};

/** Makes the one of a process: both listeners share its memory. */
export function createAdmission(): Admission {
  const [reading, working, files] = [MAX_READ_BYTES, MAX_WORKED_BYTES, MAX_FILE_BYTES].map(makeRoom) as [
    Room,
    Room,
    Room,
  ];
  return {
    toRead: (bytes) => reading.take(bytes, READ_WAIT_MS),
    isReadingAwaited: reading.isAwaited,
    toWork: async (bytes) => (bytes <= SMALL_BYTES ? letIn : working.take(bytes, WORK_WAIT_MS)),
    toWorkOnFile: async (bytes) => (bytes <= SMALL_BYTES ? letIn : files.take(bytes, WORK_WAIT_MS)),
  };
}

const letIn = () => {};
