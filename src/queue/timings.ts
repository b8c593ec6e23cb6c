/** The intervals of workers, in milliseconds. Tests that wait for a takeover are less patient than production. */
export type Timings = {
  /** The time between looks for work of which no wake-up told. */
  pollMs: number;
  /** The time between the heartbeats that a worker sends for the jobs that it does. */
  beatMs: number;
  /** A worker without a heartbeat for so long is dead or stuck: others take its jobs over. */
  lostMs: number;
  /** The time between looks for such jobs. */
  watchMs: number;
  /** The time that a handler has to end once its signal has fired. After that it is left behind. */
  unwindMs: number;
  /** The delay of a job that a process cannot do beside another one: see SUSPECT_LOSSES. */
  suspectMs: number;
  /** The time between looks at the schedules. */
  scheduleMs: number;
  /** The time between removals of jobs whose retention is over. */
  cleanUpMs: number;
};

/** A killed worker's job is taken over after lostMs + watchMs at the latest: 15 s, where half a minute is promised. */
export const TIMINGS: Timings = {
  pollMs: 2000,
  beatMs: 3000,
  lostMs: 12_000,
  watchMs: 3000,
  unwindMs: 3000,
  suspectMs: 2000,
  scheduleMs: 30_000,
  cleanUpMs: 600_000,
};
