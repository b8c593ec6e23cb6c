import type { BlobStore } from '../blobs/types.ts';
import type { Database } from '../db/database.ts';
import { isMigrated } from '../db/migrate.ts';
import type { BlobOwner } from '../domain/blob-claims/blob-owner.ts';
import type { Deps } from '../endpoints/define-endpoint.ts';
import type { Seat } from './seat.ts';

const DATABASE_FULL = 'The disk of the database is full: free space, or nothing can be stored';

type HealthParts = {
  blobOwner: Pick<BlobOwner, 'last' | 'trouble'>;
  blobs: Pick<BlobStore, 'obstacle'>;
  /** The reason why the database cannot be reached, if it is known. */
  trouble?: () => string | undefined;
  /** Tells of other processes of the service. */
  seat?: Pick<Seat, 'trouble'> | undefined;
};

/**
 * The number of probes of the database in each period. Further callers share the last result, which is never older than
 * the period, because anybody may call as often as they like.
 */
const MAX_PROBES = 20;
const PERIOD_MS = 1000;

/**
 * Makes what /readyz asks: whether the database answers, on a connection that no request can hold up, and its schema is
 * current. Being busy is no obstacle: who finds no room is answered 503 by itself, and the rest is served.
 * @param known the migrations that this version needs
 */
export function createHealth(
  db: Pick<Database, 'probe' | 'disk'>,
  known: readonly string[],
  isStopping: () => boolean,
  { blobOwner, blobs, trouble = () => undefined, seat }: HealthParts,
): Deps['health'] {
  let asked: Promise<boolean> | undefined;
  let isWaiting = false;
  let [periodStartMs, probes] = [0, 0];
  const isCurrent = () => {
    const nowMs = performance.now();
    if (nowMs - periodStartMs >= PERIOD_MS) [periodStartMs, probes] = [nowMs, 0];
    if (asked && (isWaiting || probes >= MAX_PROBES)) return asked;
    probes++;
    isWaiting = true;
    asked = isMigrated(db.probe, known).finally(() => {
      isWaiting = false;
    });
    return asked;
  };
  return {
    async obstacle() {
      if (isStopping()) return 'The process is stopping';
      const obstacle = trouble();
      if (obstacle !== undefined) return db.disk.isFull() ? `${DATABASE_FULL}. ${obstacle}` : obstacle;
      return (await isCurrent()) ? undefined : 'The database schema is not current';
    },
    async warnings() {
      const ownership = blobOwner.last();
      const obstacle = await blobs.obstacle();
      const storeTrouble = blobOwner.trouble();
      const othersTrouble = seat?.trouble();
      return [
        ...(db.disk.isFull() ? [DATABASE_FULL] : []),
        ...(obstacle === undefined ? [] : [obstacle]),
        ...(storeTrouble === undefined ? [] : [storeTrouble]),
        ...(othersTrouble === undefined ? [] : [othersTrouble]),
        ...(ownership?.state === 'refused' ? [ownership.why] : []),
      ];
    },
  };
}
