import { trackActiveOrganizations } from '../lib/active-organizations.ts';
import { acquireOrRefuse, Semaphore, type SemaphoreLimits } from '../lib/semaphore.ts';

/** The time for which an organization counts as active: people look at a page for some seconds before they request the next. */
const ACTIVE_MS = 5000;

/** Bytes of bodies that are read at the same time: a dozen of the largest. */
const MAX_READ_BYTES = 64 * 1024 * 1024;

/** The part of it that one organization may hold while it is alone, so that others need not wait for slow bodies. */
const MAX_READ_BYTES_ALONE = 56 * 1024 * 1024;

/** Bytes of bodies that are parsed and stored at the same time: each takes about ten times its size in memory. */
const MAX_WORKED_BYTES = 10 * 1024 * 1024;

/**
 * Bytes of files that are parsed and stored at the same time: a file of two bytes a line takes a hundred times its size in
 * memory. Files are counted apart from JSON bodies, so that neither waits for the other.
 */
const MAX_FILE_BYTES = 5 * 1024 * 1024;

/** Bodies up to this size never wait, nor do the first bytes of larger ones: the connections bound their number. */
export const SMALL_BYTES = 64 * 1024;

/** The time that a large body waits to be read, and then to be processed. */
const READ_WAIT_MS = 15_000;
const WORK_WAIT_MS = 60_000;

/** While others are active, an organization has one large body processed at a time: that holds up the event loop. */
const ONE_AT_A_TIME = 0;

/**
 * Bounds the memory that request bodies take in this process, and shares it fairly among organizations. What is acquired
 * is released by calling the function that is returned.
 */
export type Admission = {
  /** Notes that an organization is active: others that use more than their share then get no more. */
  note(organizationId: number): void;
  /** Is called before the rest of a large body of at most so many bytes is read. @throws Fault 503 */
  toRead(bytes: number, organizationId: number): Promise<() => void>;
  /** Returns true if a body waits to be read: slow senders get less time then. */
  isReadingAwaited(): boolean;
  /** Is called before a body is parsed. @throws Fault 503 */
  toWork(bytes: number, organizationId: number): Promise<() => void>;
  /** The same for a file. @throws Fault 503 */
  toWorkOnFile(bytes: number, organizationId: number): Promise<() => void>;
  /** Creates a semaphore for other work, which an organization does one at a time while others are active. */
  createSemaphore(capacity: number): Semaphore;
  /** Creates a semaphore for work that holds up nobody while it waits, of which an organization does several at a time. */
  createSharedSemaphore(limits: SemaphoreLimits): Semaphore;
};

/** Creates the admission control of a process. Both listeners use it, as they share the memory. */
export function createAdmission(): Admission {
  const active = trackActiveOrganizations(ACTIVE_MS);
  const createOneAtATime = (capacity: number) =>
    new Semaphore({ capacity, maxAlone: capacity, maxShared: ONE_AT_A_TIME }, active);
  const reading = new Semaphore(
    { capacity: MAX_READ_BYTES, maxAlone: MAX_READ_BYTES_ALONE, maxShared: MAX_READ_BYTES / 2 },
    active,
  );
  const bodies = createOneAtATime(MAX_WORKED_BYTES);
  const files = createOneAtATime(MAX_FILE_BYTES);
  const toWorkIn = async (semaphore: Semaphore, bytes: number, organizationId: number) =>
    bytes <= SMALL_BYTES ? () => {} : acquireOrRefuse(semaphore, organizationId, bytes, WORK_WAIT_MS);
  return {
    note: (organizationId) => active.note(organizationId, performance.now()),
    toRead: (bytes, organizationId) => acquireOrRefuse(reading, organizationId, bytes, READ_WAIT_MS),
    isReadingAwaited: () => reading.waiting > 0,
    toWork: (bytes, organizationId) => toWorkIn(bodies, bytes, organizationId),
    toWorkOnFile: (bytes, organizationId) => toWorkIn(files, bytes, organizationId),
    createSemaphore: createOneAtATime,
    createSharedSemaphore: (limits) => new Semaphore(limits, active),
  };
}
