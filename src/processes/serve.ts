import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { isMigrated, knownMigrations } from '../db/migrate.ts';
import { createKeyVerifier } from '../domain/keys/verify-key.ts';
import { bootstrapOrganization } from '../domain/organizations/create-organization.ts';
import type { Deps } from '../endpoints/define-endpoint.ts';
import { endpoints } from '../endpoints/index.ts';
import { openApiDocument } from '../endpoints/openapi-document.ts';
import { buildApp } from '../http/app.ts';
import type { Address } from '../http/endpoint.ts';
import type { Log } from '../lib/log.ts';
import { createMetrics } from '../lib/metrics.ts';
import { connect } from './connect.ts';
import { startHousekeeping } from './housekeeping.ts';

export type Service = {
  /** The first API key, where this start made it; to be shown once. */
  firstKey: string | undefined;
  /** Where each started listener is reached. */
  addresses: Partial<Record<Address, string>>;
  /** Stops in phases: unready, drain, close. */
  stop(): Promise<void>;
};

/** How long requests in flight may take to end before their connections are cut. */
const DRAIN_MS = 20_000;

/** Starts the roles of the settings. Ready when it returns. */
export async function serve(config: Config, log: Log): Promise<Service> {
  const database = await connect(config, log);
  const { db } = database;
  const apps = new Map<Address, FastifyInstance>();
  try {
    const madeKey = await bootstrapOrganization(db, config.bootstrapApiKey);
    const known = await knownMigrations();
    let stopping = false;
    const health = {
      async obstacle() {
        if (stopping) return 'The process is stopping';
        return (await isMigrated(db, known)) ? undefined : 'The database schema is not current';
      },
    };
    const { publicUrl, receiverPublicUrl: receiverUrl } = config;
    const metrics = createMetrics();
    const deps: Deps = { db, metrics, health, openApi: openApiDocument(publicUrl, receiverUrl), receiverUrl };
    const authenticate = await createKeyVerifier(db, log);
    for (const address of ['api', 'receiver'] as const) {
      if (!config.roles.has(address)) continue;
      apps.set(address, buildApp({ address, endpoints, deps, authenticate, log, metrics }));
    }
    const addresses = await listen(apps, config);
    const stopHousekeeping = config.roles.has('worker') ? startHousekeeping(db, log) : undefined;
    return {
      firstKey: config.bootstrapApiKey === undefined ? madeKey : undefined,
      addresses,
      async stop() {
        stopping = true;
        log.info('stopping: no longer ready');
        await stopHousekeeping?.();
        await drain([...apps.values()], log);
        await database.close();
        log.info('stopped');
      },
    };
  } catch (error) {
    await Promise.all([...apps.values()].map((app) => app.close()));
    await database.close();
    throw error;
  }
}

async function listen(apps: Map<Address, FastifyInstance>, config: Config): Promise<Service['addresses']> {
  const addresses: Service['addresses'] = {};
  for (const [address, app] of apps) {
    const port = address === 'api' ? config.apiPort : config.receiverPort;
    addresses[address] = await app.listen({ host: config.host, port });
  }
  return addresses;
}

/** Takes no new connections and waits for the requests in flight, up to the bound. */
async function drain(apps: FastifyInstance[], log: Log): Promise<void> {
  const cut = setTimeout(() => {
    log.warn('requests were still in flight: their connections are cut');
    for (const app of apps) app.server.closeAllConnections();
  }, DRAIN_MS);
  await Promise.all(apps.map((app) => app.close()));
  clearTimeout(cut);
}
