import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { createClient, type TestClient } from './client.ts';

/** The real service as a process of its own, that can be killed, and whose event loop the test does not share. */
export type ChildService = {
  pid: number;
  apiUrl: string;
  receiverUrl: string;
  client: TestClient;
  /** SIGKILL: no time for anything. Returns when the process is gone. */
  kill(): Promise<void>;
  /** SIGTERM, and the wait for its end. */
  stop(): Promise<void>;
};

/** Longer than any start takes on a busy machine. */
const START_TIMEOUT_MS = 30_000;

/**
 * Starts `parley serve` with all roles, on free ports.
 * @param options.key becomes PARLEY_BOOTSTRAP_API_KEY: the first start makes an organization with it
 */
export async function startChildService(options: {
  databaseUrl: string;
  key: string;
  env?: Record<string, string>;
}): Promise<ChildService> {
  const child = spawn(process.execPath, ['src/main.ts', 'serve'], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: options.databaseUrl,
      PARLEY_BOOTSTRAP_API_KEY: options.key,
      PARLEY_API_PORT: '0',
      PARLEY_RECEIVER_PORT: '0',
      PARLEY_LOG_LEVEL: 'warn',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const gone = once(child, 'exit');
  const { apiUrl, receiverUrl } = await addressesOf(child);
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await gone;
  };
  return {
    pid: child.pid!,
    apiUrl,
    receiverUrl,
    client: createClient({ apiUrl, receiverUrl, key: options.key }),
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}

/** The addresses that the service prints when it is ready. */
async function addressesOf(child: ChildProcess): Promise<{ apiUrl: string; receiverUrl: string }> {
  let said = '';
  child.stderr!.on('data', (chunk) => {
    said += chunk;
  });
  const timeout = setTimeout(() => child.kill('SIGKILL'), START_TIMEOUT_MS);
  let apiUrl: string | undefined;
  for await (const line of createInterface({ input: child.stdout! })) {
    said += `${line}\n`;
    const url = /https?:\/\/[^\s/]+/.exec(line)?.[0];
    if (url && line.endsWith('/docs')) apiUrl = url;
    else if (url && apiUrl && line.endsWith('/user-provided-meeting')) {
      clearTimeout(timeout);
      child.stdout!.resume();
      return { apiUrl, receiverUrl: url };
    }
  }
  clearTimeout(timeout);
  throw new Error(`the service did not start:\n${said}`);
}
