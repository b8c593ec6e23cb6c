import type { MetricValues } from '../lib/add-up-metrics.ts';
import type { SharedCounts } from '../lib/shared-counts.ts';

/** The obstacle to serving, if there is one, and the warnings that an operator has to know nevertheless. */
export type HealthReport = { obstacle: string | undefined; warnings: string[] };

/** The connection of a process to its supervisor, if it is one of several that serve together: see several/. */
export type Seat = {
  /** The number of processes that share the ports. */
  processes: number;
  counts: SharedCounts;
  /** Resolves when the ports are free for this process. */
  beforeListening(): Promise<void>;
  /** Processes do not run that should: a sentence for operators, or undefined if all run. */
  trouble(): string | undefined;
  /** Returns the metrics of all processes together, as text. */
  metrics(): Promise<string>;
  /** Gives the supervisor what it asks for. */
  report(reports: { health(): Promise<HealthReport>; metrics(): Promise<MetricValues> }): void;
};
