import type { Queries, Statement } from './database.ts';

/** A place in the write-ahead log of a server that takes writes. */
export type Position = {
  /** Bytes since the beginning of the log. */
  lsn: number;
  /** Changes with each promotion of a standby. */
  timeline: number;
  /** Identifies the server and its copies. */
  system: string;
  /** When the server was started, which tells it apart from its copies, and servers behind one address from each other. */
  startedAt: string;
};

/** The facts that a replica states about itself. */
export type ReplicaFacts = Position & {
  isStandby: boolean;
};

/**
 * The reason why a server is no replica of the primary: it is the primary, takes writes itself, or follows another one, which
 * may be the primary of before a failover.
 */
export type Misfit = 'primary' | 'promoted' | 'foreign';

const STARTED_AT = 'extract(epoch from pg_postmaster_start_time())::text as "startedAt"';

const selectPosition: Statement = {
  name: 'select-position',
  // Everything that was acknowledged has been flushed, and only what has been flushed is sent to replicas.
  text: `select (pg_current_wal_flush_lsn() - '0/0')::bigint as lsn,
           ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int as timeline,
           system_identifier::text as system, ${STARTED_AT} from pg_control_system()`,
};

const selectReplayed: Statement = {
  name: 'select-replayed-position',
  text: `select (pg_last_wal_replay_lsn() - '0/0')::bigint as lsn, ${STARTED_AT}`,
};

const selectFacts: Statement = {
  name: 'select-replica-facts',
  // The timeline of the control file changes some time after the standby has followed a promotion, never before.
  text: `select pg_is_in_recovery() as "isStandby", (pg_last_wal_replay_lsn() - '0/0')::bigint as lsn,
           greatest(point.timeline_id, ending.min_recovery_end_timeline,
             (select received_tli from pg_stat_wal_receiver)) as timeline,
           system_identifier::text as system, ${STARTED_AT}
         from pg_control_checkpoint() point, pg_control_recovery() ending, pg_control_system()`,
};

/** Returns the place up to which everything that was acknowledged has been written. */
export async function readPosition(primary: Queries): Promise<Position> {
  return (await primary.query<Position>(selectPosition, []))[0]!;
}

/** Returns the place up to which a replica shows what was written; after a promotion, the last one. */
export async function readReplayed(replica: Queries): Promise<Pick<ReplicaFacts, 'lsn' | 'startedAt'>> {
  return (await replica.query<ReplicaFacts>(selectReplayed, []))[0]!;
}

/** Returns undefined if the server is a standby of this primary. */
export function misfitOf(replica: ReplicaFacts, primary: Position): Misfit | undefined {
  if (!replica.isStandby) return replica.startedAt === primary.startedAt ? 'primary' : 'promoted';
  // Positions of two timelines cannot be compared.
  const isSame = replica.system === primary.system && replica.timeline === primary.timeline;
  return isSame ? undefined : 'foreign';
}

export async function readFacts(replica: Queries): Promise<ReplicaFacts> {
  return (await replica.query<ReplicaFacts>(selectFacts, []))[0]!;
}
