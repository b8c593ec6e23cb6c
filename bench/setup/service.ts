import { randomBytes } from 'node:crypto';
import { truncate } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { mainFileIn } from '../../test/support/main-file.ts';
import { startEnvironment } from '../../test/support/start-environment.ts';
import { findFreePorts, startServerProgram } from './server-program.ts';

/** The service as a user runs it: a separate process that logs to a file. */
export type RunningService = AsyncDisposable & {
  pid: number;
  apiUrl: string;
  receiverUrl: string;
  key: string;
  /** The time from the start of the process to the first 200 of /readyz. */
  readyMs: number;
  /** Returns a number from /metrics. */
  metric(name: string): Promise<number>;
  /** Empties the log, which grows by a line for each request. */
  emptyLog(): Promise<void>;
};

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const ANSWER_TIMEOUT_MS = 5000;

/**
 * Starts `node src/main.js serve`, with the Node options of `npm start`, on free ports of the loopback, and waits until
 * it is ready.
 * @param options.root the folder of another version of the service
 * @param options.settings DATABASE_URL and PARLEY_DATA_DIR, in addition to its addresses
 * @throws if it ends or is not ready in time, with the last lines of its log
 */
export async function startService(options: {
  root?: string;
  settings: Record<string, string>;
  logFile: string;
  signal: AbortSignal;
}): Promise<RunningService> {
  const { root = ROOT, settings, logFile, signal } = options;
  const [apiPort, receiverPort] = await findFreePorts(2);
  const [apiUrl, receiverUrl] = [`http://127.0.0.1:${apiPort}`, `http://127.0.0.1:${receiverPort}`];
  const key = randomBytes(32).toString('hex');
  const program = await startServerProgram({
    name: 'the service',
    args: [mainFileIn(root), 'serve'],
    cwd: root,
    env: {
      ...startEnvironment(),
      PARLEY_API_PORT: `${apiPort}`,
      PARLEY_RECEIVER_PORT: `${receiverPort}`,
      PARLEY_BOOTSTRAP_API_KEY: key,
      ...settings,
    },
    readyUrl: `${apiUrl}/readyz`,
    logFile,
    signal,
  });
  return {
    apiUrl,
    receiverUrl,
    key,
    pid: program.pid,
    readyMs: program.readyMs,
    metric: (name) => readMetric(`${apiUrl}/metrics`, name),
    emptyLog: () => truncate(logFile),
    [Symbol.asyncDispose]: () => program[Symbol.asyncDispose](),
  };
}

async function readMetric(url: string, name: string): Promise<number> {
  const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
  const line = (await response.text()).split('\n').find((one) => one.startsWith(`${name} `));
  if (line === undefined) throw new Error(`the service has no metric ${name}`);
  return Number(line.slice(name.length + 1));
}
