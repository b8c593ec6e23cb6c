import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, constants, readdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/** The length of a program's output that an error contains. */
const MAX_REPORTED_CHARACTERS = 2000;

/**
 * Runs a program to its end. It has its own session, so that Ctrl-C reaches only the benchmark, which ends its programs
 * in order.
 * @returns its output
 * @throws if it fails or exceeds the time limit, with its last lines
 */
export async function runProgram(
  file: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv; input?: string; timeoutMs: number; signal: AbortSignal },
): Promise<string> {
  options.signal.throwIfAborted();
  const child = spawn(file, args, {
    cwd: options.cwd,
    env: { PATH: process.env.PATH, ...options.env },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  });
  const kill = () => child.kill('SIGKILL');
  const timer = setTimeout(kill, options.timeoutMs);
  options.signal.addEventListener('abort', kill);
  let out = '';
  let complaints = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    complaints = (complaints + chunk).slice(-MAX_REPORTED_CHARACTERS);
  });
  // A program that ends without reading its input reports the reason itself.
  child.stdin.on('error', () => {});
  child.stdin.end(options.input ?? '');
  try {
    const [code, signal] = await once(child, 'close');
    options.signal.throwIfAborted();
    if (code === 0) return out;
    throw new Error(`${file} failed (${signal ?? `exit code ${code}`}): ${complaints.trim() || out.trim()}`);
  } finally {
    clearTimeout(timer);
    options.signal.removeEventListener('abort', kill);
  }
}

/** Ends a program by a signal, then by force. Returns when it has ended. */
export async function endProgram(
  child: ChildProcess,
  ask: NodeJS.Signals,
  patienceMs: number,
): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(ask);
  const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs);
  await gone;
  clearTimeout(timer);
}

/** Returns the path of a program on PATH or in one of `more` folders; undefined if it is not installed. */
export async function findProgram(name: string, more: readonly string[] = []): Promise<string | undefined> {
  for (const folder of [...(process.env.PATH ?? '').split(delimiter), ...more]) {
    const path = join(folder, name);
    const runs = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (folder !== '' && runs) return path;
  }
  return undefined;
}

/** Returns Debian's folders of PostgreSQL's programs, the newest version first. */
export async function debianPostgresFolders(): Promise<string[]> {
  const root = '/usr/lib/postgresql';
  const versions = await readdir(root).catch(() => []);
  return versions.sort((a, b) => Number(b) - Number(a)).map((version) => join(root, version, 'bin'));
}
