import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rmdir, stat, unlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { EmbeddedPostgres } from '@parley/embedded-postgres';
import pg from 'pg';
import { claimServer, leave, reachServer } from '../../embedded-postgres/src/connect.ts';
import { copyDataDir, makeDataDir, modeOf, query, serverPid, single, start } from '../support/data-dirs.ts';
import { until } from '../support/until.ts';

const isRoot = process.geteuid?.() === 0;
const moduleUrl = import.meta.resolve('@parley/embedded-postgres');
const patienceMs = 30_000;

test('a cold start makes a private database, a warm one finds it again', async (t) => {
  const dataDir = await makeDataDir(t);
  const first = await start(dataDir);
  assert.equal(first.reused, false);
  const { connection } = first;
  assert.equal(connection.user, 'parley');
  assert.equal(connection.database, 'parley');
  assert.ok(Buffer.from(connection.password, 'base64url').length * 8 >= 160);
  for (const folder of ['', 'cluster', 'cluster/data', 'log']) {
    assert.equal(await modeOf(join(dataDir, 'postgres', folder)), 0o700, folder);
  }
  assert.equal(await modeOf(join(dataDir, 'postgres/cluster/password')), 0o600);
  assert.equal(await modeOf(connection.host), 0o700);

  await query(first, 'create table kept (n int)');
  await query(first, 'insert into kept values (7)');
  await assert.rejects(
    query({ connection: { ...connection, password: 'guess' } }, 'select 1'),
    /password auth/,
  );
  const expected = {
    listen_addresses: '',
    max_connections: '200',
    server_encoding: 'UTF8',
    data_checksums: 'on',
    fsync: 'on',
    synchronous_commit: 'on',
    jit: 'off',
    timezone: 'UTC',
    max_wal_size: '2GB',
  };
  for (const [name, value] of Object.entries(expected)) {
    assert.equal(await single(first, `select current_setting('${name}')`), value, name);
  }
  assert.equal(await single(first, `select upper('ä') || lower('Ω')`), 'Äω');

  assert.equal(await first.stopIfUnused(), 'stopped');
  assert.equal(await first.stopIfUnused(), 'stopped');
  await assert.rejects(query(first, 'select 1'), /ENOENT/);

  const second = await start(dataDir, { work_mem: '5MB' });
  assert.equal(second.reused, false);
  assert.deepEqual(second.connection, connection);
  assert.equal(await single(second, 'select n from kept'), 7);
  assert.equal(await single(second, `select current_setting('work_mem')`), '5MB');
});

test('the server outlives a Parley that is killed with all of its terminal', async (t) => {
  const dataDir = await copyDataDir(t);
  const parley = startInChild(dataDir);
  const started = await parley.started;
  process.kill(-parley.child.pid!, 'SIGINT');
  process.kill(-parley.child.pid!, 'SIGKILL');
  await once(parley.child, 'exit');
  const again = await start(dataDir);
  assert.equal(again.reused, true);
  assert.deepEqual(again.connection, started.connection);
  // The server may take a moment to notice that the killed one's connection is gone.
  let outcome = await again.stopIfUnused();
  for (let tries = 0; outcome === 'in use' && tries < 50; tries++) {
    await delay(100);
    const next = await start(dataDir);
    assert.equal(next.reused, true);
    outcome = await next.stopIfUnused();
  }
  assert.equal(outcome, 'stopped');
});

test('after kill -9 of the server the next start recovers, whoever has its process id now', async (t) => {
  const dataDir = await copyDataDir(t);
  const first = await start(dataDir);
  await query(first, 'create table kept as select generate_series(1, 1000) as n');
  const pid = await serverPid(dataDir);
  process.kill(pid, 'SIGKILL');
  const second = await start(dataDir);
  assert.equal(second.reused, false);
  assert.equal(await single(second, 'select count(*)::int from kept'), 1000);

  const lockFile = join(dataDir, 'postgres/cluster/data/postmaster.pid');
  const killed = await readFile(lockFile, 'utf8');
  process.kill(await serverPid(dataDir), 'SIGKILL');
  const { uid, gid } = await stat(lockFile);
  const stranger = spawn('sleep', ['60'], isRoot ? { uid, gid } : {});
  t.after(() => stranger.kill());
  await writeFile(lockFile, killed.replace(/^\d+/, String(stranger.pid)));
  const third = await start(dataDir);
  assert.equal(third.reused, false);
  assert.equal(await single(third, 'select count(*)::int from kept'), 1000);
});

test('several that start at once on an empty folder share one server, and the last one stops it', async (t) => {
  const dataDir = await makeDataDir(t);
  const child = startInChild(dataDir);
  t.after(() => child.child.kill('SIGKILL'));
  const [one, two, other] = await Promise.all([start(dataDir), start(dataDir), child.started]);
  assert.deepEqual(two.connection, one.connection);
  assert.deepEqual(other.connection, one.connection);
  assert.equal([one, two, other].filter(({ reused }) => !reused).length, 1);
  assert.deepEqual((await readdir(join(dataDir, 'postgres'))).sort(), ['cluster', 'log', 'run']);

  assert.equal(await one.stopIfUnused(), 'in use');
  child.child.stdin!.end();
  await once(child.child, 'exit');
  assert.equal(await two.stopIfUnused(), 'stopped');
});

test('a process that starts while another stops the server gets a server', async (t) => {
  const dataDir = await copyDataDir(t);
  let current = await start(dataDir);
  for (let round = 0; round < 5; round++) {
    const [stopped, next] = await Promise.all([
      current.stopIfUnused(),
      delay(round * 3).then(() => start(dataDir)),
    ]);
    assert.equal(next.reused, stopped === 'in use');
    assert.equal(await single(next, 'select 1'), 1);
    current = next;
  }
});

test('nobody gets in once a Parley has claimed the server to stop it', async (t) => {
  const server = await start(await copyDataDir(t));
  const { host, password } = server.connection;
  const [leaving, staying] = [await present(host, password), await present(host, password)];
  assert.equal(await claimServer(leaving), false);
  await leave(leaving);
  await leave(staying);
  const claiming = await present(host, password);
  // The presence of `server` itself is still there.
  assert.equal(await claimServer(claiming), false);
  await leave(claiming);
  const last = await present(host, password);
  assert.equal(await server.stopIfUnused(), 'in use');
  assert.equal(await claimServer(last), true);
  let isIn = false;
  const next = reachServer(host, password).then((reached) => {
    isIn = true;
    return reached;
  });
  await delay(100);
  assert.equal(isIn, false);
  await leave(last);
  const reached = await next;
  assert.equal(reached.state, 'present');
  if (reached.state === 'present') await leave(reached.client);
});

test('a backend that is slow to notice the death of its server is waited for', async (t) => {
  const dataDir = await copyDataDir(t);
  const first = await start(dataDir);
  const client = new pg.Client(first.connection);
  client.on('error', () => {});
  await client.connect();
  const backend = Number((await client.query('select pg_backend_pid() as pid')).rows[0].pid);
  process.kill(backend, 'SIGSTOP');
  t.after(() => client.end());
  process.kill(await serverPid(dataDir), 'SIGKILL');
  const second = start(dataDir);
  await delay(300);
  process.kill(backend, 'SIGCONT');
  assert.equal((await second).reused, false);
  assert.equal(await single(await second, 'select 1'), 1);
});

test('a server with other clients is left running', async (t) => {
  const dataDir = await copyDataDir(t);
  const first = await start(dataDir);
  const stranger = new pg.Client(first.connection);
  await stranger.connect();
  assert.equal(await first.stopIfUnused(), 'in use');
  assert.equal((await stranger.query('select 1')).rowCount, 1);
  const second = await start(dataDir);
  assert.equal(second.reused, true);
  await stranger.end();
  assert.equal(await second.stopIfUnused(), 'stopped');
});

test('kill -9 in the middle of initdb leaves nothing half-made', {
  skip: process.platform !== 'linux',
}, async (t) => {
  const dataDir = await makeDataDir(t);
  const root = join(dataDir, 'postgres');
  const parley = startInChild(dataDir);
  parley.started.catch(() => {});
  const makers = async () => (await readdir(root).catch(() => [])).filter((name) => name.startsWith('new-'));
  await until(async () => (await makers()).length > 0 || undefined);
  await delay(100);
  parley.child.kill('SIGKILL');
  await once(parley.child, 'exit');
  assert.equal((await makers()).length, 1);
  // One that is in work is left alone, whatever its process id: it may count in another container.
  const name = `new-${process.pid}-1-00000000`;
  await mkdir(join(root, name));
  const maker = spawn('flock', [
    '--no-fork',
    join(root, name, 'lock'),
    'sh',
    '-c',
    'echo locked; exec sleep 60',
  ]);
  t.after(() => maker.kill());
  await once(maker.stdout, 'data');

  // The initdb may have outlived its Parley, and holds the lock of its folder until it has ended.
  const server = await start(dataDir);
  assert.equal(await single(server, 'select 1'), 1);
  await until(async () => {
    await start(dataDir);
    return (await makers()).length === 1 || undefined;
  });
  assert.deepEqual(await makers(), [name]);
  maker.kill();
  await once(maker, 'exit');
});

test('a running server whose socket was cleaned away is started again', async (t) => {
  const dataDir = await copyDataDir(t);
  const first = await start(dataDir);
  await unlink(join(first.connection.host, '.s.PGSQL.5432'));
  const second = await start(dataDir);
  assert.equal(second.reused, false);
  assert.equal(await single(second, 'select 1'), 1);
});

test('the error names the reason why the server cannot start', async (t) => {
  const dataDir = await copyDataDir(t);
  await assert.rejects(
    start(dataDir, { max_connections: 'plenty' }),
    /could not start \(exit 1\)\.\n.*invalid value for parameter "max_connections": "plenty"$/s,
  );
  const socket = join(dataDir, 'postgres/run/.s.PGSQL.5432');
  await mkdir(socket);
  await assert.rejects(
    start(dataDir),
    /could not start.*could not bind Unix address .*database system is shut down$/s,
  );
  await rmdir(socket);
  await writeFile(join(dataDir, 'postgres/cluster/password'), 'another');
  await assert.rejects(start(dataDir), /cannot be used: password authentication failed/);
});

async function present(host: string, password: string): Promise<pg.Client> {
  const reached = await reachServer(host, password);
  assert.ok(reached.state === 'present');
  return reached.client;
}

/** Starts in a process group of its own. It ends, and leaves the server in order, when its stdin ends. */
function startInChild(dataDir: string): { child: ChildProcess; started: Promise<EmbeddedPostgres> } {
  const script = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(moduleUrl)});
    const server = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log: () => {} });
    console.log(JSON.stringify(server));
    process.stdin.resume().on('end', () => server.stopIfUnused());`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: dirname(fileURLToPath(import.meta.url)),
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const started = once(child.stdout!, 'data', { signal: AbortSignal.timeout(patienceMs) });
  return { child, started: started.then(([line]) => JSON.parse(String(line))) };
}
