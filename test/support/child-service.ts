import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { createClient, type TestClient } from './client.ts';
import { COMPILE_CACHE } from './compile-cache.ts';
import { mainFileIn } from './main-file.ts';
import { startEnvironment } from './start-environment.ts';

/** The real service in its own process, which can be killed, and does not share an event loop with the test. */
export type ChildService = {
  pid: number;
  apiUrl: string;
  receiverUrl: string;
  client: TestClient;
  /** Sends SIGKILL. Resolves when the process has ended. */
  kill(): Promise<void>;
  /** Sends SIGTERM, and waits for the end. */
  stop(): Promise<void>;
  /** Resolves when the process has ended for any reason. */
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** Returns the end of its output and log. */
  said(): string;
};

/** Longer than any start takes on a busy machine. */
const START_TIMEOUT_MS = 30_000;

/** The most characters of a process's output that are kept. */
const MAX_SAID_LENGTH = 65_536;

/** The line that a process without an address prints when it is ready. */
const WORKS = 'Background jobs are done here';

/**
 * Starts `parley serve` as `npm start` does, on free ports; returns when it is ready.
 * @param options.databaseUrl undefined: the embedded PostgreSQL, in the PARLEY_DATA_DIR of `env`
 * @param options.key becomes PARLEY_BOOTSTRAP_API_KEY: the first start makes an organization with it
 * @param options.env settings; NODE_OPTIONS are added to those of the start
 * @param options.cwd the folder of another version of the service
 * @param options.isEarlier that version is an earlier one, whose responses are not checked against the schemas of this one
 * @param options.onSaid is told all that it says and logs
 * @param options.maxStartMs if there is much to migrate
 */
export async function startChildService(options: {
  databaseUrl: string | undefined;
  key: string;
  env?: Record<string, string>;
  cwd?: string;
  isEarlier?: boolean;
  onSaid?: (text: string) => void;
  maxStartMs?: number;
}): Promise<ChildService> {
  const { NODE_OPTIONS, ...env } = startEnvironment();
  const child = spawn(process.execPath, [mainFileIn(options.cwd ?? '.'), 'serve'], {
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    env: {
      ...env,
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      ...(options.databaseUrl === undefined ? {} : { DATABASE_URL: options.databaseUrl }),
      PARLEY_BOOTSTRAP_API_KEY: options.key,
      PARLEY_API_PORT: '0',
      PARLEY_RECEIVER_PORT: '0',
      PARLEY_LOG_LEVEL: 'warn',
      // Tests read the metrics before and after the work that they measure.
      PARLEY_METRICS_MILLISECONDS: '1',
      ...options.env,
      NODE_OPTIONS: [NODE_OPTIONS, options.env?.NODE_OPTIONS].filter(Boolean).join(' '),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit').then(([code, signal]) => ({ code, signal }));
  const said = listen(child, options.onSaid);
  const roles = (options.env?.PARLEY_ROLES ?? 'api,receiver').split(',');
  const { apiUrl, receiverUrl } = await addressesOf(
    child,
    roles,
    options.maxStartMs ?? START_TIMEOUT_MS,
    said,
  );
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await ended;
  };
  return {
    pid: child.pid!,
    apiUrl,
    receiverUrl,
    client: createClient({ apiUrl, receiverUrl, key: options.key, isEarlier: options.isEarlier === true }),
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    ended,
    said,
  };
}

/** Reads the output of a process, so that the process never blocks, and keeps the end of it. */
function listen(child: ChildProcess, onSaid: (text: string) => void = () => {}): () => string {
  let said = '';
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-MAX_SAID_LENGTH);
      onSaid(text);
    });
  }
  return () => said;
}

/** Returns the addresses that the service prints when it is ready; an empty string for a role that it does not have. */
async function addressesOf(
  child: ChildProcess,
  roles: readonly string[],
  maxStartMs: number,
  said: () => string,
): Promise<{ apiUrl: string; receiverUrl: string }> {
  const found = { apiUrl: '', receiverUrl: '' };
  const isServing = () =>
    (found.apiUrl !== '' || !roles.includes('api')) &&
    (found.receiverUrl !== '' || !roles.includes('receiver'));
  const timeout = setTimeout(() => child.kill('SIGKILL'), maxStartMs);
  const lines = createInterface({ input: child.stdout! });
  try {
    for await (const line of lines) {
      const url = /https?:\/\/[^\s/]+/.exec(line)?.[0];
      if (url && line.endsWith('/docs')) found.apiUrl = url;
      else if (url && line.endsWith('/user-provided-meeting')) found.receiverUrl = url;
      if (isServing() && (url || line === WORKS)) return found;
    }
  } finally {
    clearTimeout(timeout);
    child.stdout!.resume();
  }
  throw new Error(`the service did not start:\n${said()}`);
}
