/** A queue whose oldest job waits longer than this is behind. */
const LATE_SECONDS = 600;

/** A kind of job as the summary has it. */
export interface JobKind {
  waiting: number;
  running: number;
  failed: number;
  oldestWaitingSeconds?: number;
}

/** All kinds together. */
export function queueOf(kinds: readonly JobKind[]) {
  const sum = (of: (kind: JobKind) => number) => kinds.reduce((all, kind) => all + of(kind), 0);
  const oldestSeconds = Math.max(0, ...kinds.map(({ oldestWaitingSeconds }) => oldestWaitingSeconds ?? 0));
  return {
    waiting: sum(({ waiting }) => waiting),
    running: sum(({ running }) => running),
    failed: sum(({ failed }) => failed),
    oldestSeconds,
    isLate: oldestSeconds > LATE_SECONDS,
  };
}
