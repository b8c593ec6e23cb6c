import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { statementsOf } from '../../src/db/citus/apply-steps.ts';
import { placementOf } from '../../src/db/citus/placement.ts';
import { knownMigrations } from '../../src/db/migrate.ts';
import { runParley } from '../processes/child.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { sql } from '../support/sql.ts';

/** The last migration before there was a way to distribute the tables: no distributed database lacks it. */
const LAST_UNDISTRIBUTED = '0051_jobs-continue-traces';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
before(async () => {
  database = await createTestDatabase();
});
after(() => database.drop());

async function text(name: string): Promise<string> {
  return readFile(new URL(`../../migrations/${name}.sql`, import.meta.url), 'utf8');
}

test('the statements of each migration are found as PostgreSQL finds them', async () => {
  const whole = statementsOf(`create table a (b text default ';'); -- one; two
    create function f() returns void language sql as $$ select 1; select 2; $$;
    insert into a values ('it''s; so')`);
  assert.deepEqual(
    whole.map((statement) => statement.slice(0, 14)),
    ['create table a', 'create functio', 'insert into a '],
  );
  for (const name of await knownMigrations()) {
    const statements = statementsOf(await text(name));
    assert.ok(statements.length > 0, name);
    for (const statement of statements)
      assert.match(statement, /^[a-z]+ /, `${name}: ${statement.slice(0, 80)}`);
  }
});

test('a new table gets its foreign keys after it was distributed', async () => {
  const faults: string[] = [];
  for (const name of (await knownMigrations()).filter((one) => one > LAST_UNDISTRIBUTED)) {
    for (const statement of statementsOf(await text(name))) {
      // Citus adds one constraint at a time.
      if ((statement.match(/\badd (?:constraint \w+ )?foreign key/g) ?? []).length > 1)
        faults.push(`${name}: ${statement}`);
      if (!/^create table/.test(statement)) continue;
      const tables = [...statement.matchAll(/\breferences (\w+)/g)].map(([, table]) => table);
      if (tables.some((table) => table !== 'organizations')) {
        faults.push(
          `${name}: a foreign key belongs into "alter table … add foreign key" after ${statement.split('(')[0]}`,
        );
      }
    }
  }
  assert.deepEqual(faults, []);
});

test('each table has a place on a cluster: what is distributed has an organization in its primary key', async () => {
  const tables = await sql<{ name: string; hasOrganization: boolean }>(
    database.url,
    `select c.relname as name, exists (
       select from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey)
       where i.indrelid = c.oid and i.indisprimary and a.attname = 'organization_id') as "hasOrganization"
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`,
  );
  assert.ok(tables.length > 40);
  const misplaced = tables.filter(
    ({ name, hasOrganization }) => placementOf(name).where === 'by organization' && !hasOrganization,
  );
  assert.deepEqual(misplaced, []);
});

test('unique indexes and foreign keys of what is distributed have the organization', async () => {
  const rows = await sql<{ table: string; to: string | null; columns: string[]; name: string }>(
    database.url,
    `select i.indrelid::regclass::text as table, null as to, array_agg(a.attname::text) as columns, i.indexrelid::regclass::text as name
     from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
     join pg_class c on c.oid = i.indrelid
     where i.indisunique and c.relnamespace = 'public'::regnamespace and not c.relispartition group by 1, 2, 4
     union all
     select f.conrelid::regclass::text, f.confrelid::regclass::text, array_agg(a.attname::text), f.conname::text
     from pg_constraint f join pg_attribute a on a.attrelid = f.conrelid and a.attnum = any (f.conkey)
     where f.contype = 'f' group by 1, 2, 4`,
  );
  assert.ok(rows.length > 60);
  const where = (table: string) => placementOf(table).where;
  const faults = rows.filter(({ table, to, columns }) => {
    if (where(table) !== 'by organization') return false;
    // A row cannot refer to what is on the coordinator alone.
    if (to !== null && where(to) === 'coordinator') return true;
    return !columns.includes('organization_id');
  });
  assert.deepEqual(faults, []);
});

test('parley migrate --citus is refused with one sentence where the extension is missing', async () => {
  const child = runParley(['migrate', '--citus'], { DATABASE_URL: database.url });
  assert.deepEqual(await child.ended, { code: 1, signal: null });
  assert.match(
    child.stderr(),
    /^parley: The database lacks the extension citus: install Citus 13 on every node, .*\n$/,
  );
  assert.equal(child.stdout(), '');
});
