import type { Queries, Statement } from '../database.ts';
import type { ShardNames } from './on-shards.ts';

/** The node that has the rows of an organization, and their shards. */
export type OrganizationPlace = {
  host: string;
  port: number;
  /** The shard of meetings; the shards of all distributed tables move together. */
  shardId: number;
  shards: ShardNames;
};

const selectPlace: Statement = {
  name: 'select-place-of-organization',
  text: `select node.nodename as host, node.nodeport as port, own.shardid as "shardId", (
      select jsonb_object_agg(t.logicalrelid::text, shard_name(t.logicalrelid, s.shardid))
      from pg_dist_partition t join pg_dist_shard s on s.logicalrelid = t.logicalrelid
      where (t.colocationid = meetings.colocationid and s.shardminvalue = own.shardminvalue)
        or (t.partmethod = 'n' and t.repmodel = 't')
    ) as shards
    from pg_dist_partition meetings
    join pg_dist_shard own on own.logicalrelid = meetings.logicalrelid
    join pg_dist_placement placement on placement.shardid = own.shardid
    join pg_dist_node node on node.groupid = placement.groupid and node.noderole = 'primary' and node.isactive
    where meetings.logicalrelid = 'meetings'::regclass
      and own.shardid = get_shard_id_for_distribution_column('meetings', $1::bigint)`,
};

const selectIsHere: Statement = {
  name: 'select-shard-is-here',
  // Served by an index of the catalog of Citus.
  text: `select exists (select from pg_dist_placement placement, pg_dist_local_group here
    where placement.shardid = $1 and placement.groupid = here.groupid) as "isHere"`,
};

const selectIsOnCitus: Statement = {
  name: 'select-is-on-citus',
  text: `select to_regclass('two_phase_commits') is not null as "isOnCitus"`,
};

/** Tells whether the database of a service is distributed, by a table that exists only then. */
export async function isOnCitus(db: Queries): Promise<boolean> {
  return (await db.query<{ isOnCitus: boolean }>(selectIsOnCitus, []))[0]!.isOnCitus;
}

/** @param coordinator of a database that is distributed */
export async function readPlace(
  coordinator: Queries,
  organizationId: number,
): Promise<OrganizationPlace | undefined> {
  const [row] = await coordinator.query<
    Omit<OrganizationPlace, 'shards'> & { shards: Record<string, string> }
  >(selectPlace, [organizationId]);
  return row && { ...row, shards: new Map(Object.entries(row.shards)) };
}

/** Tells whether a node still has a shard. It may have a copy for a while after the shard has moved to another node. */
export async function isHere(node: Queries, shardId: number): Promise<boolean> {
  return (await node.query<{ isHere: boolean }>(selectIsHere, [shardId]))[0]!.isHere;
}
