import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { ensureLibraryLinks, findBinaries } from '../../embedded-postgres/src/binaries.ts';
import { makeCluster } from '../../embedded-postgres/src/cluster.ts';
import { chooseSocketDir, ensureOwnFolder, prepareLayout } from '../../embedded-postgres/src/layout.ts';
import { chooseCommandPrefix } from '../../embedded-postgres/src/run-as.ts';
import { copyDataDir, makeDataDir, modeOf, serverPid, single, start } from '../support/data-dirs.ts';

const isRoot = process.geteuid?.() === 0;

test('root gives the server no privilege, or one where the folder cannot be entered', {
  skip: !isRoot,
}, async (t) => {
  const open = await copyDataDir(t);
  await start(open);
  const { nativeDir } = await findBinaries();
  // If the project itself is in a closed folder, so are its programs.
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

/** Returns whether other users can enter a folder and all above it. */
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

/** The server's capabilities that it has or could ever get, as bits. */
async function capabilities(dataDir: string): Promise<number> {
  const status = await readFile(`/proc/${await serverPid(dataDir)}/status`, 'utf8');
  const sets = [...status.matchAll(/^Cap(?:Inh|Prm|Eff|Bnd|Amb):\s*([0-9a-f]+)$/gm)];
  assert.equal(sets.length, 5);
  return sets.reduce((bits, [, hex]) => bits | Number.parseInt(hex!, 16), 0);
}
