import { type Company, watchCompany } from '../lib/company.ts';
import { Fault } from '../lib/faults.ts';

/** Room that work takes up by its weight, and gives back. */
export type Room = {
  /**
   * Takes room, waiting for it where there is none.
   * @param organizationId whose work it is; work of nobody is taken for that of one more organization
   * @returns what gives it back
   * @throws Fault 503 where none was free within `waitMs`
   */
  take(weight: number, waitMs: number, organizationId?: number): Promise<() => void>;
  /** Whether somebody waits for room. */
  isAwaited(): boolean;
};

/** Stands for the organization of a request without a key. */
export const NOBODY = 0;

/** What was to be done at once is more than memory is set aside for. */
const OVERLOADED = 'Too many large requests are under way; try again soon';

/** How long an organization counts as present: people look at a page for some seconds before they ask for the next. */
const PRESENT_MS = 5000;

/** How soon it is looked at whether the others have left. */
const LOOK_AGAIN_MS = 1000;

type Waiting = { organizationId: number; weight: number; passedBy: number; enter: () => void };

/** The share of a room that one organization may hold; more if it holds nothing yet. */
export type Shares = {
  /** While no other is present. */
  alone?: number;
  /** While others are. */
  inCompany?: number;
  /** The organizations that are present. If it is left out, those that ask for room are. */
  company?: Company;
};

/**
 * Organizations that wait have turns; within one, who asks first is served first. While others are present, an
 * organization has a part of the room at most, so that there is room for them when they come. A light one may pass a
 * heavy one for which there is no room yet, but no more than the room holds may pass any one: then everybody waits
 * until that one is in.
 */
export function makeRoom(
  capacity: number,
  { alone = capacity, inCompany = capacity / 2, company = watchCompany(PRESENT_MS) }: Shares = {},
): Room {
  const held = new Map<number, number>();
  /** In the order in which the organizations have their turns. */
  const queues = new Map<number, Set<Waiting>>();
  let taken = 0;
  let isShared = false;
  let isToLookAgain = false;

  const hold = (organizationId: number, weight: number) => {
    taken += weight;
    const holding = (held.get(organizationId) ?? 0) + weight;
    if (holding > 0) held.set(organizationId, holding);
    else held.delete(organizationId);
  };
  const isWithinShare = ({ organizationId, weight }: Pick<Waiting, 'organizationId' | 'weight'>) => {
    const share = isShared ? inCompany : alone;
    const holding = held.get(organizationId) ?? 0;
    return share >= capacity || holding === 0 || holding + weight <= share;
  };
  /** Whether it may not be passed any more: by nobody, or where it waits for its own organization, not by that one's. */
  const holdsUp = (one: Waiting, organizationId: number) =>
    one.passedBy >= capacity && (one.organizationId === organizationId || isWithinShare(one));
  const letPass = (weight: number, ahead: Iterable<Waiting>) => {
    for (const one of ahead) one.passedBy += weight;
  };
  const leaveQueue = (one: Waiting) => {
    const queue = queues.get(one.organizationId)!;
    queue.delete(one);
    queues.delete(one.organizationId);
    // Its organization's next turn is after all others'.
    if (queue.size > 0) queues.set(one.organizationId, queue);
  };
  const admitNext = (): boolean => {
    const ahead: Waiting[] = [];
    for (const queue of queues.values()) {
      for (const one of queue) {
        if (taken + one.weight <= capacity && isWithinShare(one)) {
          leaveQueue(one);
          letPass(one.weight, ahead);
          one.enter();
          return true;
        }
        ahead.push(one);
        if (one.passedBy < capacity) continue;
        if (isWithinShare(one)) return false;
        break;
      }
    }
    return false;
  };
  const admit = () => {
    while (queues.size > 0 && admitNext());
  };
  /** An organization that waits for more than half of the room may have it when the others have left. */
  const lookAgainLater = () => {
    if (isToLookAgain) return;
    isToLookAgain = true;
    setTimeout(() => {
      isToLookAgain = false;
      isShared = company.isShared(performance.now());
      admit();
      if (queues.size > 0 && isShared) lookAgainLater();
    }, LOOK_AGAIN_MS);
  };
  const enter = (organizationId: number, weight: number) => {
    hold(organizationId, weight);
    let isBack = false;
    return () => {
      if (isBack) return;
      isBack = true;
      hold(organizationId, -weight);
      admit();
    };
  };
  const queueUp = (organizationId: number, weight: number, waitMs: number) =>
    new Promise<() => void>((resolve, reject) => {
      const one: Waiting = {
        organizationId,
        weight,
        passedBy: 0,
        enter: () => {
          clearTimeout(timer);
          resolve(enter(organizationId, weight));
        },
      };
      const timer = setTimeout(() => {
        leaveQueue(one);
        // Others may have waited for this one alone.
        admit();
        reject(new Fault('unavailable', OVERLOADED));
      }, waitMs);
      const queue = queues.get(organizationId) ?? new Set();
      queues.set(organizationId, queue.add(one));
      if (isShared) lookAgainLater();
    });

  return {
    isAwaited: () => queues.size > 0,
    take(asked, waitMs, organizationId = NOBODY) {
      const weight = Math.min(asked, capacity);
      const nowMs = performance.now();
      isShared = organizationId === NOBODY ? company.isShared(nowMs) : company.note(organizationId, nowMs);
      if (taken + weight > capacity || !isWithinShare({ organizationId, weight })) {
        return queueUp(organizationId, weight, waitMs);
      }
      if (queues.size > 0) {
        const ahead = [...queues.values()].flatMap((queue) => [...queue]);
        if (ahead.some((one) => holdsUp(one, organizationId))) return queueUp(organizationId, weight, waitMs);
        letPass(weight, ahead);
      }
      return Promise.resolve(enter(organizationId, weight));
    },
  };
}

/** Bytes of bodies that are read at the same time: a dozen of the largest. */
const MAX_READ_BYTES = 64 * 1024 * 1024;

/** The same of one organization, though nobody else is there: whoever comes need not wait for bodies that come slowly. */
const MAX_READ_BYTES_ALONE = 56 * 1024 * 1024;

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

/** While others are present, an organization has one large body worked on at a time: its work holds up the event loop. */
const ONE_AT_A_TIME = 0;

/** Bounds the memory that request bodies take in this process, and shares it among organizations. */
export type Admission = {
  /** Notes that an organization is there: whoever has much under way leaves room for it. */
  note(organizationId: number): void;
  /** Before the rest of a large body of so many bytes, as announced or at most, is read. @throws Fault 503 */
  toRead(bytes: number, organizationId: number): Promise<() => void>;
  /** Whether somebody waits to read a body: no time then for the slow. */
  isReadingAwaited(): boolean;
  /** Before it is parsed. @throws Fault 503 */
  toWork(bytes: number, organizationId: number): Promise<() => void>;
  /** The same of a file. @throws Fault 503 */
  toWorkOnFile(bytes: number, organizationId: number): Promise<() => void>;
  /** Room of another kind, in which an organization does one thing at a time while others are present. */
  makeRoom(capacity: number): Room;
};

/** Makes the one of a process: both listeners share its memory. */
export function createAdmission(): Admission {
  const company = watchCompany(PRESENT_MS);
  const inTurn = (capacity: number) => makeRoom(capacity, { inCompany: ONE_AT_A_TIME, company });
  const reading = makeRoom(MAX_READ_BYTES, { alone: MAX_READ_BYTES_ALONE, company });
  const [working, files] = [inTurn(MAX_WORKED_BYTES), inTurn(MAX_FILE_BYTES)];
  return {
    note: (organizationId) => company.note(organizationId, performance.now()),
    toRead: (bytes, organizationId) => reading.take(bytes, READ_WAIT_MS, organizationId),
    isReadingAwaited: reading.isAwaited,
    toWork: async (bytes, organizationId) =>
      bytes <= SMALL_BYTES ? letIn : working.take(bytes, WORK_WAIT_MS, organizationId),
    toWorkOnFile: async (bytes, organizationId) =>
      bytes <= SMALL_BYTES ? letIn : files.take(bytes, WORK_WAIT_MS, organizationId),
    makeRoom: inTurn,
  };
}

const letIn = () => {};
