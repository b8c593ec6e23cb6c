import type { ListenOptions } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import packageJson from '../../package.json' with { type: 'json' };
import type { Config } from '../config.ts';
import { READ_TIMEOUT_MS } from '../db/database.ts';
import type { ReadReplicas } from '../db/read-replicas.ts';
import type { Listener } from '../http/endpoint.ts';
import type { Log } from '../lib/log.ts';
import { createMetrics } from '../lib/metrics.ts';
import { openTraces } from '../lib/open-traces.ts';
import type { Workers } from '../queue/workers.ts';
import { type ReservedPorts, reservePorts, urlOf } from './addresses.ts';
import type { Surroundings } from './assemble.ts';
import { collectWhenIdle } from './collect-when-idle.ts';
import { connect } from './connect.ts';
import { createFirstKey } from './first-key.ts';
import { openReplicasOf } from './open-replicas.ts';
import type { Seat } from './seat.ts';

export type Service = {
  /** The first API key, where this start made it; to be shown once. */
  firstKey: string | undefined;
  /** The URLs of the started listeners. */
  addresses: Partial<Record<Listener, string>>;
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

/**
 * The time after which most of the code is loaded while the database is still being started: long enough for the embedded
 * PostgreSQL to be called, which works in other processes from then on. Loading keeps this one busy.
 */
const HEAD_START_MS = 60;

/** The time that requests in flight may take to end before their connections are cut. */
const DRAIN_MS = 20_000;

/**
 * Starts the roles of the settings. Ready when it returns.
 * @param showFirstKey is told the first API key as soon as it is made: a start that fails after that must not lose it
 * @param seat is given if the process is one of several, whose supervisor has prepared the database
 */
export async function serve(
  config: Config,
  log: Log,
  showFirstKey: (key: string) => void = () => {},
  seat?: Seat,
): Promise<Service> {
  const traces = config.traces && (await openTraces(config.traces, packageJson.version, log));
  const connecting = connect(config, log, {
    readMs: READ_TIMEOUT_MS,
    traces,
    isPrepared: seat !== undefined,
  });
  // If it fails, the code is loaded all the same: the image is built with a cache of all that a start loads.
  await Promise.race([connecting.catch(() => {}), delay(HEAD_START_MS)]);
  const { assemble, buildApp, openBlobs, startBackground, keepClaim } = await loadCode();
  const database = await connecting;
  const { db, queue } = database;
  const apps = new Map<Listener, FastifyInstance>();
  let workers: Workers | undefined;
  let ports: ReservedPorts | undefined;
  let replicas: ReadReplicas | undefined;
  try {
    const firstKey = seat ? undefined : await createFirstKey(db, config, showFirstKey);
    let stopping = false;
    const isStopping = () => stopping;
    ports = await reservePorts(config);
    const urls = {
      publicUrl: config.publicUrl ?? urlOf(config.host, ports.api.port),
      receiverUrl: config.receiverPublicUrl ?? urlOf(config.host, ports.receiver.port),
    };
    const metrics = createMetrics();
    replicas = openReplicasOf(config, database, log, { metrics, traces });
    const stores = await openBlobs(config, db, urls.publicUrl, log);
    const { parts, forBrowsers, signIns, changeFeed } = await assemble(config, log, {
      database,
      stores,
      traces,
      urls,
      metrics,
      replicas,
      isStopping,
      seat,
    });
    const { ai, quota } = parts.deps;
    addListeners(apps, config, { buildApp, parts, forBrowsers, urls });
    if (config.roles.has('worker')) {
      const { blobs, blobOwner } = stores;
      const { publicUrl } = urls;
      const background = { db, queue, signals: database.signals, blobs, blobOwner, ai, log, metrics, quota };
      const more = { publicUrl, traces };
      workers = await startBackground(config, database.connection, { ...background, ...more });
    }
    await seat?.beforeListening();
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
        const waiting = changeFeed.close();
        const { health, ...others } = Object.fromEntries(apps);
        await Promise.all([workers?.stop(DRAIN_MS), drain(Object.values(others), log), endClaim(), waiting]);
        // Probes are answered until everything else has ended.
        if (health) await drain([health], log);
        endCollecting();
        await rested;
        await Promise.all([signIns.close(), parts.deps.linePreparation.close(), replicas?.close()]);
        await database.close();
        await traces?.close();
        log.info('stopped');
      },
    };
  } catch (error) {
    await Promise.all([workers?.stop(0), replicas?.close(), ...[...apps.values()].map((app) => app.close())]);
    await database.close();
    await traces?.close();
    throw error;
  } finally {
    await Promise.all(Object.values(ports ?? {}).map((port) => port.release()));
  }
}

type Code = Awaited<ReturnType<typeof loadCode>>;
type Assembled = Awaited<ReturnType<Code['assemble']>>;

/** Loads most of the code of the service. */
async function loadCode() {
  const [{ assemble }, background, { buildApp }] = await Promise.all([
    import('./assemble.ts'),
    import('./background.ts'),
    import('../http/app.ts'),
  ]);
  return { ...background, assemble, buildApp };
}

/** Builds the listeners of the roles, and the one for probes if it has a port. */
function addListeners(
  apps: Map<Listener, FastifyInstance>,
  { roles, healthPort }: Config,
  {
    buildApp,
    parts,
    forBrowsers,
    urls,
  }: Pick<Code, 'buildApp'> & Pick<Assembled, 'parts' | 'forBrowsers'> & Pick<Surroundings, 'urls'>,
): void {
  // Connections of its own let probes through however many clients the other listeners have.
  if (healthPort !== undefined) apps.set('health', buildApp({ ...parts, address: 'health' }));
  for (const address of ['api', 'receiver'] as const) {
    if (!roles.has(address)) continue;
    const isHttps = (address === 'api' ? urls.publicUrl : urls.receiverUrl).startsWith('https:');
    apps.set(address, buildApp({ ...parts, ...(address === 'api' ? forBrowsers : {}), isHttps, address }));
  }
}

async function listen(
  apps: Map<Listener, FastifyInstance>,
  host: string,
  ports: ReservedPorts,
): Promise<Service['addresses']> {
  const addresses: Service['addresses'] = {};
  for (const [address, app] of apps) {
    const { port, shared } = ports[address]!;
    const options: ListenOptions = { host, port, reusePort: shared, backlog: BACKLOG };
    addresses[address] = await app.listen(options);
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
