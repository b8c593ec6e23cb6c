import type { ListenOptions } from 'node:net';
import type { Config } from '../../config.ts';
import type { Log } from '../../lib/log.ts';
import { createMetrics, type Metrics } from '../../lib/metrics.ts';
import { type ReservedPort, reservePorts } from '../addresses.ts';
import type { Announce } from '../announce.ts';
import { connect } from '../connect.ts';
import { createFirstKey } from '../first-key.ts';
import { firstSignal } from '../first-signal.ts';
import { checkConnections } from './check-connections.ts';
import { createCombinedMetrics } from './combine-metrics.ts';
import { createFleet, type Fleet } from './fleet.ts';

/**
 * Runs as many processes as the settings ask for until SIGTERM or SIGINT. They share each port, and are started again if
 * they end. What a service does once is done here: the embedded PostgreSQL, migrations, and the first key.
 * @throws if the first start of a process fails
 */
export async function supervise(config: Config, log: Log, announce: Announce): Promise<void> {
  const signalled = firstSignal(log);
  await superviseUntil(signalled, config, log, announce);
  log.info('stopped');
}

async function superviseUntil(
  signalled: Promise<NodeJS.Signals>,
  config: Config,
  log: Log,
  announce: Announce,
): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const database = await connect(config, log);
  stack.defer(database.close);
  await createFirstKey(database.db, config, announce.firstKey);
  // A pooler that shares sessions bounds them itself.
  if (!database.connection.sharesSessions) await checkConnections(database.db, config, log);
  const ports = await reservePorts(config);
  for (const port of Object.values(ports)) stack.defer(port.release);
  const metrics = createMetrics();
  const combineMetrics = createCombinedMetrics(config, database.db, metrics);
  const fleet = createFleet(config, log, { ports, combineMetrics });
  stack.defer(async () => void (await fleet.stop('SIGTERM')));
  const started = fleet.start().then(async (addresses) => {
    const health = ports.health && (await listenForProbes(config, fleet, ports.health, { log, metrics }));
    if (health) stack.defer(health.close);
    announce.addresses({ ...addresses, ...(health && { health: health.url }) });
  });
  const signal = await Promise.race([signalled, started.then(() => signalled)]);
  const rested = database.rest();
  // Probes are answered until all processes have ended.
  if (!(await fleet.stop(signal))) process.exitCode = 1;
  await rested;
}

async function listenForProbes(
  config: Config,
  fleet: Fleet,
  { port, shared, release }: ReservedPort,
  parts: { log: Log; metrics: Metrics },
): Promise<{ url: string; close(): Promise<void> }> {
  const { buildHealthListener } = await import('./health-listener.ts');
  const app = buildHealthListener(config, fleet, parts);
  const options: ListenOptions = { host: config.host, port, reusePort: shared };
  const url = await app.listen(options);
  await release();
  return { url, close: async () => void (await app.close()) };
}
