import type { MetricValues } from '../../lib/add-up-metrics.ts';
import type { CountedKey } from '../../lib/shared-counts.ts';
import type { HealthReport } from '../seat.ts';
import type { Service } from '../serve.ts';

/** One of several processes that serve together. */
export type ProcessPlace = {
  /** Counted from 1; a process that is started again has the number of the one before it. */
  number: number;
  of: number;
  apiPort: number;
  receiverPort: number;
};

/** The counts of a short time: by name, then by key. */
export type Counts = Map<string, Map<CountedKey, number>>;

/** The calls that a process makes to its supervisor. */
export type SupervisorCalls = {
  /** The process has begun and asks which one it is. */
  hello(): ProcessPlace;
  /** The process is about to listen: the ports have to be free for it. */
  listen(): Promise<void>;
  ready(addresses: Service['addresses']): void;
  /** The process cannot start, and ends. */
  fail(message: string): void;
  counts(counts: Counts): void;
  /** Returns the metrics of all processes together, as text. */
  metrics(): Promise<string>;
};

/** The calls that a supervisor makes to a process. */
export type ProcessCalls = {
  /** Another process has counted. */
  counts(counts: Counts): void;
  /** Processes do not run that should: a sentence for operators, or undefined if all run. */
  trouble(trouble: string | undefined): void;
  health(): Promise<HealthReport>;
  metrics(): Promise<MetricValues>;
};
