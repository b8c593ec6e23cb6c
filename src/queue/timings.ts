/** How workers keep time, in milliseconds. Tests that wait for a takeover are not as patient as production. */
export type Timings = {
  /** Between looks for work where no notification came through. */
  pollMs: number;
  /** Between the signs of life that a worker gives for the jobs that it does. */
  beatMs: number;
  /** A worker that gave no sign of life for so long is dead or stuck: its jobs are another's. */
  lostMs: number;
  /** Between looks for such jobs. */
  watchMs: number;
  /** What a handler is left to come to an end in, once its signal fired; then nobody waits for it any more. */
  unwindMs: number;
  /** For which a job is put off that a process cannot do beside another: see SUSPECT_LOSSES. */
  suspectMs: number;
};

/** A killed worker's job is taken up again after lostMs + watchMs at the latest: 15 s, where half a minute is promised. */
export const TIMINGS: Timings = {
  pollMs: 2000,
  beatMs: 3000,
  lostMs: 12_000,
  watchMs: 3000,
  unwindMs: 3000,
  suspectMs: 2000,
};
