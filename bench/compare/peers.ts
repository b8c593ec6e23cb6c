import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BenchDatabase } from '../setup/database.ts';
import { runProgram } from '../setup/programs.ts';
import { findFreePorts, startServerProgram } from '../setup/server-program.ts';
import type { Bench, Stage } from '../stage.ts';
import { checkIngest, checkPages } from './check-peer.ts';
import { conventional } from './conventional.ts';
import { directus } from './directus.ts';
import { fillPeers } from './fill-peers.ts';
import type { Peer, PeerContext, RunningPeer } from './peer.ts';
import { postgraphile } from './postgraphile.ts';

const PEERS: readonly Peer[] = [conventional, postgraphile, directus];

/** The names for --peers. */
export const PEER_NAMES = PEERS.map(({ name }) => name);

const FOLDER = fileURLToPath(new URL('../peers', import.meta.url));
const PREPARE_TIMEOUT_MS = 120_000;

/** The running peers. */
export type Peers = AsyncDisposable & {
  running: readonly RunningPeer[];
  /** Their description for the report. */
  description: string;
};

/**
 * Starts the requested peers that are installed, on a database of their own with the stage's data, and checks that they
 * serve its rows.
 */
export async function startPeers(bench: Bench, stage: Stage): Promise<Peers> {
  const { say, options, signal } = bench.run;
  const installed = await findPeers(options.peers, say);
  await using stack = new AsyncDisposableStack();
  const running: RunningPeer[] = [];
  if (installed.length > 0) {
    const database = stack.use(await bench.server.makeDatabase());
    await fillPeers(database, stage);
    signal.throwIfAborted();
    const { organizationId, signalId, service } = stage;
    for (const one of installed) {
      const { title } = one;
      const data = { organizationId, signalId, key: service.key };
      running.push(stack.use(await startPeer(one, data, { folder: bench.folder, signal, database })));
      await checkPages(running.at(-1)!, stage);
      await checkIngest(running.at(-1)!, database);
      say(`${title} serves the same rows`);
    }
    await database.query('checkpoint').catch(() => {});
  }
  const kept = stack.move();
  return {
    running,
    description: running.map(({ title }) => title).join(', ') || 'none: see README.md',
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

/** An installed peer, with its version in the title. */
type InstalledPeer = { peer: Peer; title: string };

/** Returns the peers of these names, or all of them, that are installed. */
export async function findPeers(
  names: readonly string[] | undefined,
  say: (text: string) => void,
): Promise<InstalledPeer[]> {
  const wanted = PEERS.filter(({ name }) => names?.includes(name) ?? true);
  const installed = (await Promise.all(wanted.map(installedVersion))).filter((one) => one !== undefined);
  if (installed.length < wanted.length) say('some peers are not installed: npm ci --prefix bench/peers');
  return installed;
}

async function installedVersion(peer: Peer): Promise<InstalledPeer | undefined> {
  const file = join(FOLDER, 'node_modules', peer.package, 'package.json');
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : { peer, title: `${peer.title} ${JSON.parse(text).version}` };
}

/** Starts a peer on a database that has its tables. */
export async function startPeer(
  { peer, title }: InstalledPeer,
  data: Omit<PeerContext, 'url'>,
  place: { folder: string; signal: AbortSignal; database: BenchDatabase },
): Promise<RunningPeer & AsyncDisposable> {
  const { signal, database } = place;
  const [port] = await findFreePorts(1);
  const context = { ...data, url: `http://127.0.0.1:${port}` };
  const folder = join(place.folder, peer.name);
  await mkdir(folder);
  const env = peer.env({ ...context, database, port: port!, folder });
  if (peer.prepare) {
    await runProgram(process.execPath, peer.prepare, {
      cwd: FOLDER,
      env,
      timeoutMs: PREPARE_TIMEOUT_MS,
      signal,
    });
  }
  const program = await startServerProgram({
    name: peer.name,
    args: peer.args,
    cwd: FOLDER,
    env,
    readyUrl: context.url + peer.readyPath,
    logFile: join(place.folder, `${peer.name}.log`),
    signal,
  });
  return {
    ...{ peer, title, context, pid: program.pid },
    [Symbol.asyncDispose]: () => program[Symbol.asyncDispose](),
  };
}
