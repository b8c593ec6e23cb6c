import type { Database } from '../db/database.ts';
import { type Endpoint, endpointMaker } from '../http/endpoint.ts';
import type { Metrics } from '../lib/metrics.ts';

/** What handlers work with; built by processes/. */
export type Deps = {
  db: Database;
  metrics: Metrics;
  /** @returns in `obstacle` why requests cannot be served now, or undefined where they can */
  health: { obstacle(): Promise<string | undefined> };
  openApi: Record<string, unknown>;
  receiverUrl: string;
};

export const defineEndpoint = endpointMaker<Deps>();

export type ParleyEndpoint = Endpoint<Deps>;
