import { availableParallelism, cpus, loadavg, release, totalmem, type } from 'node:os';
import { fileURLToPath } from 'node:url';
import { runProgram } from './setup/programs.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const GIT_TIMEOUT_MS = 10_000;
/** The load per core above which the measurement is disturbed. */
const BUSY_SHARE = 0.3;
const GIBIBYTE = 1024 ** 3;

/** Returns the conditions on which the figures depend, as rows of a table: [name, value]. */
export async function describeMachine(signal: AbortSignal): Promise<[string, string][]> {
  const load = loadavg().map((value) => value.toFixed(1));
  return [
    ['date', new Date().toISOString().slice(0, 10)],
    ['commit', await describeCommit(signal)],
    ['processor', `${cpus()[0]?.model.trim() ?? 'unknown'}, ${availableParallelism()} cores`],
    ['memory', `${Math.round(totalmem() / GIBIBYTE)} GiB`],
    ['system', `${type()} ${release()}`],
    ['load before the run', `${load.join(', ')} (1, 5 and 15 minutes)`],
    ['Node', process.version],
  ];
}

/** Warns of other work on the machine, which slows down the service's one process more than the limit's many. */
export function warnIfBusy(say: (text: string) => void): void {
  const [load] = loadavg();
  if (load! < availableParallelism() * BUSY_SHARE) return;
  say(`the machine is busy (load ${load!.toFixed(1)}): rates and ratios come out too low`);
}

async function describeCommit(signal: AbortSignal): Promise<string> {
  // Optional locks are disabled, because somebody may be committing at the same time.
  const git = (...args: string[]) =>
    runProgram('git', ['--no-optional-locks', '-C', ROOT, ...args], {
      timeoutMs: GIT_TIMEOUT_MS,
      signal,
      env: { HOME: process.env.HOME },
    });
  try {
    const commit = (await git('rev-parse', '--short', 'HEAD')).trim();
    const changes = (await git('status', '--porcelain')).trim();
    return changes === '' ? commit : `${commit}, with uncommitted changes`;
  } catch {
    signal.throwIfAborted();
    return 'unknown: no git repository';
  }
}
