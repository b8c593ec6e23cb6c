import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { open, readFile, truncate } from 'node:fs/promises';
import { get } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { endProgram } from './programs.ts';

/** The service as a user runs it: a process of its own that logs into a file. */
export type RunningService = AsyncDisposable & {
  apiUrl: string;
  receiverUrl: string;
  key: string;
  /** From the start of the process to the first 200 of /readyz. */
  readyMs: number;
  /** A number out of /metrics. */
  metric(name: string): Promise<number>;
  /** Forgets what was logged so far: a line for each request adds up. */
  emptyLog(): Promise<void>;
};

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 30_000;
const POLL_MS = 10;
const ANSWER_TIMEOUT_MS = 5000;
const REPORTED_LINES = 10;

/**
 * Starts `node src/main.ts serve` on free ports of the loopback and waits until it is ready.
 * @param options.settings beside its addresses: DATABASE_URL, PARLEY_DATA_DIR
 * @throws where it ends or does not get ready in time, with the last lines of its log
 */
export async function startService(options: {
  settings: Record<string, string>;
  logFile: string;
  signal: AbortSignal;
}): Promise<RunningService> {
  const { settings, logFile, signal } = options;
  const [apiPort, receiverPort] = await findFreePorts();
  const [apiUrl, receiverUrl] = [`http://127.0.0.1:${apiPort}`, `http://127.0.0.1:${receiverPort}`];
  const key = randomBytes(32).toString('hex');
  const log = await open(logFile, 'a');
  const startedMs = performance.now();
  // Not in our session: Ctrl-C is told to it once, by us.
  const child = spawn(process.execPath, ['src/main.ts', 'serve'], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      PARLEY_API_PORT: `${apiPort}`,
      PARLEY_RECEIVER_PORT: `${receiverPort}`,
      PARLEY_BOOTSTRAP_API_KEY: key,
      ...settings,
    },
    stdio: ['ignore', log.fd, log.fd],
    detached: true,
  });
  try {
    await once(child, 'spawn');
    const isGone = () => child.exitCode !== null || child.signalCode !== null;
    await waitUntilReady(`${apiUrl}/readyz`, isGone, startedMs, signal);
  } catch (error) {
    await endProgram(child, 'SIGINT', STOP_TIMEOUT_MS);
    if (signal.aborted) throw error;
    const lines = (await readFile(logFile, 'utf8')).trim().split('\n').slice(-REPORTED_LINES);
    throw new Error(`${(error as Error).message}\n${lines.join('\n')}`);
  } finally {
    await log.close();
  }
  return {
    apiUrl,
    receiverUrl,
    key,
    readyMs: performance.now() - startedMs,
    metric: (name) => readMetric(`${apiUrl}/metrics`, name),
    emptyLog: () => truncate(logFile),
    // As Ctrl-C does, which unlike SIGTERM waits for no load balancer.
    [Symbol.asyncDispose]: () => endProgram(child, 'SIGINT', STOP_TIMEOUT_MS),
  };
}

async function waitUntilReady(
  url: string,
  isGone: () => boolean,
  startedMs: number,
  signal: AbortSignal,
): Promise<void> {
  while (!(await answersOk(url))) {
    if (isGone()) throw new Error('the service ended while it started');
    if (performance.now() - startedMs > START_TIMEOUT_MS) throw new Error('the service did not get ready');
    await delay(POLL_MS, undefined, { signal });
  }
}

/** Asked on a connection of its own: a refused one costs next to nothing. */
function answersOk(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(url, { agent: false, timeout: ANSWER_TIMEOUT_MS }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(false));
  });
}

async function readMetric(url: string, name: string): Promise<number> {
  const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
  const line = (await response.text()).split('\n').find((one) => one.startsWith(`${name} `));
  if (line === undefined) throw new Error(`the service has no metric ${name}`);
  return Number(line.slice(name.length + 1));
}

/** Two different ones, held at the same time and then let go. */
async function findFreePorts(): Promise<[number, number]> {
  const servers = [createServer(), createServer()] as const;
  const ports: number[] = [];
  for (const server of servers) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    ports.push((server.address() as AddressInfo).port);
  }
  for (const server of servers) {
    server.close();
    await once(server, 'close');
  }
  return ports as [number, number];
}
