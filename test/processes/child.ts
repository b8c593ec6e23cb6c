import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { COMPILE_CACHE } from '../support/compile-cache.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A process of Parley, as an operator starts it. */
export type Child = {
  process: ChildProcess;
  stdout(): string;
  stderr(): string;
  /** Log lines so far, parsed. */
  log(): Record<string, unknown>[];
  /** Resolves when `pattern` is somewhere in the output. @throws if the process ends before that */
  printed(pattern: RegExp, maxMs?: number): Promise<RegExpExecArray>;
  /** Resolves when the process has ended. */
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
};

const running = new Set<ChildProcess>();

/** A process that should have ended long ago fails its test instead of holding it up. */
const MAX_LIFE_MS = 60_000;

/** Runs `parley …` with these settings and no others. */
export function runParley(args: string[], settings: Record<string, string>): Child {
  const child = spawn(process.execPath, ['src/main.js', ...args], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const limit = setTimeout(() => child.kill('SIGKILL'), MAX_LIFE_MS);
  const output = { stdout: '', stderr: '' };
  let wake = () => {};
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]!.on('data', (chunk) => {
      output[name] += chunk;
      wake();
    });
  }
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once('close', (code, signal) => {
      running.delete(child);
      clearTimeout(limit);
      wake();
      resolve({ code, signal });
    });
  });
  return {
    process: child,
    stdout: () => output.stdout,
    stderr: () => output.stderr,
    log: () =>
      `${output.stdout}\n${output.stderr}`
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line)),
    async printed(pattern, maxMs = 20_000) {
      const endMs = performance.now() + maxMs;
      for (;;) {
        const found = pattern.exec(output.stdout) ?? pattern.exec(output.stderr);
        if (found) return found;
        if (!running.has(child) || performance.now() > endMs) {
          throw new Error(`${pattern} was not printed:\n${output.stdout}\n${output.stderr}`);
        }
        await new Promise<void>((resolve) => {
          wake = resolve;
          setTimeout(resolve, 200).unref();
        });
      }
    },
    ended,
  };
}

/** A process that serves, on free ports. */
export type ServingChild = Child & { apiUrl: string; receiverUrl: string };

const FREE_PORTS = { PARLEY_API_PORT: '0', PARLEY_RECEIVER_PORT: '0' };

/** Starts `parley serve` against a database and waits until it serves both addresses. */
export async function startServing(
  databaseUrl: string,
  settings: Record<string, string> = {},
): Promise<ServingChild> {
  const child = runParley(['serve'], { DATABASE_URL: databaseUrl, ...FREE_PORTS, ...settings });
  const [, receiverUrl] = await child.printed(/taken in at: (http:\S+?)\/v1\/user-provided-meeting/);
  const [, apiUrl] = await child.printed(/API and its pages: (http:\S+)/);
  return { ...child, apiUrl: apiUrl!, receiverUrl: receiverUrl! };
}

/** Ends what a failed test left running. */
export function endAll(): void {
  for (const child of running) child.kill('SIGKILL');
}
