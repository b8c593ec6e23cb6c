import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@parley/embedded-postgres';
import pg from 'pg';
import { until } from './until.ts';

/** A stopped database, which tests copy unless they test its creation. */
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

/** Makes a data folder with a database that is not running. */
export async function copyDataDir(t: TestContext): Promise<string> {
  const dataDir = await makeDataDir(t);
  await promisify(execFile)('cp', ['-a', join(template, 'postgres'), dataDir]);
  return dataDir;
}

/** Makes an empty data folder. When the test ends, its server is stopped and it is removed with its parent. */
export async function makeDataDir(t: TestContext, name = 'data', within = tmpdir()): Promise<string> {
  const parent = await mkdtemp(join(within, 'parley-test-'));
  await chmod(parent, 0o755);
  const dataDir = join(parent, name);
  await mkdir(dataDir);
  t.after(async () => {
    await stopServer(dataDir);
    await rm(parent, { recursive: true, force: true, maxRetries: 5 });
  });
  return dataDir;
}

/** Starts the server of this folder, as Parley does. */
export async function start(
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<EmbeddedPostgres> {
  return await startEmbeddedPostgres({ dataDir, log: () => {}, settings });
}

export async function query({ connection }: Pick<EmbeddedPostgres, 'connection'>, sql: string) {
  const client = new pg.Client(connection);
  client.on('error', () => {});
  try {
    await client.connect();
    return await client.query({ text: sql, rowMode: 'array' });
  } finally {
    await client.end();
  }
}

/** Returns the only value of a statement's result. */
export async function single(server: EmbeddedPostgres, sql: string): Promise<unknown> {
  return (await query(server, sql)).rows[0]![0];
}

/** Returns the permissions of a file or folder. */
export async function modeOf(path: string): Promise<number> {
  return (await stat(path)).mode & 0o777;
}

/** Returns the process id of the server of this folder. */
export async function serverPid(dataDir: string): Promise<number> {
  return Number.parseInt(await readFile(join(dataDir, 'postgres/cluster/data/postmaster.pid'), 'utf8'), 10);
}

/** Ends only the server of this folder. */
async function stopServer(dataDir: string): Promise<void> {
  const pid = await serverPid(dataDir).catch(() => undefined);
  if (pid === undefined) return;
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  if (process.platform === 'linux' && !command.includes(dataDir)) return;
  process.kill(pid, 'SIGINT');
  await until(async () => (await serverPid(dataDir).catch(() => undefined)) === undefined || undefined);
}
