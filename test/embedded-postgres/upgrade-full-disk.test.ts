import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { startEmbeddedPostgres, type Upgrade } from '@parley/embedded-postgres';
import { makeDataDir, query, single } from '../support/data-dirs.ts';
import { makeStandIn, type OlderPostgres, startOlder, versionOf } from '../support/older-postgres.ts';
import { mountSmallDisk, type SmallDisk } from '../torture/support/small-disk.ts';

const DISK_MB = 320;
const ROWS = 100_000;

type House = { disk: SmallDisk; dataDir: string; older: OlderPostgres };

/** Makes a stopped database of the earlier version on a small disk; undefined if this process may not mount one. */
async function makeHouse(t: TestContext): Promise<House | undefined> {
  const disk = await mountSmallDisk(DISK_MB);
  if (!disk) return t.skip('this process may not mount a small file system') as undefined;
  const dataDir = await makeDataDir(t, 'data', disk.folder);
  t.after(() => disk.remove());
  const older = await makeStandIn(t);
  await older.makeCluster(dataDir);
  const server = await startOlder(dataDir, older);
  await query(server, `create table said as select n, 'kept' as words from generate_series(1, ${ROWS}) n`);
  await server.stop();
  return { disk, dataDir, older };
}

const copySaid: Upgrade['copy'] = async (from, to) => {
  const { rows } = await query({ connection: from }, 'select count(*)::int, min(words) from said');
  const [count, words] = rows[0]!;
  const made = `create table said as select n, '${words}' as words from generate_series(1, ${count}) n`;
  await query({ connection: to }, made);
};

function startNew({ dataDir, older }: House, copy = copySaid) {
  const upgrade = { copy, tell: () => {}, olderPrograms: older.folder };
  return startEmbeddedPostgres({ dataDir, log: () => {}, upgrade });
}

/** The former database is as it was, with nothing beside it. */
async function isUnchanged({ dataDir, older }: House): Promise<void> {
  const folders = await readdir(join(dataDir, 'postgres'));
  assert.deepEqual(
    folders.filter((name) => !['log', 'run', 'upgrade.lock'].includes(name)),
    ['cluster'],
  );
  assert.equal(await versionOf(dataDir), older.major);
  const server = await startOlder(dataDir, older);
  assert.equal((await query(server, 'select count(*)::int from said')).rows[0]![0], ROWS);
  assert.equal(await server.stop(), 'stopped');
}

async function movesWithRoom(house: House): Promise<void> {
  const server = await startNew(house);
  assert.equal(await single(server, `select count(*)::int from said where words = 'kept'`), ROWS);
  await server.stopIfUnused();
}

test('a disk without room for a second copy of the data is refused before anything is written', async (t) => {
  const house = await makeHouse(t);
  if (!house) return;
  await house.disk.fill(64);
  const copy = () => assert.fail('the copy has begun');
  await assert.rejects(
    startNew(house, copy),
    /needs \d+ MB of free space in .*postgres, where \d+ MB are free: make room, and start again\. Nothing has been changed\.$/,
  );
  await isUnchanged(house);
  await house.disk.free();
  await movesWithRoom(house);
});

test('a disk that fills up while the data is moved leaves the database as it was', async (t) => {
  const house = await makeHouse(t);
  if (!house) return;
  const fillAndCopy: Upgrade['copy'] = async (from, to) => {
    await house.disk.fill();
    await copySaid(from, to);
  };
  await assert.rejects(
    startNew(house, fillAndCopy),
    /because the disk of .*postgres is full: make room, and start again\. Nothing has been changed\.\n.*No space left/s,
  );
  await house.disk.free();
  await isUnchanged(house);
  await movesWithRoom(house);
});

test('a disk that is full already is named as the cause', async (t) => {
  const house = await makeHouse(t);
  if (!house) return;
  await house.disk.fill();
  await assert.rejects(startNew(house), /because the disk of .*postgres is full: make room, and start again/);
  await house.disk.free();
  await isUnchanged(house);
  await movesWithRoom(house);
});
