import type pg from 'pg';
import { renewGrants } from '../grants.ts';
import { placementOf } from './placement.ts';
import { DISTRIBUTED_FUNCTIONS } from './seams.ts';

/** The shards of each table: with 32, a cluster can grow to 32 workers without splitting any. */
export const SHARDS = 32;

/** The oldest Citus that Parley was tested with. */
const MIN_CITUS = 13;

const INSTALL =
  'install Citus 13 on every node, run "create extension citus" in the database of each of them, and register the nodes (docs/citus.md)';

/** Tells whether a database is distributed, by the table that refers to all organizations. */
export async function isDistributed(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>(
    `select to_regclass('pg_dist_partition') is not null and to_regclass('organizations') is not null as exists`,
  );
  if (!rows[0]!.exists) return false;
  const found = await client.query(
    `select from pg_dist_partition where logicalrelid = to_regclass('organizations')`,
  );
  return found.rows.length > 0;
}

/** @throws one sentence if the database is not on a cluster that is ready */
export async function refuseWithoutCitus(client: pg.ClientBase): Promise<void> {
  const { rows: found } = await client.query<{ version: string }>(
    `select extversion as version from pg_extension where extname = 'citus'`,
  );
  const version = found[0]?.version;
  if (version === undefined) throw new Error(`The database lacks the extension citus: ${INSTALL}`);
  if (Number.parseInt(version, 10) < MIN_CITUS) {
    throw new Error(`The database has Citus ${version}, which is too old: ${INSTALL}`);
  }
  const { rows } = await client.query<{ coordinator: boolean | null; workers: number }>(
    `select bool_or(groupid = 0) as coordinator,
       (count(*) filter (where groupid <> 0 and shouldhaveshards))::int as workers
     from pg_dist_node where noderole = 'primary' and isactive`,
  );
  const { coordinator, workers } = rows[0]!;
  if (!coordinator) {
    throw new Error(
      "The coordinator of Citus has no address that the workers can reach it by: run select citus_set_coordinator_host('<its host>', <its port>) first",
    );
  }
  if (workers === 0) {
    throw new Error(
      "The Citus cluster has no worker: run select citus_add_node('<its host>', <its port>) for each first",
    );
  }
}

/**
 * Distributes the tables of a migrated database by organization, together with their rows. It is one transaction, so nothing
 * has changed if it fails. Afterwards, the copies of the rows that remain on the coordinator are removed table by table; if that
 * is interrupted, the next call continues it. The tables are locked in the meantime.
 * @returns the tables that were distributed; none where all were
 */
export async function distribute(client: pg.ClientBase, shards = SHARDS): Promise<string[]> {
  await client.query('set statement_timeout = 0');
  const distributed = (await isDistributed(client)) ? [] : await distributeAll(client, shards);
  await removeRemains(client);
  return distributed;
}

async function distributeAll(client: pg.ClientBase, shards: number): Promise<string[]> {
  await client.query('begin');
  try {
    await prepareForDdl(client);
    const tables = await ownTables(client);
    // A table may refer only to tables that have been distributed before it.
    const keys = await foreignKeys(client, tables);
    for (const { drop } of keys) await client.query(drop);
    // Citus copies the rows by statements that triggers would count as new rows.
    const triggers = await triggersOf(client, tables);
    for (const { drop } of triggers) await client.query(drop);
    await createTwoPhases(client);
    await client.query(DISTRIBUTED_FUNCTIONS);
    await distributeFunctions(client);
    for (const table of tables) await place(client, table, shards);
    for (const { add } of triggers) await client.query(add);
    for (const { add, from, to } of keys) if (isKept(from, to)) await client.query(add);
    await renewGrants(client);
    await client.query('commit');
    return tables.filter((table) => placementOf(table).where !== 'coordinator');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

/** Sets, for the running transaction, the settings that changes to the schema of a distributed database need. */
export async function prepareForDdl(client: pg.ClientBase): Promise<void> {
  // Each worker is changed through one connection, because several would wait for each other's locks at a foreign key.
  await client.query(`set local citus.multi_shard_modify_mode = 'sequential'`);
  // The triggers write to rows of the same organization only, which are on the same node.
  await client.query(`set local citus.propagate_set_commands = 'local'`);
  await client.query('set local citus.enable_unsafe_triggers = on');
}

/** Moves a table and its rows to their place on the cluster. */
export async function place(client: pg.ClientBase, table: string, shards: number): Promise<void> {
  const placement = placementOf(table);
  if (placement.where === 'everywhere') {
    await client.query('select create_reference_table($1::regclass)', [table]);
  } else if (placement.where === 'coordinator') {
    const { rows } = await client.query<{ statement: string }>(
      `select format('create trigger two_phases before %s on %s for each statement execute function two_phases()',
         $2::text, $1::regclass) as statement`,
      [table, placement.writes],
    );
    await client.query(rows[0]!.statement);
  } else {
    const { rows } = await client.query<{ table: string }>(
      `select logicalrelid::text as table from pg_dist_partition
       where partmethod = 'h' and logicalrelid = any ($1::regclass[]) limit 1`,
      [await ownTables(client)],
    );
    const like = rows[0]?.table;
    await client.query(
      `select create_distributed_table($1::regclass, 'organization_id',
         shard_count => case when $2::text is null then $3::int end, colocate_with => coalesce($2, 'none'))`,
      [table, like, shards],
    );
  }
}

/**
 * Creates the table and the trigger function that make a transaction commit on the coordinator and on a worker, or on neither.
 * Citus guarantees that if it knows of both writes, so a trigger of each table on the coordinator updates a table that Citus
 * manages.
 */
async function createTwoPhases(client: pg.ClientBase): Promise<void> {
  await client.query(`
    create table two_phase_commits (is_only_row boolean primary key);
    select citus_add_local_table_to_metadata('two_phase_commits');
    create function two_phases() returns trigger language plpgsql as $$
    begin
      -- Once for each transaction. The setting ends with it, and is undone with a savepoint.
      if current_setting('parley.commits_in_two_phases', true) is distinct from 'on' then
        update two_phase_commits set is_only_row = true where is_only_row is null;
        perform set_config('parley.commits_in_two_phases', 'on', true);
      end if;
      return null;
    end $$;`);
}

/** Creates Parley's functions on all nodes: Citus does that by itself only for those that are created on a cluster. */
async function distributeFunctions(client: pg.ClientBase): Promise<void> {
  await client.query(
    `select create_distributed_function(p.oid::regprocedure) from pg_class parley
     join pg_proc p on p.pronamespace = parley.relnamespace and p.proowner = parley.relowner
     where parley.oid = to_regclass('schema_migrations') and p.prokind = 'f'
       and not exists (select from pg_depend where objid = p.oid and classid = 'pg_proc'::regclass and deptype = 'e')`,
  );
}

/** Returns true if both tables of a foreign key are on the same nodes. */
function isKept(from: string, to: string): boolean {
  return (placementOf(from).where === 'coordinator') === (placementOf(to).where === 'coordinator');
}

/** Returns Parley's own tables: those in its schema that belong to its owner. A partition goes where its table is. */
async function ownTables(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ table: string }>(
    `select c.relname as table from pg_class parley
     join pg_class c on c.relnamespace = parley.relnamespace and c.relowner = parley.relowner
     where parley.oid = to_regclass('schema_migrations') and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname <> 'two_phase_commits'
     order by (c.relname = 'organizations') desc, c.relname`,
  );
  return rows.map(({ table }) => table);
}

type ForeignKey = { from: string; to: string; drop: string; add: string };

/** The foreign keys of tables, with the statements that drop and add them. */
async function foreignKeys(client: pg.ClientBase, tables: readonly string[]): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select conrelid::regclass::text as from, confrelid::regclass::text as to,
       format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
     from pg_constraint
     where contype = 'f' and conparentid = 0 and conrelid = any ($1::regclass[]) order by 1, conname`,
    [tables],
  );
  return rows;
}

/** The triggers of tables, with the statements that drop and add them. */
async function triggersOf(
  client: pg.ClientBase,
  tables: readonly string[],
): Promise<{ drop: string; add: string }[]> {
  const { rows } = await client.query<{ drop: string; add: string }>(
    `select format('drop trigger %I on %s', tgname, tgrelid::regclass) as drop, pg_get_triggerdef(oid) as add
     from pg_trigger where not tgisinternal and tgparentid = 0 and tgrelid = any ($1::regclass[]) order by tgrelid, tgname`,
    [tables],
  );
  return rows;
}

/** Removes the rows that were copied to the workers from the coordinator, where they are no longer visible. */
async function removeRemains(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ table: string }>(
    `select logicalrelid::text as table from pg_dist_partition
     where logicalrelid = any ($1::regclass[]) and (partmethod = 'h' or repmodel = 't')
       and pg_relation_size(logicalrelid) > 0`,
    [await ownTables(client)],
  );
  for (const { table } of rows) {
    await client.query('select truncate_local_data_after_distributing_table($1::regclass)', [table]);
  }
}
