import { availableParallelism, cpus, loadavg, release, totalmem, type } from 'node:os';
import { fileURLToPath } from 'node:url';
import { runProgram } from './setup/programs.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const GIT_TIMEOUT_MS = 10_000;
/** A load per core that disturbs. */
const BUSY_SHARE = 0.3;
const GIBIBYTE = 1024 ** 3;

/** What the figures depend on, as lines of a table: [what, value]. */
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

/** Other work on the machine takes more from one process that answers than from the many of the limit. */
export function warnIfBusy(say: (text: string) => void): void {
  const [load] = loadavg();
  if (load! < availableParallelism() * BUSY_SHARE) return;
  say(`the machine is busy (load ${load!.toFixed(1)}): rates and ratios come out too low`);
}

async function describeCommit(signal: AbortSignal): Promise<string> {
  // Without optional locks: somebody may be committing at the same time.
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
