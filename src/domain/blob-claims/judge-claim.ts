/** The database's own record of its claim on the blob store. Times are milliseconds since the epoch, by its clock. */
export type StoreClaim = {
  databaseId: string;
  place: string;
  serverStartedAt: string;
  /** The tokens, the newest first. */
  tokens: string[];
  beatenAt: number;
  waitingFor: string | null;
  waitingSince: number | null;
};

/** The current location of the database. */
export type DatabasePlace = {
  /** Cluster and database; the cluster is `?` if the role is not permitted to read it. */
  place: string;
  /** The start of the server in microseconds, so that no two servers share it. */
  serverStartedAt: string;
  nowMs: number;
};

/** The store's record of its owner. */
export type Marker = { database: string; token: string; writtenAtMs: number };

export type Patience = {
  /** The interval at which the owner advances the token. */
  beatMs: number;
  /** The time that a restarted server waits for beats of another owner before it considers itself the owner. */
  waitMs: number;
};

export type ClaimVerdict =
  /** The store has no marker: it belongs to the first database that claims it. */
  | { kind: 'claim' }
  /**
   * The store belongs to this database. `beat`: the token has to be advanced; `rewrite`: the marker's token is an older
   * one.
   */
  | { kind: 'owner'; next: 'nothing' | 'beat' | 'rewrite' }
  /** The server was restarted, or is a copy; it waits to find out. `isNew`: the wait begins now. */
  | { kind: 'waiting'; remainingMs: number; isNew: boolean }
  | { kind: 'refused'; why: string };

const ADOPT = 'If this database is the one to keep, run `parley blobs adopt`';

/**
 * Decides whether the store is this database's.
 *
 * A logical copy (a dump restored elsewhere, a template) lies in another place. An older backup has none of the tokens that
 * were written since. A physical copy (a disk snapshot, a promoted replica) has the same place and may have the newest
 * token, but runs in a server that was started at another time: it listens until the owner, if there is one, has advanced
 * the token to one that the copy does not know.
 *
 * @param isExclusive whether no other server can use this store: the embedded database with files in its own folder
 */
export function judgeClaim(
  claim: StoreClaim | undefined,
  now: DatabasePlace,
  marker: Marker | 'unreadable' | undefined,
  { beatMs, waitMs }: Patience,
  isExclusive: boolean,
): ClaimVerdict {
  if (marker === undefined) return { kind: 'claim' };
  if (marker === 'unreadable') return refused('has a marker that cannot be read');
  if (!claim) return refused('belongs to another database');
  const age = claim.tokens.indexOf(marker.token);
  if (age < 0) {
    return refused(
      marker.database === claim.databaseId
        ? 'was used after this database was copied or backed up'
        : 'belongs to another database',
    );
  }
  if (!isSamePlace(claim.place, now.place))
    return refused('belongs to the database that this one is a copy of');
  if (claim.serverStartedAt === now.serverStartedAt || isExclusive) {
    const isDue = now.nowMs - claim.beatenAt >= beatMs || claim.serverStartedAt !== now.serverStartedAt;
    if (age > 0) return { kind: 'owner', next: 'rewrite' };
    return { kind: 'owner', next: isDue ? 'beat' : 'nothing' };
  }
  const isNew = claim.waitingFor !== now.serverStartedAt || claim.waitingSince === null;
  const remainingMs = isNew ? waitMs : claim.waitingSince! + waitMs - now.nowMs;
  if (remainingMs <= 0) return { kind: 'owner', next: 'beat' };
  return { kind: 'waiting', remainingMs, isNew };
}

function refused(fact: string): ClaimVerdict {
  return {
    kind: 'refused',
    why: `The store of recordings ${fact}, so nothing is deleted from it. ${ADOPT}`,
  };
}

/** An unknown cluster is not treated as a different one: only the databases are compared. */
function isSamePlace(one: string, other: string): boolean {
  const [[clusterA, databaseA], [clusterB, databaseB]] = [one.split('/'), other.split('/')];
  if (databaseA !== databaseB) return false;
  return clusterA === clusterB || clusterA === '?' || clusterB === '?';
}
