import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { COMPILE_CACHE } from '../support/compile-cache.ts';

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));
const MAIN = join(REPOSITORY, 'src/main.js');

export type Ran = { code: number | null; stdout: string; stderr: string };

/** Settings of the process; nothing else of the environment reaches it. */
type Settings = Record<string, string>;

/** Runs the real `parley` command as a process of its own, to its end. */
export async function runParley(args: readonly string[], settings: Settings = {}): Promise<Ran> {
  return startParley(args, settings).ended;
}

/** Starts the command, for a test that sends it a signal. */
export function startParley(
  args: readonly string[],
  settings: Settings = {},
): { child: ChildProcess; ended: Promise<Ran> } {
  return start(process.execPath, [MAIN, ...args], { env: settings, cwd: tmpdir() });
}

/** Starts any program and gathers what it says. */
export function start(
  program: string,
  args: readonly string[],
  options: { env: Settings; cwd: string },
): { child: ChildProcess; ended: Promise<Ran> } {
  const env = { PATH: process.env.PATH!, NODE_COMPILE_CACHE: COMPILE_CACHE, ...options.env };
  const child = spawn(program, args, { cwd: options.cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      said[name] += text;
    });
  }
  const ended = once(child, 'close').then(([code]) => ({ code, ...said }));
  return { child, ended };
}

/** A folder with files by their paths in it; removed by `remove`. */
export async function makeFolder(
  files: Record<string, string | Buffer>,
): Promise<{ path: string; write(name: string, content: string): Promise<void>; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'parley-cli-'));
  const write = async (name: string, content: string | Buffer) => {
    await mkdir(dirname(join(path, name)), { recursive: true });
    await writeFile(join(path, name), content);
  };
  for (const [name, content] of Object.entries(files)) await write(name, content);
  return { path, write, remove: () => rm(path, { recursive: true, force: true }) };
}

export { REPOSITORY };
