import type { IncomingHttpHeaders } from 'node:http';
import type { Log } from '../lib/log.ts';
import type { Metrics } from '../lib/metrics.ts';
import type { Admission } from './admission.ts';
import type { Authentication } from './authenticate.ts';
import type { Pace } from './body-pace.ts';
import type { Address, Answer, Endpoint } from './endpoint.ts';

/** What an application is made of; tests and production pass the same. */
export type AppParts<Deps> = Authentication & {
  address: Address;
  endpoints: readonly Endpoint<Deps>[];
  deps: Deps;
  /** The same as one organization uses them: its share of what all of them use. Without it there are no shares. */
  depsOf?(organizationId: number): Deps;
  /** What a person's browser is shown where there is nothing else; without it that is 404 for everybody. */
  page?(headers: IncomingHttpHeaders): Promise<Answer>;
  log: Log;
  metrics: Metrics;
  /** One for all listeners of a process, as its memory is. */
  admission: Admission;
  /** Connections that the listener holds open. */
  maxConnections: number;
  /** Whether browsers reach the listener over https alone. */
  isHttps?: boolean;
  /** Whether the disk of the database was found full of late. */
  isDatabaseFull?(): boolean;
  /** Whether the process is about to stop: answers then close their connection, so that clients go elsewhere. */
  isStopping?(): boolean;
  /** Tests are not as patient as production. */
  timeouts?: Partial<Timeouts>;
};

export type Timeouts = {
  headersMs: number;
  requestMs: number;
  /** How often the two are looked at. */
  checkMs: number;
  readerMs: number;
  keepAliveMs: number;
  pace: Pace;
};
