import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Database, openDatabase } from '../../src/db/database.ts';
import { forgetChanges } from '../../src/domain/changes/forget-changes.ts';
import { OutboxFloor } from '../../src/domain/changes/outbox-floor.ts';
import { readChanges, readHead } from '../../src/domain/changes/read-changes.ts';
import { sequenceChanges } from '../../src/domain/changes/sequence-changes.ts';
import { ENTITY_TYPES, recordEvent } from '../../src/domain/events/record-event.ts';
import { createLog } from '../../src/lib/log.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { seededRandom } from '../support/random.ts';
import { sql } from '../support/sql.ts';
import { until } from '../support/until.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
/** Several processes, as far as the database can tell. */
let processes: Database[];
before(async () => {
  database = await createTestDatabase();
  const connection = { connectionString: database.url };
  processes = Array.from({ length: 3 }, () => openDatabase(connection, createLog('silent')));
  await sql(database.url, "insert into organizations (name) values ('One'), ('Two')");
  await sql(database.url, 'create table entities (organization_id bigint, id bigint, version bigint)');
});
after(async () => {
  await Promise.all(processes.map((db) => db.close()));
  await database.drop();
});

const ENTITIES = 60;
/** The version that deletes an entity. Its first version creates it. */
const LAST_VERSION = 4;
const WRITERS = 12;
const WRITES = 60;

const bump = {
  name: 'bump',
  text: `update entities set version = version + 1
         where organization_id = $1 and id = $2 and version < ${LAST_VERSION} returning version`,
};
const ownEvent = { name: 'own-event', text: 'select max(id) as id from event_outbox' };
const sleep = { name: 'sleep', text: 'select pg_sleep($1)' };
const versions = { name: 'versions', text: 'select id, version from entities where organization_id = $1' };

const changeOf = (version: number) =>
  version === 1 ? 'created' : version === LAST_VERSION ? 'deleted' : 'updated';

test('readers miss nothing that was committed, see nothing that was not, and positions have no gaps', async () => {
  const organizations = (await sql<{ id: number }>(database.url, 'select id::int from organizations')).map(
    ({ id }) => id,
  );
  for (const organizationId of organizations) {
    await sql(database.url, `insert into entities select $1, n, 0 from generate_series(1, ${ENTITIES}) n`, [
      organizationId,
    ]);
  }
  let isWriting = true;
  const floors: number[] = [];
  const random = seededRandom(20261122);
  const pick = (below: number) => Math.floor(random() * below);
  const write = async (db: Database) => {
    for (let n = 0; n < WRITES; n++) {
      const [organizationId, id] = [organizations[pick(organizations.length)]!, 1 + pick(ENTITIES)];
      const work = db.transaction(async (tx) => {
        const [bumped] = await tx.query<{ version: number }>(bump, [organizationId, id]);
        if (!bumped) return;
        const change = changeOf(bumped.version);
        await recordEvent(tx, { organizationId, type: 'meeting', id, change });
        await tx.query(sleep, [pick(8) / 1000]);
        if (pick(5) === 0) throw new Error('rolled back');
      });
      await work.catch((error) => assert.match(error.message, /rolled back/));
    }
  };
  const sequence = async (db: Database) => {
    const floor = new OutboxFloor(0);
    while (isWriting) await sequenceChanges(db, floor);
    floors.push(floor.id);
  };
  const copies = new Map(organizations.map((id) => [id, new Map<number, number>()]));
  const positions: number[] = [];
  const read = async (organizationId: number) => {
    const db = processes[0]!;
    const copy = copies.get(organizationId)!;
    const lastChange = new Map<number, string>();
    for (let place = { position: 0, mark: 0 }; ; ) {
      const isLast = !isWriting;
      const page = await readChanges(db, organizationId, place, { types: ENTITY_TYPES, limit: 7 });
      const current = await db.query<{ id: number; version: number }>(versions, [organizationId]);
      for (const { id, position, change } of page.changes) {
        // Deleted entities do not reappear, and created ones did not exist before.
        assert.notEqual(lastChange.get(id), 'deleted', `${id} ${change}`);
        assert.ok(change !== 'created' || !lastChange.has(id), `${id} is created twice`);
        lastChange.set(id, change);
        assert.equal(
          position,
          place.position + 1 + page.changes.findIndex((one) => one.position === position),
        );
        if (organizationId === organizations[0]) positions.push(position);
        copy.set(id, current.find((one) => one.id === id)!.version);
      }
      place = page.next;
      if (isLast && page.isUpToDate) return;
    }
  };
  const reading = organizations.map(read);
  const sequencing = processes.map(sequence);
  await Promise.all(Array.from({ length: WRITERS }, (_, n) => write(processes[n % processes.length]!)));
  const left = () => sql(database.url, 'select from event_outbox');
  await until(async () => ((await left()).length === 0 ? true : undefined));
  isWriting = false;
  await Promise.all([...sequencing, ...reading]);
  assert.ok(Math.max(...floors) > WRITES, 'passes do not begin at the start of the outbox');

  assert.deepEqual(
    positions,
    positions.map((_, index) => index + 1),
  );
  for (const organizationId of organizations) {
    const truth = await processes[0]!.query<{ id: number; version: number }>(versions, [organizationId]);
    const touched = truth.filter(({ version }) => version > 0);
    assert.ok(touched.length > ENTITIES / 2);
    assert.deepEqual(
      [...copies.get(organizationId)!].sort(([a], [b]) => a - b),
      touched.map(({ id, version }) => [id, version]).sort(([a], [b]) => a! - b!),
    );
  }
});

test('an event that is committed late is found, although passes have long begun after it', async () => {
  const [late, db] = [processes[1]!, processes[0]!];
  const floor = new OutboxFloor(0);
  const event = { organizationId: 1, type: 'user', change: 'updated' } as const;
  const record = (id: number) => db.transaction((tx) => recordEvent(tx, { ...event, id }));
  const passes = async () => {
    for (let id = 1; id <= 4; id++) {
      await record(id);
      await sequenceChanges(db, floor);
    }
  };
  await passes();
  let lateId = 0;
  const [begun, ending] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const writing = late.transaction(async (tx) => {
    await recordEvent(tx, { ...event, id: 99 });
    const [row] = await tx.query<{ id: number }>(ownEvent, []);
    lateId = row!.id;
    begun.resolve();
    await ending.promise;
  });
  await begun.promise;
  await passes();
  assert.ok(floor.id < lateId, 'the floor stays below the event of an open transaction');
  ending.resolve();
  await writing;
  const { position } = await readHead(db, 1);
  await sequenceChanges(db, floor);
  const place = { position, mark: 0 };
  const { changes } = await readChanges(db, 1, place, { types: ENTITY_TYPES, limit: 10 });
  assert.deepEqual(
    changes.map(({ id }) => id),
    [99],
  );
  await passes();
  assert.ok(floor.id > lateId, 'the floor goes on once the transaction has ended');
});

test('events of one entity in one pass become one change', async () => {
  const db = processes[0]!;
  const { position } = await readHead(db, 1);
  const record = (events: Parameters<typeof recordEvent>[1][]) =>
    db.transaction(async (tx) => {
      for (const event of events) await recordEvent(tx, event);
    });
  const event = { organizationId: 1, type: 'meeting', change: 'updated' } as const;
  await record([
    { ...event, id: 7, fields: ['crm'] },
    { ...event, id: 8, change: 'created' },
    { ...event, id: 7, fields: ['transcript', 'details'] },
    { ...event, id: 8, fields: ['summary'] },
    { ...event, id: 9, change: 'created' },
    { ...event, id: 9, change: 'deleted' },
  ]);
  await sequenceChanges(db);
  const { changes } = await readChanges(db, 1, { position, mark: 0 }, { types: ENTITY_TYPES, limit: 10 });
  assert.deepEqual(
    changes.map(({ id, change, fields }) => [id, change, fields.toSorted()]),
    [
      [7, 'updated', ['crm', 'details', 'transcript']],
      [8, 'created', []],
      [9, 'deleted', []],
    ],
  );
});

test('changes are forgotten when their time is over, from the first one on', async () => {
  const db = processes[0]!;
  const signal = new AbortController().signal;
  const { position: last } = await readHead(db, 1);
  await sql(
    database.url,
    `update changes set at = now() - interval '2 hours' where organization_id = 1 and position <= $1`,
    [last - 2],
  );
  const before = { position: last - 3, mark: 0 };
  const page = { types: ENTITY_TYPES, limit: 10 };
  assert.equal((await readChanges(db, 1, before, page)).changes.length, 3);
  assert.equal(await forgetChanges(db, 1 / 24, signal), last - 2);
  assert.equal(await forgetChanges(db, 1 / 24, signal), 0);
  await assert.rejects(readChanges(db, 1, before, page), /after=start/);
  const kept = await readChanges(db, 1, { position: last - 2, mark: 0 }, page);
  assert.equal(kept.changes.length, 2);
  await sql(database.url, `update changes set at = now() - interval '2 hours'`);
  await forgetChanges(db, 1 / 24, signal);
  assert.equal((await readHead(db, 1)).position, last, 'a position is never given out again');
  await db.transaction((tx) =>
    recordEvent(tx, { organizationId: 1, type: 'user', id: 1, change: 'created' }),
  );
  await sequenceChanges(db);
  assert.equal((await readHead(db, 1)).position, last + 1);
});
