import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { READ_TIMEOUT_MS } from '../db/database.ts';
import { knownMigrations } from '../db/migrate.ts';
import { createKeyVerifier } from '../domain/keys/verify-key.ts';
import { bootstrapOrganization } from '../domain/organizations/create-organization.ts';
import { createSessions } from '../domain/sessions/sessions.ts';
import { MAX_TRIED_BYTES } from '../domain/signals/try-signal.ts';
import { createStorageQuota } from '../domain/storage/storage-quota.ts';
import type { Deps } from '../endpoints/define-endpoint.ts';
import { createDocsFiles } from '../endpoints/docs-files.ts';
import { endpoints } from '../endpoints/index.ts';
import { openApiDocument } from '../endpoints/openapi-document.ts';
import { createAdmission } from '../http/admission.ts';
import { buildApp } from '../http/app.ts';
import type { Address } from '../http/endpoint.ts';
import { createRateLimit } from '../http/rate-limit.ts';
import { createSessionCookies } from '../http/session-cookie.ts';
import type { Log } from '../lib/log.ts';
import { createMetrics } from '../lib/metrics.ts';
import type { Workers } from '../queue/workers.ts';
import { listenerPort, urlOf } from './addresses.ts';
import { createAi } from './ai.ts';
import { keepClaim, openBlobs, startBackground } from './background.ts';
import { collectWhenIdle } from './collect-when-idle.ts';
import { connect } from './connect.ts';
import { openConsole } from './console-files.ts';
import { createHealth } from './health.ts';
import { createMetricsPage } from './metrics-page.ts';
import { createSignIns } from './sign-ins.ts';

export type Service = {
  /** The first API key, where this start made it; to be shown once. */
  firstKey: string | undefined;
  /** Where each started listener is reached. */
  addresses: Partial<Record<Address, string>>;
  /**
   * Stops in phases: unready, drain, close.
   * @param unreadyMs how long the listeners stay open after readiness is gone, for load balancers to see it
   */
  stop(unreadyMs?: number): Promise<void>;
};

/**
 * Connections that may wait to be accepted. Of one more the first packet is dropped, and its client waits a second before
 * the next try; the system may allow fewer.
 */
const BACKLOG = 4096;

/** How long requests in flight may take to end before their connections are cut. */
const DRAIN_MS = 20_000;

/**
 * Starts the roles of the settings. Ready when it returns.
 * @param showFirstKey is told the first API key as soon as it is made: a start that fails after that must not lose it
 */
export async function serve(
  config: Config,
  log: Log,
  showFirstKey: (key: string) => void = () => {},
): Promise<Service> {
  const database = await connect(config, log, { readMs: READ_TIMEOUT_MS });
  const { db, queue } = database;
  const apps = new Map<Address, FastifyInstance>();
  let workers: Workers | undefined;
  try {
    const madeKey = await bootstrapOrganization(db, config.bootstrapApiKey);
    const firstKey = config.bootstrapApiKey === undefined ? madeKey : undefined;
    if (firstKey) showFirstKey(firstKey);
    const known = await knownMigrations();
    let stopping = false;
    const isStopping = () => stopping;
    const ports = {
      api: await listenerPort(config.host, config.apiPort),
      receiver: await listenerPort(config.host, config.receiverPort),
    };
    const publicUrl = config.publicUrl ?? urlOf(config.host, ports.api);
    const receiverUrl = config.receiverPublicUrl ?? urlOf(config.host, ports.receiver);
    const metrics = createMetrics();
    const stores = await openBlobs(config, db, publicUrl, log);
    const health = createHealth(db, known, isStopping, {
      ...stores,
      trouble: database.trouble,
    });
    const docsFiles = createDocsFiles(openApiDocument(publicUrl, receiverUrl));
    const ai = await createAi(config.ai);
    const { maxRecordingBytes, auditReads } = config;
    const authenticate = await createKeyVerifier(db, log);
    const sessions = createSessions(db, authenticate, log);
    const cookies = createSessionCookies(publicUrl, config.publicUrl !== undefined);
    const signIns = createSignIns({ db, sessions, verifyKey: authenticate, metrics, log });
    const consoleFiles = openConsole(stores.blobs);
    const admission = createAdmission();
    const quota = createStorageQuota(db, config.organizationBytes);
    const shared = { db, queue, ...stores, ai, metrics, quota };
    const deps: Deps = {
      ...shared,
      aiSettings: config.ai,
      tries: admission.createSemaphore(MAX_TRIED_BYTES),
      maxRecordingBytes,
      auditReads,
      health,
      docsFiles,
      metricsPage: createMetricsPage(db, metrics, config.metricsMs, stores),
      receiverUrl,
      sessions,
      signIns,
      cookies,
      consoleFiles,
    };
    const parts = {
      endpoints,
      deps,
      depsOf: sharesOf(deps),
      authenticate,
      rateLimit: config.rateLimit === undefined ? undefined : createRateLimit(config.rateLimit),
      admission,
      maxConnections: config.maxConnections,
      log,
      metrics,
      isStopping,
      isDatabaseFull: db.disk.isFull,
    };
    // Not for the receiver: browsers send cookies to every port of a host.
    const forBrowsers = { sessions: { verify: sessions.verify, cookies }, page: consoleFiles.page };
    for (const address of ['api', 'receiver'] as const) {
      if (!config.roles.has(address)) continue;
      const isHttps = (address === 'api' ? publicUrl : receiverUrl).startsWith('https:');
      apps.set(address, buildApp({ ...parts, ...(address === 'api' ? forBrowsers : {}), isHttps, address }));
    }
    if (config.roles.has('worker')) {
      const { blobs, blobOwner } = stores;
      const background = { db, queue, blobs, blobOwner, ai, log, metrics, quota };
      workers = await startBackground(config, database.connection, background);
    }
    const addresses = await listen(apps, config.host, ports);
    const endCollecting = collectWhenIdle();
    const endClaim = keepClaim(stores.blobOwner, log);
    return {
      firstKey,
      addresses,
      async stop(unreadyMs = 0) {
        stopping = true;
        log.info('stopping: no longer ready');
        const rested = database.rest();
        if (unreadyMs > 0) await delay(unreadyMs);
        await Promise.all([workers?.stop(DRAIN_MS), drain([...apps.values()], log), endClaim()]);
        endCollecting();
        await rested;
        await signIns.close();
        await database.close();
        log.info('stopped');
      },
    };
  } catch (error) {
    await Promise.all([workers?.stop(0), ...[...apps.values()].map((app) => app.close())]);
    await database.close();
    throw error;
  }
}

/** Organizations whose dependencies are kept; beyond it all are made anew. */
const MAX_SHARES = 10_000;

/** The dependencies as an organization uses them: with its share of the database. */
function sharesOf(deps: Deps): (organizationId: number) => Deps {
  const shares = new Map<number, Deps>();
  return (organizationId) => {
    const known = shares.get(organizationId);
    if (known) return known;
    if (shares.size >= MAX_SHARES) shares.clear();
    const share = { ...deps, db: deps.db.of(organizationId) };
    shares.set(organizationId, share);
    return share;
  };
}

async function listen(
  apps: Map<Address, FastifyInstance>,
  host: string,
  ports: Record<Address, number>,
): Promise<Service['addresses']> {
  const addresses: Service['addresses'] = {};
  for (const [address, app] of apps) {
    addresses[address] = await app.listen({ host, port: ports[address], backlog: BACKLOG });
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
