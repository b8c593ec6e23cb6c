import type { IncomingHttpHeaders } from 'node:http';
import type { Log } from '../lib/log.ts';
import type { Metrics } from '../lib/metrics.ts';
import type { Traces } from '../lib/traces.ts';
import type { Admission } from './admission.ts';
import type { Authentication } from './authenticate.ts';
import type { Pace } from './body-pace.ts';
import type { Answer, Endpoint, Listener } from './endpoint.ts';
import type { KeptAnswers } from './kept-answers.ts';

/** A request may write, only reads, or only reads and may be answered by a read replica as well. */
export type Access = 'writes' | 'reads' | 'reads anywhere';

/** The parts of an application; tests and production pass the same ones. */
export type AppParts<Deps> = Authentication & {
  address: Listener;
  endpoints: readonly Endpoint<Deps>[];
  deps: Deps;
  /**
   * The same as one organization uses them: its share of what all of them use. Without it there are no shares.
   * @param access what the request does; unless it is `writes`, they are asked for with each request
   */
  depsOf?(organizationId: number, access: Access): Deps;
  /** The URL of the receiver as seen from outside: requests for its operations that reach the API are told it. */
  receiverUrl?: string;
  /** The page that browsers get for unknown paths; without it everybody gets 404. */
  page?(headers: IncomingHttpHeaders): Promise<Answer>;
  log: Log;
  metrics: Metrics;
  /** Undefined if they are off. */
  traces?: Traces | undefined;
  /** One for all listeners of a process, as its memory is. */
  admission: Admission;
  /** Undefined if every answer is made anew. */
  keptAnswers?: KeptAnswers | undefined;
  /** Connections that the listener holds open. */
  maxConnections: number;
  /** The processes that share the listener; 1 if it is not given. */
  processes?: number | undefined;
  /** True if browsers reach the listener over https alone. */
  isHttps?: boolean;
  /** Returns true if the disk of the database was found full of late. */
  isDatabaseFull?(): boolean;
  /** Returns true if the process is about to stop: answers then close their connection, so that clients go elsewhere. */
  isStopping?(): boolean;
  /** Tests are not as patient as production. */
  timeouts?: Partial<Timeouts>;
};

export type Timeouts = {
  headersMs: number;
  requestMs: number;
  /** The interval at which both are checked. */
  checkMs: number;
  readerMs: number;
  keepAliveMs: number;
  pace: Pace;
};
