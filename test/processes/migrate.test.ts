import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { knownMigrations, migrate } from '../../src/db/migrate.ts';
import { createLog } from '../../src/lib/log.ts';
import { connectionTo, createTestDatabase, onServer, urlOf } from '../support/postgres.ts';
import { until } from '../support/until.ts';
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

/** Of a time when nobody had anything to upgrade. */
const LAST_CARELESS = '0012_sessions';

test('an index on a table that was there before is built while others write', async () => {
  const careful = (await knownMigrations()).filter((name) => name > LAST_CARELESS);
  assert.ok(careful.length > 2);
  for (const name of careful) {
    const text = await readFile(new URL(`../../migrations/${name}.sql`, import.meta.url), 'utf8');
    const made = [...text.matchAll(/^create table (\w+)/gm)].map(([, table]) => table);
    for (const [statement, how, table] of text.matchAll(
      /^create (?:unique )?index (concurrently )?[\s\S]*?\bon (\w+)/gm,
    )) {
      assert.ok(how !== undefined || made.includes(table), `${name}: ${statement}`);
    }
  }
});

/** A migration that is applied whole or not at all, and one that builds an index. */
const WHOLE = '0012_sessions';
const INDEX = '0014_executions-of-all-signals';

/** As a database is that was not migrated so far. */
async function withTestDatabase(
  unmigrated: string,
  work: (connection: pg.ClientConfig) => Promise<void>,
): Promise<void> {
  const database = await createTestDatabase();
  try {
    await rows(`delete from schema_migrations where name = '${unmigrated}'`, database.connection);
    await work(database.connection);
  } finally {
    await database.drop();
  }
}

test('a migration that fails leaves nothing of itself', () =>
  withTestDatabase(WHOLE, async (at) => {
    // It meets a table that is already there.
    const schema = () =>
      rows(
        "select table_name, column_name from information_schema.columns where table_schema = 'public' order by 1, 2",
        at,
      );
    const before = await schema();
    await assert.rejects(migrate(at, log), /already exists/);
    assert.deepEqual(await schema(), before);
    assert.deepEqual(await rows(`select name from schema_migrations where name = '${WHOLE}'`, at), []);
  }));

test('an index whose build was interrupted is rebuilt', () =>
  withTestDatabase(INDEX, async (at) => {
    const index = () =>
      rows(
        "select indisvalid, indexrelid from pg_index where indexrelid = 'signal_executions_all'::regclass",
        at,
      );
    await rows(
      "update pg_index set indisvalid = false where indexrelid = 'signal_executions_all'::regclass",
      at,
    );
    const [before] = await index();
    assert.deepEqual(await migrate(at, log), [INDEX]);
    const [after] = await index();
    assert.equal(after!.indisvalid, true);
    assert.notEqual(after!.indexrelid, before!.indexrelid);
  }));

test('an index that is there is left alone', () =>
  withTestDatabase(INDEX, async (at) => {
    assert.deepEqual(await migrate(at, log), [INDEX]);
  }));

test('while an index is built, others write, and other processes wait their turn to migrate', () =>
  withTestDatabase(INDEX, async (at) => {
    await rows('drop index signal_executions_all', at);
    const writer = new pg.Client(at);
    await writer.connect();
    // The building waits for the end of every transaction that may have seen the table without it.
    await writer.query('begin');
    await writer.query('lock table signal_executions in row exclusive mode');
    const all = Promise.all([migrate(at, log), migrate(at, log), migrate(at, log)]);
    await delay(500);
    const startMs = performance.now();
    await rows('begin; lock table signal_executions in row exclusive mode; commit', at);
    const waitedMs = performance.now() - startMs;
    await writer.query('commit');
    await writer.end();
    const applied = await all;
    assert.ok(waitedMs < 500, `others waited for ${waitedMs} ms`);
    assert.deepEqual(applied.map((one) => one.length).sort(), [0, 0, 1]);
  }));

test('a migration that cannot have its locks lets others pass, and comes again', () =>
  withTestDatabase(WHOLE, async (at) => {
    await rows('drop table sessions', at);
    const holder = new pg.Client(at);
    await holder.connect();
    await holder.query('begin');
    // As one who writes a key: the new table's reference to keys has to wait for its end.
    await holder.query('lock table api_keys in row exclusive mode');
    const migrating = migrate(at, log);
    let longestMs = 0;
    const endMs = performance.now() + 2000;
    while (performance.now() < endMs) {
      const startMs = performance.now();
      await rows('begin; lock table api_keys in row exclusive mode; commit', at);
      longestMs = Math.max(longestMs, performance.now() - startMs);
    }
    await holder.query('commit');
    await holder.end();
    assert.deepEqual(await migrating, [WHOLE]);
    assert.ok(longestMs > 200, 'the migration was in the way');
    assert.ok(longestMs < 1000, `others waited for ${longestMs} ms`);
  }));

/** Holds up a migration, as an application whose name tells it apart. @returns its process id and what ends it */
async function holdUp(at: pg.ClientConfig, sql: string) {
  const holder = new pg.Client({ ...at, application_name: 'nightly report' });
  await holder.connect();
  const { rows: own } = await holder.query('select pg_backend_pid() as pid');
  await holder.query('begin');
  await holder.query(sql);
  const pid: number = own[0].pid;
  const names = new RegExp(
    `server process ${pid} \\(of the application "nightly report", .*for \\d+ s; statement: `,
  );
  return { names, end: () => holder.end() };
}

test('parley migrate gives up after the time that it may wait, and names whom it waited for', () =>
  withTestDatabase(WHOLE, async (at) => {
    await rows('drop table sessions', at);
    const holder = await holdUp(at, 'lock table api_keys in row exclusive mode');
    const settings = { DATABASE_URL: urlOf(at), PARLEY_DATA_DIR: '/nonexistent' };
    const child = runParley(['migrate', '--wait', '1'], settings);
    assert.deepEqual(await child.ended, { code: 1, signal: null });
    assert.match(
      child.stderr(),
      new RegExp(`^parley: Migration ${WHOLE} was given up.* within 1 s: it waits for`, 'm'),
    );
    assert.match(child.stderr(), holder.names);
    assert.deepEqual(await rows(`select name from schema_migrations where name = '${WHOLE}'`, at), []);
    const later = runParley(['migrate'], { ...settings, PARLEY_MIGRATION_WAIT_SECONDS: '60' });
    await until(async () => (/waits for a lock of server process/.test(later.stderr()) ? true : undefined));
    await holder.end();
    assert.deepEqual(await later.ended, { code: 0, signal: null });
    assert.match(later.stdout(), new RegExp(`Applied ${WHOLE}`));
  }));

test('building an index gives up as well, and names the transactions whose end it waits for', () =>
  withTestDatabase(INDEX, async (at) => {
    await rows('drop index signal_executions_all', at);
    const holder = await holdUp(at, 'lock table signal_executions in row exclusive mode');
    await assert.rejects(migrate(at, log, { waitSeconds: 1 }), { message: holder.names });
    await holder.end();
    assert.deepEqual(await migrate(at, log), [INDEX]);
  }));

test('who waits for another process to migrate names it, and gives up as well', () =>
  withTestDatabase(INDEX, async (at) => {
    const holder = await holdUp(at, 'select pg_advisory_lock(7275539112)');
    await assert.rejects(migrate(at, log, { waitSeconds: 1 }), (error: Error) => {
      assert.match(error.message, /^Another process has been migrating for over 1 s: /);
      assert.match(error.message, holder.names);
      return true;
    });
    await holder.end();
  }));
