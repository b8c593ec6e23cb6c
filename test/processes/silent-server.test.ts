import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { runParley } from '../cli/run-parley.ts';
import { connectionAs, connectionTo, SERVING, urlOf } from '../support/postgres.ts';
import { startService, type TestService } from '../support/service.ts';
import { endAll, startServing } from './child.ts';

const PASSWORD = 'hunter2';

let server: Server;
const sockets = new Set<Socket>();
let port: number;
let service: TestService;
let databaseUrl: string;
let folder: string;

before(async () => {
  // It accepts connections and answers nothing, as a PostgreSQL that is stopped.
  server = createServer((socket) => void sockets.add(socket.on('error', () => {})));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
  service = await startService();
  const database = new URL(service.databaseUrl.replace('@/', '@host/')).pathname.slice(1);
  databaseUrl = urlOf(connectionAs(SERVING, connectionTo(database)));
  folder = await mkdtemp(join(tmpdir(), 'parley-silent-'));
});
after(async () => {
  endAll();
  await service?.stop();
  for (const socket of sockets) socket.destroy();
  server.close();
  await rm(folder, { recursive: true, force: true });
});

const silentUrl = () => `postgres://parley:${PASSWORD}@127.0.0.1:${port}/parley`;

/** Returns the sentence that a process has to say about a setting. */
const sentence = (setting: string) =>
  `The server of ${setting}, 127.0.0.1:${port}, accepted the connection but did not answer within 5 s`;

const FREE_PORTS = { PARLEY_API_PORT: '0', PARLEY_RECEIVER_PORT: '0', PARLEY_LOG_LEVEL: 'silent' };

async function refused(args: string[], settings: Record<string, string>, setting: string): Promise<void> {
  const { code, stdout, stderr } = await runParley(args, { PARLEY_DATA_DIR: folder, ...settings });
  const called = `parley ${args.join(' ')}`;
  assert.equal(stderr, `parley: ${sentence(setting)}\n`, called);
  assert.equal(stdout, '', called);
  assert.equal(code, 1, called);
}

test('a server that accepts connections and answers nothing is named by every start that is refused', async () => {
  const settings = { ...FREE_PORTS, DATABASE_URL: silentUrl() };
  const roles = ['api', 'receiver', 'worker', 'api,receiver,worker'];
  await Promise.all([
    ...roles.map((PARLEY_ROLES) => refused(['serve'], { ...settings, PARLEY_ROLES }, 'DATABASE_URL')),
    refused(['serve'], { ...settings, PARLEY_PROCESSES: '2' }, 'DATABASE_URL'),
  ]);
});

test('so do the commands that connect', async () => {
  const backup = join(folder, 'backup');
  const made = await runParley(['backup', backup], { DATABASE_URL: databaseUrl, PARLEY_DATA_DIR: folder });
  assert.equal(made.code, 0, made.stderr);
  const settings = { DATABASE_URL: silentUrl() };
  const commands = [
    ['migrate'],
    ['backup', join(folder, 'another')],
    ['restore', backup],
    ['export', join(folder, 'exported')],
    ['organizations', 'list'],
  ];
  await Promise.all([
    ...commands.map((args) => refused(args, settings, 'DATABASE_URL')),
    (async () => {
      const { code, stdout } = await runParley(['doctor', '--json'], settings);
      const { checks } = JSON.parse(stdout) as { checks: { name: string; found: string }[] };
      assert.equal(checks.find(({ name }) => name === 'database')?.found, sentence('DATABASE_URL'));
      assert.doesNotMatch(stdout, new RegExp(PASSWORD));
      assert.equal(code, 1);
    })(),
  ]);
});

test('every other setting that names a server is told apart, and of several hosts each', async () => {
  const settings = { ...FREE_PORTS, DATABASE_URL: databaseUrl };
  const hosts = `postgres://parley:${PASSWORD}@127.0.0.1:${port},localhost:${port}/parley`;
  await Promise.all([
    refused(['serve'], { ...settings, DATABASE_DIRECT_URL: silentUrl() }, 'DATABASE_DIRECT_URL'),
    refused(
      ['migrate'],
      { ...settings, PARLEY_MIGRATION_DATABASE_URL: silentUrl() },
      'PARLEY_MIGRATION_DATABASE_URL',
    ),
    (async () => {
      const { code, stderr } = await runParley(['migrate'], { DATABASE_URL: hosts });
      const reason = 'it accepted the connection but did not answer within 3 s';
      const reasons = `127.0.0.1:${port}: ${reason}; localhost:${port}: ${reason}`;
      assert.equal(stderr, `parley: None of the hosts in DATABASE_URL takes writes (${reasons})\n`);
      assert.equal(code, 1);
    })(),
  ]);
});

test('a replica that answers nothing is named in the log, and by doctor', async () => {
  const settings = { DATABASE_URL: databaseUrl, DATABASE_READ_URL: silentUrl(), PARLEY_DATA_DIR: folder };
  const child = await startServing(databaseUrl, { ...settings, PARLEY_LOG_LEVEL: 'warn' });
  await child.printed(/the read replica 127\.0\.0\.1:\d+ is away/);
  const told = child.log().find(({ msg }) => `${msg}`.endsWith('is away'));
  const { message } = told!.err as { message: string };
  // The log adds the cause.
  assert.ok(message.startsWith(sentence('DATABASE_READ_URL')), message);
  assert.doesNotMatch(child.stdout() + child.stderr(), new RegExp(PASSWORD));
  const { stdout } = await runParley(['doctor', '--json'], settings);
  const { checks } = JSON.parse(stdout) as { checks: { name: string; state: string; found: string }[] };
  const replica = checks.find(({ name }) => name === `replica 127.0.0.1:${port}`);
  assert.equal(replica?.found, sentence('DATABASE_READ_URL'));
  assert.equal(replica?.state, 'warning');
});
