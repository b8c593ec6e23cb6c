import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chown, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { type EmbeddedPostgres, readPostmaster } from '@parley/embedded-postgres';
import pg from 'pg';
import { createLog } from '../../src/lib/log.ts';
import { copyDataDir, makeDataDir, query, serverPid, single, start } from '../support/data-dirs.ts';
import { until } from '../support/until.ts';

const silent = createLog('silent');
const HAS_STOPPED = /^The embedded PostgreSQL has stopped/;
const ON_PURPOSE = /was shut down on purpose; requests are served again as soon as it is started$/;

/** Long enough for a server to be started by whoever would do it wrongly. */
const QUIET_MS = 1500;

/** So many processes of Parley on one server, which all keep it running until the test ends. */
async function startKept(t: TestContext, dataDir: string, count: number): Promise<EmbeddedPostgres[]> {
  const kept: EmbeddedPostgres[] = [];
  for (let number = 0; number < count; number++) kept.push(await start(dataDir));
  for (const one of kept) one.keepRunning(silent);
  t.after(() => Promise.all(kept.map((one) => one.rest())));
  return kept;
}

const inTrouble = (one: EmbeddedPostgres) => until(async () => one.trouble());
const isBack = (one: EmbeddedPostgres) => until(async () => one.trouble() === undefined || undefined);
const isThere = async (pid: number) =>
  (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).startsWith('postgres: ');
const dataOf = (dataDir: string) => join(dataDir, 'postgres/cluster/data');

for (const signal of ['SIGKILL', 'SIGQUIT'] as const) {
  test(`after ${signal} one of those on the server starts it again and the others join, at the same place`, async (t) => {
    const dataDir = await copyDataDir(t);
    const kept = await startKept(t, dataDir, 3);
    await query(kept[0]!, 'create table kept as select generate_series(1, 1000) as n');
    const before = await serverPid(dataDir);
    process.kill(before, signal);
    for (const trouble of await Promise.all(kept.map(inTrouble))) assert.match(trouble, HAS_STOPPED);
    await Promise.all(kept.map(isBack));
    assert.notEqual(await serverPid(dataDir), before);
    for (const one of kept) assert.equal(await single(one, 'select count(*)::int from kept'), 1000);
    const present = `select count(*)::int from pg_stat_activity where application_name = 'parley presence'`;
    assert.equal(await single(kept[0]!, present), kept.length);
    // And again: what watches is not used up.
    process.kill(await serverPid(dataDir), signal);
    await Promise.all(kept.map(inTrouble));
    await Promise.all(kept.map(isBack));
    assert.equal(await kept[0]!.stopIfUnused(), 'in use');
    assert.equal(await kept[1]!.stopIfUnused(), 'in use');
    assert.equal(await kept[2]!.stopIfUnused(), 'stopped');
  });
}

test('a backend that does not end with its server is ended, and no other server is touched', {
  skip: process.platform !== 'linux',
}, async (t) => {
  const [dataDir, otherDir] = [await copyDataDir(t), await copyDataDir(t)];
  const [kept] = await startKept(t, dataDir, 1);
  const other = new pg.Client((await start(otherDir)).connection);
  other.on('error', () => {});
  await other.connect();
  t.after(() => other.end());
  const client = new pg.Client(kept!.connection);
  client.on('error', () => {});
  await client.connect();
  const { pid } = (await client.query('select pg_backend_pid() as pid')).rows[0];
  process.kill(pid, 'SIGSTOP');
  t.after(async () => {
    if (await isThere(pid)) process.kill(pid, 'SIGKILL');
    await client.end();
  });
  process.kill(await serverPid(dataDir), 'SIGKILL');
  await inTrouble(kept!);
  await isBack(kept!);
  assert.equal(await single(kept!, 'select 1'), 1);
  assert.equal(await isThere(pid), false);
  assert.equal((await other.query('select 1')).rowCount, 1);
});

test('a server that was shut down cleanly stays stopped until somebody starts it', async (t) => {
  const dataDir = await copyDataDir(t);
  const kept = await startKept(t, dataDir, 2);
  process.kill(await serverPid(dataDir), 'SIGINT');
  await Promise.all(kept.map((one) => until(async () => ON_PURPOSE.test(one.trouble() ?? '') || undefined)));
  await delay(QUIET_MS);
  assert.equal(await readPostmaster(dataOf(dataDir)), undefined);
  const starter = await start(dataDir);
  assert.equal(starter.reused, false);
  await Promise.all(kept.map(isBack));
  // Those who were there before use it, so that it stays when its starter leaves.
  assert.equal(await starter.stopIfUnused(), 'in use');
  for (const one of kept) assert.equal(await single(one, 'select 1'), 1);
});

test('a stopping process starts no server, and leaves none running that it had begun to start', async (t) => {
  const dataDir = await copyDataDir(t);
  const [resting] = await startKept(t, dataDir, 1);
  await resting!.rest();
  process.kill(await serverPid(dataDir), 'SIGKILL');
  await delay(QUIET_MS);
  assert.equal((await readPostmaster(dataOf(dataDir)))?.alive, false);
  assert.equal(await resting!.stopIfUnused(), 'stopped');

  for (const laterMs of [0, 50, 400]) {
    const [leaving] = await startKept(t, dataDir, 1);
    process.kill(await serverPid(dataDir), 'SIGKILL');
    await inTrouble(leaving!);
    await delay(laterMs);
    await leaving!.stopIfUnused();
    assert.notEqual((await readPostmaster(dataOf(dataDir)))?.alive, true, `stopped ${laterMs} ms after`);
  }
});

test('no second server is started while the processes of another one have the folder, wherever they run', {
  skip: process.platform !== 'linux',
}, async (t) => {
  const dataDir = await copyDataDir(t);
  // As seen from another container: no process with the id of the lock file, and no shared memory.
  const elsewhere = spawn('flock', [
    '--no-fork',
    join(dataDir, 'postgres/cluster/lock'),
    'sh',
    '-c',
    'echo locked; exec sleep 60',
  ]);
  t.after(() => elsewhere.kill());
  await once(elsewhere.stdout, 'data');
  const starting = start(dataDir);
  await delay(QUIET_MS);
  assert.equal(await readPostmaster(dataOf(dataDir)), undefined);
  elsewhere.kill();
  assert.equal(await single(await starting, 'select 1'), 1);
});

test('from a lock file that is being written only the process id is used', async (t) => {
  const data = await makeDataDir(t);
  const read = async (text: string) => {
    await writeFile(join(data, 'postmaster.pid'), text);
    return await readPostmaster(data);
  };
  const known = { pid: 4_194_304, alive: false };
  const begun = `4194304\n${data}\n1763776800\n5432\n`;
  const whole = `${begun}/run/parley\n\n  7340033     65536\n`;
  assert.equal(await read(''), undefined);
  assert.equal(await read('41943'), undefined);
  for (const text of [
    `${begun}\n`,
    `${begun}/run/par`,
    `${begun}/run/par\n`,
    whole,
    `${whole}star`,
    // Read while the line of the folder was being put in: seen with the embedded server.
    `${begun}\n\nrley\n\ntgres/run\n\n\n`,
  ]) {
    assert.deepEqual(await read(text), { ...known, socketDir: undefined, status: undefined }, text);
  }
  assert.deepEqual(await read(`${whole}ready   \n`), { ...known, socketDir: '/run/parley', status: 'ready' });
});

test('an empty lock file, left by a server that was killed as it began, does not keep the next one out', async (t) => {
  const dataDir = await copyDataDir(t);
  const path = join(dataOf(dataDir), 'postmaster.pid');
  await appendFile(path, '', { mode: 0o600 });
  const { uid, gid } = await stat(dataOf(dataDir));
  await chown(path, uid, gid);
  const long = Date.now() / 1000 - 60;
  await utimes(path, long, long);
  assert.equal(await single(await start(dataDir), 'select 1'), 1);
});
