import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { until } from '../support/until.ts';
import { type ServingChild, startServing } from './child.ts';

export const KEY = 'correct-horse/battery=staple';

/**
 * Starts `parley serve` with several processes against a database, and waits until all of them are ready. Unless the settings
 * have another one, its data directory is new and is removed by `removeDataDirs`.
 */
export async function startSeveral(
  databaseUrl: string,
  processes: number,
  settings: Record<string, string> = {},
): Promise<ServingChild> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-several-'));
  dataDirs.push(dataDir);
  return startServing(databaseUrl, {
    PARLEY_DATA_DIR: dataDir,
    PARLEY_PROCESSES: `${processes}`,
    PARLEY_BOOTSTRAP_API_KEY: KEY,
    PARLEY_METRICS_MILLISECONDS: '1',
    ...settings,
  });
}

const dataDirs: string[] = [];

export async function removeDataDirs(): Promise<void> {
  await Promise.all(dataDirs.map((path) => rm(path, { recursive: true, force: true })));
}

/** Returns the ids of the processes that serve now, by their numbers. */
export function pidsOf(child: ServingChild): Map<number, number> {
  const ready = child.log().filter((line) => line.msg === 'a process is ready');
  return new Map(ready.map((line) => [line.process as number, line.pid as number]));
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Waits until the process has ended, and its parent (or the system's first process) knows. */
export function untilEnded(pid: number): Promise<true> {
  return until(async () => {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
    return stat === undefined || / Z /.test(stat) || !isRunning(pid) ? true : undefined;
  });
}

export type Answered = { status: number; body: string; headers: IncomingHttpHeaders };

/** A key, or the cookie of a session. */
type Caller = string | { cookie: string };

/** A connection that is kept, and so leads to the same process with each request. */
export type KeptConnection = {
  get(path: string, caller?: Caller): Promise<Answered>;
  send(method: string, path: string, body: unknown, caller?: Caller): Promise<Answered>;
  /** The number of the process, which it logs with each request. */
  process: number;
  close(): void;
};

let opened = 0;

/** Opens a connection and finds out which process has accepted it. */
export async function openKept(child: ServingChild, url = child.apiUrl): Promise<KeptConnection> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = async (method: string, path: string, headers: Record<string, string>, body?: unknown) => {
    const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
    const origin = method === 'GET' ? {} : { Origin: child.apiUrl };
    const sent = request(`${url}${path}`, { method, agent, headers: { ...headers, ...type, ...origin } });
    sent.end(body === undefined ? undefined : JSON.stringify(body));
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return { status: response.statusCode!, headers: response.headers, body: await text(response) };
  };
  const headersOf = (caller: Caller): Record<string, string> =>
    typeof caller === 'string' ? { 'X-API-Key': caller } : { Cookie: caller.cookie };
  const id = `finds-its-process-${++opened}`;
  // A path without a key is not counted for one.
  await ask('GET', '/nowhere', { 'X-Request-Id': id });
  const line = await until(async () => child.log().find(({ reqId }) => reqId === id));
  return {
    get: (path, caller = KEY) => ask('GET', path, headersOf(caller)),
    send: (method, path, body, caller = KEY) => ask(method, path, headersOf(caller), body),
    process: line.process as number,
    close: () => agent.destroy(),
  };
}

/** Opens connections until there is one to each of the processes, in the order of their numbers. */
export async function openToEach(child: ServingChild, processes: number): Promise<KeptConnection[]> {
  const found = new Map<number, KeptConnection>();
  await until(async () => {
    const next = await openKept(child);
    if (found.has(next.process)) next.close();
    else found.set(next.process, next);
    return found.size === processes ? true : undefined;
  });
  return [...found.values()].toSorted((a, b) => a.process - b.process);
}

/** Returns the value of a series of /metrics; 0 if it is not there. */
export function seriesOf(metrics: string, name: string): number {
  return Number(
    metrics
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.slice(name.length + 1) ?? 0,
  );
}
