import type pg from 'pg';
import { Client, CONNECT_TIMEOUT_MS, type ConnectionSettings } from './client.ts';

/** The role that a connection is made with. */
export type DatabaseRole = {
  name: string;
  /** True if it sees tables of Parley. */
  hasTables: boolean;
  /** True if it may migrate: it owns the tables, or may create them where there are none. */
  isOwner: boolean;
};

const ROLE = `
  select current_user as name, found.oid is not null as "hasTables",
    case when found.oid is not null then pg_has_role(current_user, found.relowner, 'usage')
         else coalesce(has_schema_privilege(current_schema(), 'create'), false) end as "isOwner"
  from (select) one left join pg_class found on found.oid = to_regclass('schema_migrations')`;

/** Tells who a connection is, and whether it may migrate. */
export async function readRole(client: pg.ClientBase): Promise<DatabaseRole> {
  return (await client.query<DatabaseRole>(ROLE)).rows[0]!;
}

/** Does `work` on a connection of its own. */
export async function withConnection<Result>(
  connection: ConnectionSettings,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({
    application_name: 'parley',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...connection,
  });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The role that may migrate in place of one that may not. */
export const HOW_TO_MIGRATE =
  'run "parley migrate" with the role that owns the tables (in DATABASE_URL or PARLEY_MIGRATION_DATABASE_URL)';

/** @throws where the role may not migrate */
export async function refuseNonOwner(client: pg.ClientBase): Promise<void> {
  const { name, hasTables, isOwner } = await readRole(client);
  if (isOwner) return;
  const why = hasTables ? 'does not own its tables' : 'may not create tables in it';
  throw new Error(
    `The database role ${JSON.stringify(name)} cannot migrate the database, as it ${why}: ${HOW_TO_MIGRATE}`,
  );
}
