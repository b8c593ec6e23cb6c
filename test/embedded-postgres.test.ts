import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  rmdir,
  stat,
  symlink,
  unlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { ensureLibraryLinks, findBinaries } from '../src/db/embedded/binaries.ts';
import { makeCluster } from '../src/db/embedded/cluster.ts';
import { claimServer, leave, reachServer } from '../src/db/embedded/connect.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/db/embedded/embedded-postgres.ts';
import { chooseSocketDir, ensureOwnFolder, prepareLayout } from '../src/db/embedded/layout.ts';
import { chooseCommandPrefix } from '../src/db/embedded/run-as.ts';

const isRoot = process.geteuid?.() === 0;
const moduleUrl = new URL('../src/db/embedded/embedded-postgres.ts', import.meta.url).href;
const patienceMs = 30_000;

/** A stopped database, copied by those tests that are not about making one. */
let template: string;

before(async () => {
  template = await mkdtemp(join(tmpdir(), 'parley-template-'));
  const server = await start(template);
  assert.equal(await server.stopIfUnused(), 'stopped');
});

after(async () => {
  await stopServer(template);
  await rm(template, { recursive: true, force: true });
});

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

test('one that starts while another stops the server ends up with a server', async (t) => {
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

test('kill -9 in the middle of initdb leaves nothing half-made', async (t) => {
  const dataDir = await makeDataDir(t);
  const root = join(dataDir, 'postgres');
  const parley = startInChild(dataDir);
  parley.started.catch(() => {});
  const makers = async () => (await readdir(root).catch(() => [])).filter((name) => name.startsWith('new-'));
  await until(async () => (await makers()).length > 0);
  await delay(100);
  parley.child.kill('SIGKILL');
  await once(parley.child, 'exit');
  assert.equal((await makers()).length, 1);
  // One whose maker lives is left alone: it may be in work.
  await mkdir(join(root, `new-${process.ppid}-1-00000000`));

  const server = await start(dataDir);
  assert.equal(await single(server, 'select 1'), 1);
  assert.deepEqual(await makers(), [`new-${process.ppid}-1-00000000`]);
});

test('root gives the server no privilege, or one where the folder cannot be entered', {
  skip: !isRoot,
}, async (t) => {
  const open = await copyDataDir(t);
  await start(open);
  const { nativeDir } = await findBinaries();
  // Where the project itself is in a closed folder, its programs are too.
  assert.equal(await capabilities(open), (await canBeEntered(nativeDir)) ? 0 : PASS_PERMISSIONS);

  const closed = await makeDataDir(t);
  await chmod(dirname(closed), 0o700);
  await makeClusterWithClosedPrograms(closed);
  const server = await start(closed);
  assert.equal(await single(server, 'select 1'), 1);
  assert.equal(await capabilities(closed), PASS_PERMISSIONS);
  const { uid, mode } = await stat(dirname(closed));
  assert.deepEqual([uid, mode & 0o777], [0, 0o700]);
  assert.equal((await stat(closed)).uid, 0);
  assert.notEqual((await stat(join(closed, 'postgres'))).uid, 0);
});

test('a folder too deep for a socket gets one elsewhere, found again from another temporary folder', async (t) => {
  const dataDir = await makeDataDir(t, `with "quotes", ${'long'.repeat(30)}`);
  const first = await start(dataDir);
  assert.equal(dirname(first.connection.host), tmpdir());
  assert.equal(await modeOf(first.connection.host), 0o700);
  t.after(() => rm(first.connection.host, { recursive: true }));

  const { TMPDIR } = process.env;
  t.after(() => {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  });
  process.env.TMPDIR = await mkdtemp(join(tmpdir(), 'other-'));
  t.after(rm.bind(undefined, process.env.TMPDIR, { recursive: true, force: true }));
  const second = await start(dataDir);
  assert.equal(second.reused, true);
  assert.equal(second.connection.host, first.connection.host);
  assert.equal(await single(second, 'select 1'), 1);
});

test('the socket has at most the length that the system takes, in bytes', () => {
  const limit = process.platform === 'linux' ? 107 : 103;
  const longest = `/${'x'.repeat(limit - '/'.length - '/run/.s.PGSQL.5432'.length)}`;
  assert.equal(chooseSocketDir(longest), join(longest, 'run'));
  assert.notEqual(chooseSocketDir(`${longest}x`), join(`${longest}x`, 'run'));
  const chooses = chooseSocketDir(longest.replace('x', 'ä'));
  assert.equal(dirname(chooses), tmpdir());
  assert.equal(chooseSocketDir(longest.replace('x', 'ä')), chooses);
});

test('a folder that is a link, or in use for something else, is refused and left as it is', async (t) => {
  const parent = await makeDataDir(t);
  const self = isRoot ? { uid: 65_534, gid: 65_534 } : undefined;
  await mkdir(join(parent, 'empty'));
  await ensureOwnFolder(join(parent, 'empty'), self);
  assert.equal(await modeOf(join(parent, 'empty')), 0o700);

  await symlink(join(parent, 'empty'), join(parent, 'link'));
  await assert.rejects(ensureOwnFolder(join(parent, 'link'), self), /link must be a folder/);

  const used = join(parent, 'used');
  await mkdir(join(used, 'by others'), { recursive: true });
  await chmod(used, 0o755);
  const before = await stat(used);
  await assert.rejects(ensureOwnFolder(used, self), isRoot ? /belongs to root/ : /open to other users/);
  if (isRoot) await assert.rejects(ensureOwnFolder(used, undefined), /open to other users/);
  const after = await stat(used);
  assert.deepEqual([after.uid, after.gid, after.mode], [before.uid, before.gid, before.mode]);
});

test('a running server whose socket was cleaned away is started again', async (t) => {
  const dataDir = await copyDataDir(t);
  const first = await start(dataDir);
  await unlink(join(first.connection.host, '.s.PGSQL.5432'));
  const second = await start(dataDir);
  assert.equal(second.reused, false);
  assert.equal(await single(second, 'select 1'), 1);
});

test('a cluster of another major version is refused, naming both', async (t) => {
  const dataDir = await makeDataDir(t);
  await mkdir(join(dataDir, 'postgres/cluster/data'), { recursive: true, mode: 0o700 });
  if (isRoot) await chown(join(dataDir, 'postgres'), 65_534, 65_534);
  await writeFile(join(dataDir, 'postgres/cluster/data/PG_VERSION'), '16\n');
  await assert.rejects(start(dataDir), /made by PostgreSQL 16, but this Parley carries PostgreSQL 18/);
});

test('what hinders the server stands in the error', async (t) => {
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

test('missing links between libraries are made', async (t) => {
  const nativeDir = join(await makeDataDir(t), 'native');
  await mkdir(join(nativeDir, 'lib'), { recursive: true });
  await writeFile(join(nativeDir, 'lib/libx.so.1.2'), 'x');
  const links = [{ source: 'native/lib/libx.so.1.2', target: 'native/lib/libx.so.1' }];
  await writeFile(join(nativeDir, 'pg-symlinks.json'), JSON.stringify(links));
  await ensureLibraryLinks(nativeDir);
  await ensureLibraryLinks(nativeDir);
  assert.equal(await readFile(join(nativeDir, 'lib/libx.so.1'), 'utf8'), 'x');
  const lost = [{ source: 'native/lib/libx.so.1.2', target: 'native/gone/libx.so.1' }];
  await writeFile(join(nativeDir, 'pg-symlinks.json'), JSON.stringify(lost));
  await assert.rejects(ensureLibraryLinks(nativeDir), /gone\/libx\.so\.1 is missing/);
});

/** CAP_DAC_OVERRIDE. */
const PASS_PERMISSIONS = 1 << 1;

/** Whether other users can enter a folder and all above it. */
async function canBeEntered(folder: string): Promise<boolean> {
  const { mode } = await stat(folder);
  return (mode & 0o001) !== 0 && (dirname(folder) === folder || (await canBeEntered(dirname(folder))));
}

/** As in a clone that only root can enter: the programs are out of reach as well. */
async function makeClusterWithClosedPrograms(dataDir: string): Promise<void> {
  const installed = await findBinaries();
  const nativeDir = join(dirname(dataDir), 'native');
  await promisify(execFile)('cp', ['-a', installed.nativeDir, nativeDir]);
  const [initdb, postgres] = [join(nativeDir, 'bin/initdb'), join(nativeDir, 'bin/postgres')];
  const layout = await prepareLayout(dataDir);
  const prefix = await chooseCommandPrefix(layout.account, { program: postgres, folders: [layout.root] });
  await makeCluster(layout, { ...installed, initdb, postgres, nativeDir }, prefix);
}

/** A data folder with a database that is not running. */
async function copyDataDir(t: TestContext): Promise<string> {
  const dataDir = await makeDataDir(t);
  await promisify(execFile)('cp', ['-a', join(template, 'postgres'), dataDir]);
  return dataDir;
}

/** An empty data folder whose server is stopped, and which is removed with its parent, when the test ends. */
async function makeDataDir(t: TestContext, name = 'data'): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'parley-test-'));
  await chmod(parent, 0o755);
  const dataDir = join(parent, name);
  await mkdir(dataDir);
  t.after(async () => {
    await stopServer(dataDir);
    await rm(parent, { recursive: true, force: true, maxRetries: 5 });
  });
  return dataDir;
}

async function start(dataDir: string, settings: Record<string, string> = {}): Promise<EmbeddedPostgres> {
  return await startEmbeddedPostgres({ dataDir, log: () => {}, settings });
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

async function present(host: string, password: string): Promise<pg.Client> {
  const reached = await reachServer(host, password);
  assert.ok(reached.state === 'present');
  return reached.client;
}

async function query({ connection }: Pick<EmbeddedPostgres, 'connection'>, sql: string) {
  const client = new pg.Client(connection);
  client.on('error', () => {});
  try {
    await client.connect();
    return await client.query({ text: sql, rowMode: 'array' });
  } finally {
    await client.end();
  }
}

async function single(server: EmbeddedPostgres, sql: string): Promise<unknown> {
  return (await query(server, sql)).rows[0]![0];
}

async function modeOf(path: string): Promise<number> {
  return (await stat(path)).mode & 0o777;
}

async function serverPid(dataDir: string): Promise<number> {
  return Number.parseInt(await readFile(join(dataDir, 'postgres/cluster/data/postmaster.pid'), 'utf8'), 10);
}

/** The server's capabilities that it has or could ever get, as bits. */
async function capabilities(dataDir: string): Promise<number> {
  const status = await readFile(`/proc/${await serverPid(dataDir)}/status`, 'utf8');
  const sets = [...status.matchAll(/^Cap(?:Inh|Prm|Eff|Bnd|Amb):\s*([0-9a-f]+)$/gm)];
  assert.equal(sets.length, 5);
  return sets.reduce((bits, [, hex]) => bits | Number.parseInt(hex!, 16), 0);
}

/** Ends the server of this folder, and no other. */
async function stopServer(dataDir: string): Promise<void> {
  const pid = await serverPid(dataDir).catch(() => undefined);
  if (pid === undefined) return;
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  if (process.platform === 'linux' && !command.includes(dataDir)) return;
  process.kill(pid, 'SIGINT');
  await until(async () => (await serverPid(dataDir).catch(() => undefined)) === undefined);
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const giveUpMs = performance.now() + patienceMs;
  while (!(await isSo())) {
    assert.ok(performance.now() < giveUpMs, 'waited too long');
    await delay(5);
  }
}
