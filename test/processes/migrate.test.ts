import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { knownMigrations, migrate } from '../../src/db/migrate.ts';
import { createLog } from '../../src/lib/log.ts';
import { connectionTo, createTestDatabase, onServer, urlOf } from '../support/postgres.ts';
import { endAll, runParley } from './child.ts';

const NAME = `parley_test_migrate_${process.pid}`;
const log = createLog('silent');
const connection = () => connectionTo(NAME);

before(() => onServer(`create database ${NAME} template template0 encoding 'UTF8'`));
after(async () => {
  endAll();
  await onServer(`drop database if exists ${NAME} with (force)`);
});

async function rows(sql: string, at = connection()): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(at);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

test('an empty database is migrated once, however many start at once', async () => {
  // Slow enough that all of them would be at it together.
  await rows(`create function linger() returns event_trigger language plpgsql as
    $$ begin perform pg_sleep(0.02); end $$`);
  await rows('create event trigger linger on ddl_command_start execute function linger()');
  const all = await Promise.all(Array.from({ length: 5 }, () => migrate(connection(), log)));
  await rows('drop event trigger linger');
  const known = await knownMigrations();
  assert.deepEqual(all.map((applied) => applied.length).sort(), [0, 0, 0, 0, known.length]);
  assert.deepEqual(
    all.find((applied) => applied.length > 0),
    known,
  );
  const applied = await rows('select name from schema_migrations order by name');
  assert.deepEqual(
    applied.map((row) => row.name),
    known,
  );
});

test('a migrated database is left alone', async () => {
  assert.deepEqual(await migrate(connection(), log), []);
});

test('a database of a newer version is refused, and not touched', async () => {
  const name = '9999_from-the-future';
  await rows(`insert into schema_migrations (name) values ('${name}')`);
  await rows(
    "delete from schema_migrations where name = (select max(name) from schema_migrations where name < '9')",
  );
  const before = await rows('select * from schema_migrations order by name');
  await assert.rejects(migrate(connection(), log), {
    message: `The database was migrated by a newer Parley (it has ${name}): start that version, or a newer one`,
  });
  assert.deepEqual(await rows('select * from schema_migrations order by name'), before);
});

test('serve refuses it too: one line and exit code 1, before anything listens', async () => {
  const child = runParley(['serve'], {
    DATABASE_URL: urlOf(connection()),
    PARLEY_API_PORT: '0',
    PARLEY_RECEIVER_PORT: '0',
  });
  assert.deepEqual(await child.ended, { code: 1, signal: null });
  assert.match(
    child.stderr(),
    /^parley: The database was migrated by a newer Parley \(it has 9999_from-the-future\).*\n$/m,
  );
  assert.doesNotMatch(child.stdout() + child.stderr(), /listening/);
});

test('a migration that fails leaves nothing of itself', async () => {
  const database = await createTestDatabase();
  try {
    // The last migration meets a table that is already there.
    const last = (await knownMigrations()).at(-1)!;
    await rows(`delete from schema_migrations where name = '${last}'`, database.connection);
    const schema = () =>
      rows(
        "select table_name, column_name from information_schema.columns where table_schema = 'public' order by 1, 2",
        database.connection,
      );
    const before = await schema();
    await assert.rejects(migrate(database.connection, log), /already exists/);
    assert.deepEqual(await schema(), before);
    assert.deepEqual(
      await rows(`select name from schema_migrations where name = '${last}'`, database.connection),
      [],
    );
  } finally {
    await database.drop();
  }
});
