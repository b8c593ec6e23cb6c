import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { renewGrants } from '../../src/db/grants.ts';
import { migrate } from '../../src/db/migrate.ts';
import { createLog } from '../../src/lib/log.ts';
import { runParley } from '../cli/run-parley.ts';
import { copyDataDir, start } from '../support/data-dirs.ts';
import { createOwnedDatabase, type OwnedDatabase } from '../support/database-roles.ts';
import { makeJourney } from '../support/journey.ts';
import { urlOf } from '../support/postgres.ts';
import { startService } from '../support/service.ts';
import { sql } from '../support/sql.ts';

let database: OwnedDatabase;
before(async () => {
  database = await createOwnedDatabase();
});
after(() => database.drop());

/** SQLSTATE 42501: releases of PostgreSQL have other words for it. */
const INSUFFICIENT_PRIVILEGE = { code: '42501' };

const FREE_PORTS = { PARLEY_API_PORT: '0', PARLEY_RECEIVER_PORT: '0' };

/** The one sentence that a start which has to fail ends with. */
async function refusal(databaseUrl: string): Promise<string> {
  const { code, stdout, stderr } = await runParley(['serve'], { DATABASE_URL: databaseUrl, ...FREE_PORTS });
  assert.equal(code, 1, stdout + stderr);
  assert.doesNotMatch(stdout, /listening/);
  const lines = stderr.trim().split('\n');
  assert.equal(lines.length, 1, stderr);
  return lines[0]!;
}

test('a role that may create nothing is refused with one sentence where nobody has migrated', async () => {
  assert.match(
    await refusal(database.appUrl),
    /no tables of Parley .* "parley_roles_\w+_app" .*parley migrate/,
  );
  const migrated = await runParley(['migrate'], { DATABASE_URL: database.appUrl });
  assert.equal(migrated.code, 1);
  assert.match(
    migrated.stderr,
    /^parley: The database role .* may not create tables in it: run "parley migrate".*\n$/,
  );
});

test('it is refused as long as it was granted nothing, and where a right is missing', async () => {
  const { code, stdout, stderr } = await runParley(['migrate'], { DATABASE_URL: database.ownerUrl });
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^Applied 0001_/);
  assert.match(
    await refusal(database.appUrl),
    /rights that the database role .* lacks .*--grant-to parley_roles_/,
  );
  const unknown = await runParley(['migrate', '--grant-to', 'nobody-here'], {
    DATABASE_URL: database.ownerUrl,
  });
  assert.equal(unknown.code, 1);
  assert.match(unknown.stderr, /There is no database role "nobody-here"/);
  const granted = await runParley(['migrate', '--grant-to', database.app], {
    DATABASE_URL: database.ownerUrl,
  });
  assert.equal(
    granted.stdout,
    `Nothing to do: the schema is current.\nGranted ${database.app} the rights to serve.\n`,
  );
  await database.as('owner', `revoke delete on jobs from ${database.app}`);
  assert.match(await refusal(database.appUrl), /lacks \(delete on table public\.jobs\)/);
  await database.as('owner', `grant delete on jobs to ${database.app}`);
});

test('with the rights that were granted it serves and does jobs, and so do commands', async () => {
  const service = await startService({ databaseUrl: database.appUrl });
  try {
    await makeJourney(service.client);
  } finally {
    await service.stop();
  }
  const { code, stdout, stderr } = await runParley(['audit', 'list'], { DATABASE_URL: database.appUrl });
  assert.equal(code, 0, stderr);
  assert.match(stdout, /signal/);
});

test('it has no privileges that it does not need', async () => {
  const forbidden = [
    'create table public.more (id int)',
    'create schema more',
    'create role more',
    'create database more',
    'drop table meetings',
    'drop table jobs',
    'alter table meetings add column more int',
    'truncate meetings',
    'truncate jobs',
    'create index more on meetings (title)',
    'create trigger more before insert on meetings for each row execute function count_meeting()',
    'alter table meetings disable trigger all',
    'update audit_records set detail = null',
    'delete from audit_records',
    "insert into schema_migrations (name) values ('9999_more')",
    'delete from schema_migrations',
    "copy meetings to program 'true'",
    "select pg_read_file('PG_VERSION')",
  ];
  for (const statement of forbidden) {
    await assert.rejects(database.as('app', statement), INSUFFICIENT_PRIVILEGE, statement);
  }
  const [role] = await database.as(
    'app',
    'select rolsuper, rolcreaterole, rolcreatedb, rolbypassrls from pg_roles where rolname = current_user',
  );
  assert.deepEqual(Object.values(role!), [false, false, false, false]);
});

test('it is refused where the schema is older than the process, and the owner migrates again', async () => {
  const [{ name }] = (await database.as('owner', 'select max(name) as name from schema_migrations')) as [
    { name: string },
  ];
  await database.as('owner', `delete from schema_migrations where name = '${name}'`);
  assert.match(await refusal(database.appUrl), new RegExp(`lacks what this version needs \\(${name}\\)`));
  await database.as('owner', `insert into schema_migrations (name) values ('${name}')`);
});

test('a role that was granted the rights gets those to new tables; one that may read alone does not', async () => {
  await database.as('owner', 'create table later (id bigint generated always as identity, note text)');
  await database.as('owner', 'grant select on all tables in schema public to public');
  const client = new pg.Client(database.ownerUrl);
  await client.connect();
  await renewGrants(client);
  await client.end();
  await database.as('app', "insert into later (note) values ('x')");
  const [{ grants }] = (await database.as(
    'owner',
    "select count(*)::int as grants from aclexplode((select relacl from pg_class where relname = 'later')) a where a.grantee = 0 and privilege_type <> 'SELECT'",
  )) as [{ grants: number }];
  assert.equal(grants, 0);
  await database.as('owner', 'drop table later');
  await database.as('owner', 'revoke select on all tables in schema public from public');
});

test('with the URLs of both roles a start migrates with one and serves with the other', async () => {
  const fresh = await createOwnedDatabase();
  try {
    const service = await startService({ databaseUrl: fresh.appUrl, migrationDatabaseUrl: fresh.ownerUrl });
    try {
      await makeJourney(service.client);
      const connected = await fresh.as(
        'superuser',
        `select distinct usename from pg_stat_activity where datname = '${fresh.name}' and pid <> pg_backend_pid()`,
      );
      assert.deepEqual(connected, [{ usename: fresh.app }]);
    } finally {
      await service.stop();
    }
  } finally {
    await fresh.drop();
  }
});

test('the embedded database is served with a role of its own, also where an earlier version made it', async (t) => {
  const dataDir = await copyDataDir(t);
  const early = await start(dataDir);
  const url = urlOf(early.connection);
  // As it was: the superuser alone, and its tables.
  await sql(url, 'drop role parley_runtime');
  await migrate(early.connection, createLog('silent'));
  await sql(url, "insert into organizations (name) values ('From before')");
  await early.stopIfUnused();
  const key = 'a-key-for-the-embedded-database';
  const service = await startService({ databaseUrl: undefined, dataDir, bootstrapApiKey: key });
  try {
    const rows = await sql<{ usename: string }>(
      url,
      `select distinct usename from pg_stat_activity where datname = 'parley' and pid <> pg_backend_pid()`,
    );
    assert.deepEqual(rows, [{ usename: 'parley_runtime' }]);
    const [role] = await sql(
      url,
      `select rolsuper, rolcreaterole, rolcreatedb,
        has_schema_privilege(oid, 'public', 'create') as public,
        has_database_privilege(oid, 'parley', 'create') as schemas, has_database_privilege(oid, 'parley', 'temporary') as temporary
      from pg_roles where rolname = 'parley_runtime'`,
    );
    assert.deepEqual(new Set(Object.values(role!)), new Set([false]));
    assert.deepEqual(await sql(url, 'select name from organizations'), [{ name: 'From before' }]);
  } finally {
    await service.stop();
  }
});
