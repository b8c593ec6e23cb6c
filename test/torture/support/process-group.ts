import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The service and its wrappers in a separate process group, as under a service manager or in a terminal. */
export type ServiceGroup = {
  apiUrl: string;
  receiverUrl: string;
  /** Signals every process of the group, as systemd and terminals do. */
  signal(signal: NodeJS.Signals): void;
  /** Resolves to the result of the process that was started, when the whole group has ended. */
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** Returns the output and log so far. */
  said(): string;
};

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const COMMANDS = { parley: ['node', 'bin/parley.js', 'serve'], npm: ['npm', 'start'] } as const;
const START_TIMEOUT_MS = 60_000;

/** Starts `parley serve` or `npm start`; returns when it serves. */
export async function startServiceGroup(
  how: keyof typeof COMMANDS,
  settings: Record<string, string>,
): Promise<ServiceGroup> {
  const [command, ...parameters] = COMMANDS[how];
  const child = spawn(command, parameters, {
    cwd: ROOT,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PARLEY_API_PORT: '0',
      PARLEY_RECEIVER_PORT: '0',
      ...settings,
    },
  });
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal }));
  let said = '';
  const serves = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        if (said.includes('/v1/user-provided-meeting\n')) resolve();
      });
    }
  });
  const signal = (name: NodeJS.Signals) => {
    try {
      process.kill(-child.pid!, name);
    } catch {
      // The group has no processes left.
    }
  };
  const timeout = setTimeout(() => signal('SIGKILL'), START_TIMEOUT_MS);
  await Promise.race([serves, ended]);
  clearTimeout(timeout);
  const [, apiUrl] = /API and its pages: (http:\S+) /.exec(said) ?? [];
  const [, receiverUrl] = /taken in at: (http:\S+?)\/v1\/user-provided-meeting/.exec(said) ?? [];
  if (!apiUrl || !receiverUrl) throw new Error(`the service did not start:\n${said}`);
  return { apiUrl, receiverUrl, signal, ended, said: () => said };
}
