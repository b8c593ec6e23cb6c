import { randomUUID } from 'node:crypto';
import type { BlobStore } from '../../blobs/types.ts';
import type { Database, Queries, Transaction } from '../../db/database.ts';
import { Fault } from '../../lib/faults.ts';
import { isOutOfSpace } from '../../lib/full-disk.ts';
import type { Log } from '../../lib/log.ts';
import {
  type ClaimVerdict,
  type DatabasePlace,
  judgeClaim,
  type Marker,
  type Patience,
  type StoreClaim,
} from './judge-claim.ts';
import {
  advanceToken,
  beginWaiting,
  pardonAll,
  selectClaim,
  selectCluster,
  selectPlace,
  takeClaim,
} from './queries.ts';

/**
 * Each beat is a small write to the store. The wait is three beats, so that a running owner is noticed even if one of
 * its beats fails.
 */
export const PATIENCE: Patience = { beatMs: 30_000, waitMs: 90_000 };

/** The time for which a result is used for successive deletions; a takeover takes longer. */
const TRUSTED_MS = 5000;

/** Whether blobs may be deleted from the store. `why` is a sentence for operators. */
export type Ownership =
  | { state: 'owner' }
  | { state: 'waiting'; why: string; remainingMs: number }
  | { state: 'refused'; why: string };

export type BlobOwner = {
  /**
   * Reads the records of the database and the store, claims a store without an owner, and writes a beat if one is due.
   */
  look(): Promise<Ownership>;
  /** Does the same for deletions, for which a result of the last seconds is recent enough. */
  mayDelete(): Promise<Ownership>;
  /** Returns the latest result; undefined before the first look. */
  last(): Ownership | undefined;
  /**
   * Returns the reason why the store could not be reached the last time, in a sentence for operators; undefined if it
   * could.
   */
  trouble(): string | undefined;
};

const UNUSABLE =
  'The store of recordings cannot be used, so recordings may be neither stored nor downloaded: the log says why';

export type OwnerParts = {
  db: Database;
  blobs: Pick<BlobStore, 'readMarker' | 'writeMarker'>;
  log: Log;
  /** Whether the store is inaccessible to other database servers. */
  isExclusive: boolean;
};

/**
 * Creates the component that determines whether the blob store belongs to this database; judge-claim.ts describes the
 * method.
 */
export function createBlobOwner(parts: OwnerParts, patience = PATIENCE): BlobOwner {
  let found: Ownership | undefined;
  let foundAtMs = Number.NEGATIVE_INFINITY;
  let underWay: Promise<Ownership> | undefined;
  let hasFailed = false;
  const lookOnce = async () => {
    const { blobs, failed } = watch(parts.blobs);
    // The first look always advances the token, which detects a copy that was made before this start.
    const patient = found ? patience : { ...patience, beatMs: 0 };
    const next = await findOwnership({ ...parts, blobs }, patient).finally(() => {
      hasFailed = failed();
    });
    if (next.state !== found?.state) tell(parts.log, next, found !== undefined);
    found = next;
    foundAtMs = performance.now();
    return next;
  };
  const look = () => {
    underWay ??= lookOnce().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
  return {
    look,
    async mayDelete() {
      const isTrusted = found?.state === 'owner' && performance.now() - foundAtMs < TRUSTED_MS;
      return isTrusted ? found! : await look();
    },
    last: () => found,
    trouble: () => (hasFailed ? UNUSABLE : undefined),
  };
}

/** Records whether the store itself failed, rather than the database; a full store has a message of its own. */
function watch(blobs: OwnerParts['blobs']): { blobs: OwnerParts['blobs']; failed(): boolean } {
  let hasFailed = false;
  const noting = <T>(work: Promise<T>) =>
    work.catch((error) => {
      hasFailed = !isOutOfSpace(error) && !(error instanceof Fault && error.kind === 'full');
      throw error;
    });
  return {
    blobs: {
      readMarker: () => noting(blobs.readMarker()),
      writeMarker: (text) => noting(blobs.writeMarker(text)),
    },
    failed: () => hasFailed,
  };
}

function tell(log: Log, { state, ...why }: Ownership, hasChanged: boolean): void {
  if (state === 'refused') log.warn(why, 'nothing is deleted from the store of recordings');
  else if (hasChanged || state === 'waiting') log.info({ state, ...why }, 'store of recordings');
}

async function findOwnership(parts: OwnerParts, patience: Patience): Promise<Ownership> {
  const { db, isExclusive } = parts;
  // The marker is read before the claim: every owner writes a new token to the database first, so the token is found
  // there.
  const marker = await readMarker(parts.blobs);
  const [claim] = await db.query<StoreClaim>(selectClaim, []);
  const place = await placeOf(db);
  const verdict = judgeClaim(claim, place, marker, patience, isExclusive);
  await follow(parts, verdict, { claim, place });
  switch (verdict.kind) {
    case 'refused':
      return { state: 'refused', why: verdict.why };
    case 'waiting':
      return {
        state: 'waiting',
        why: 'The database server was restarted: it is being checked that no other one uses the store of recordings',
        remainingMs: verdict.remainingMs,
      };
    default:
      return { state: 'owner' };
  }
}

/** Performs the next step that the judgement requires. */
async function follow(
  parts: OwnerParts,
  verdict: ClaimVerdict,
  { claim, place }: { claim: StoreClaim | undefined; place: DatabasePlace },
): Promise<void> {
  const { db, blobs } = parts;
  if (verdict.kind === 'claim') {
    await claimStore(parts, place);
  } else if (verdict.kind === 'waiting' && verdict.isNew) {
    await db.transaction((tx) => tx.query(beginWaiting, [place.serverStartedAt]));
  } else if (verdict.kind === 'owner' && verdict.next === 'rewrite') {
    await writeMarker(blobs, claim!.databaseId, claim!.tokens[0]!, place);
  } else if (verdict.kind === 'owner' && verdict.next === 'beat') {
    const token = randomUUID();
    // The database is written first: a marker that no database knows would belong to nobody.
    const values = [claim!.tokens[0], token, place.serverStartedAt, place.place];
    const advanced = await db.transaction((tx) => tx.query(advanceToken, values));
    if (advanced.length > 0) await writeMarker(blobs, claim!.databaseId, token, place);
  }
}

/**
 * Makes this database the owner of the store, whoever owned it, and clears the list of blobs that were marked for
 * deletion.
 * @param alongside more to be done in the same transaction
 * @returns the identity of this database in the store
 */
export async function claimStore(
  { db, blobs }: Pick<OwnerParts, 'db' | 'blobs'>,
  place: DatabasePlace,
  alongside: (tx: Transaction) => Promise<void> = async () => {},
): Promise<string> {
  const token = randomUUID();
  const databaseId = await db.transaction(async (tx) => {
    const values = [randomUUID(), place.place, place.serverStartedAt, token];
    const [claim] = await tx.query<{ databaseId: string }>(takeClaim, values);
    await tx.query(pardonAll, []);
    await alongside(tx);
    return claim!.databaseId;
  });
  await writeMarker(blobs, databaseId, token, place);
  return databaseId;
}

/** SQLSTATE of a function that the role may not call. */
const INSUFFICIENT_PRIVILEGE = '42501';

export async function placeOf(db: Queries): Promise<DatabasePlace> {
  const [row] = await db.query<{ databaseOid: string; serverStartedAt: string; nowMs: number }>(
    selectPlace,
    [],
  );
  const { databaseOid, serverStartedAt, nowMs } = row!;
  const [cluster] = await db
    .query<{ systemIdentifier: string }>(selectCluster, [])
    .catch((error: { code?: string }) => {
      if (error.code === INSUFFICIENT_PRIVILEGE) return [];
      throw error;
    });
  return { place: `${cluster?.systemIdentifier ?? '?'}/${databaseOid}`, serverStartedAt, nowMs };
}

type MarkerText = { database: string; token: string; writtenAt: string };

async function writeMarker(
  blobs: OwnerParts['blobs'],
  database: string,
  token: string,
  { nowMs }: DatabasePlace,
): Promise<void> {
  const text: MarkerText = { database, token, writtenAt: new Date(nowMs).toISOString() };
  await blobs.writeMarker(`${JSON.stringify(text)}\n`);
}

export async function readMarker(
  blobs: Pick<BlobStore, 'readMarker'>,
): Promise<Marker | 'unreadable' | undefined> {
  const text = await blobs.readMarker();
  if (text === undefined) return undefined;
  try {
    const { database, token, writtenAt } = JSON.parse(text) as Partial<MarkerText>;
    const writtenAtMs = Date.parse(`${writtenAt}`);
    if (typeof database !== 'string' || typeof token !== 'string' || Number.isNaN(writtenAtMs))
      return 'unreadable';
    return { database, token, writtenAtMs };
  } catch {
    return 'unreadable';
  }
}
