import type { EmbeddedConnection } from '@parley/embedded-postgres';
import { asTransaction, type Load, loadTables, vacuumTables } from '../db/copies/load-tables.ts';
import { openSnapshot, type Snapshot } from '../db/copies/read-snapshot.ts';
import { readRole, withConnection } from '../db/database-role.ts';
import { knownMigrations, migrate } from '../db/migrate.ts';
import { placeOf } from '../domain/blob-claims/blob-owner.ts';
import { moveClaim } from '../domain/blob-claims/queries.ts';
import type { Log } from '../lib/log.ts';

/** Between two lines about the progress. */
const TELL_MS = 5000;

/** Selects the names of what an operator has added to the database, which is not moved. */
const ADDED = `
  select format('the database %I', datname) as name from pg_database
  where not datistemplate and datname not in ('postgres', current_database())
  union all select format('the role %I', rolname) from pg_roles
  where rolname !~ '^pg_' and rolname not in (current_user, 'parley_runtime')
  union all select format('%s %s.%I', case relkind when 'v' then 'the view' else 'the table' end,
    relnamespace::regnamespace, relname)
  from pg_class join pg_namespace n on n.oid = relnamespace
  where relkind in ('r', 'p', 'v', 'm', 'f') and nspname !~ '^pg_' and nspname <> 'information_schema'
    and (nspname not in ('public', 'pgboss') or relkind not in ('r', 'p') or relowner <> current_user::regrole)
  order by 1 limit 100`;

/**
 * Moves everything that Parley has stored from one server to the empty database of another: all rows as they are, the feed's
 * positions, and the claim on the blob store, because the database is the same one afterwards. The tables have the migrations
 * that they had before.
 * @throws if a newer Parley has used the database; the new database is then to be discarded
 */
export async function moveDatabase(
  from: EmbeddedConnection,
  to: EmbeddedConnection,
  log: Log,
): Promise<void> {
  const { hasTables, added } = await withConnection(from, async (client) => ({
    hasTables: (await readRole(client)).hasTables,
    added: (await client.query<{ name: string }>(ADDED)).rows.map(({ name }) => name),
  }));
  if (added.length > 0) {
    log.warn({ added }, 'the database has roles or tables that are none of Parley: they are not moved');
  }
  if (!hasTables) return;
  const snapshot = await openSnapshot(from);
  if (!snapshot) throw new Error('A backup of the database is running: start again when it has ended.');
  try {
    await refuseNewer(snapshot);
    const places = { before: await placeAt(from), after: await placeAt(to) };
    await migrate(to, log, {
      only: snapshot.migrations,
      async afterwards(client) {
        const { load, copied } = planMove(snapshot, places, log);
        const leftOut = await loadTables(client, load, async () => {});
        if (leftOut.length > 0) {
          log.warn(
            { tables: leftOut },
            'the database has tables that are none of Parley: they are not moved',
          );
        }
        log.info(
          { tables: copied.size, rows: sum(copied) },
          'the data is in the new database; statistics follow',
        );
        await vacuumTables(client);
      },
    });
  } finally {
    await snapshot.close();
  }
}

async function refuseNewer({ migrations }: Snapshot): Promise<void> {
  const known = await knownMigrations();
  const unknown = migrations.filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  throw new Error(
    `The database was migrated by a newer Parley (${unknown.join(', ')}): start that one. Nothing has been changed.`,
  );
}

/** Describes how the rows are loaded. `copied` is filled with the rows of each table while that is done. */
function planMove(
  snapshot: Snapshot,
  { before, after }: { before: string; after: string },
  log: Log,
): { load: Load; copied: ReadonlyMap<string, number> } {
  const copied = new Map<string, number>();
  let toldMs = performance.now();
  let read = { name: '', rows: () => 0 };
  const load: Load = {
    tables: snapshot.tables,
    sequences: snapshot.sequences,
    read(table) {
      const { content, rows } = snapshot.copyOut(table);
      read = { name: table.name, rows };
      return content;
    },
    tell({ name }, loaded) {
      if (loaded !== read.rows()) {
        throw new Error(`${loaded} of ${read.rows()} rows of ${name} have arrived`);
      }
      copied.set(name, loaded);
      if (performance.now() - toldMs < TELL_MS) return;
      toldMs = performance.now();
      log.info({ tables: copied.size, of: snapshot.tables.length, rows: sum(copied) }, 'moving the data');
    },
    async alongside(tx) {
      await tx.query(moveClaim, [before, after]);
    },
  };
  return { load, copied };
}

function sum(rows: ReadonlyMap<string, number>): number {
  return [...rows.values()].reduce((total, one) => total + one, 0);
}

async function placeAt(connection: EmbeddedConnection): Promise<string> {
  return await withConnection(connection, async (client) => (await placeOf(asTransaction(client))).place);
}
