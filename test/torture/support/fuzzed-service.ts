import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateKey } from '../../../src/domain/keys/key-format.ts';
import { limitAttempts } from '../../reliability/background-worker.ts';
import { type ChildService, startChildService } from '../../support/child-service.ts';
import { freePort } from '../../support/free-port.ts';
import { createTestDatabase } from '../../support/postgres.ts';
import { FuzzingTenant, type Ground } from './fuzzing-tenant.ts';
import { createSender, type Sender } from './http-exchange.ts';

/** The real service in a separate process, for the tenants that a program creates. */
export type FuzzedService = Pick<ChildService, 'apiUrl' | 'receiverUrl' | 'client' | 'stop'> & {
  databaseUrl: string;
  operatorKey: string;
  sender: Sender;
  makeTenant(): Promise<FuzzingTenant>;
  /** Restarts it at the same addresses, with other settings. */
  restart(env: Record<string, string>): Promise<void>;
};

/**
 * Starts it in a separate folder, which `stop` removes.
 * @param options.databaseUrl the URL of an existing database; otherwise a new one is created
 */
export async function startFuzzedService(
  options: { databaseUrl?: string; env?: Record<string, string> } = {},
): Promise<FuzzedService> {
  const { databaseUrl } = options;
  const database = databaseUrl ? { url: databaseUrl, drop: async () => {} } : await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-fuzzed-'));
  const operatorKey = generateKey();
  // Restarts keep the addresses.
  const ports = { PARLEY_API_PORT: `${await freePort()}`, PARLEY_RECEIVER_PORT: `${await freePort()}` };
  const start = (env: Record<string, string>) =>
    startChildService({
      databaseUrl: database.url,
      key: operatorKey,
      env: { PARLEY_DATA_DIR: dataDir, PARLEY_LOG_LEVEL: 'error', ...ports, ...options.env, ...env },
    });
  const first = await start({});
  let service = first;
  // A fetch fails permanently at the first attempt, because some operations need a dead job.
  await limitAttempts(database.url, 'fetch-recording', 1);
  const sender = createSender(first);
  const ground: Ground = { apiUrl: first.apiUrl, operatorKey, keptKeys: new Set() };
  const { body } = await first.client.get('/admin/v1/keys');
  for (const { id } of body.keys) ground.keptKeys.add(`${id}`);
  return {
    apiUrl: first.apiUrl,
    receiverUrl: first.receiverUrl,
    client: first.client,
    databaseUrl: database.url,
    operatorKey,
    sender,
    makeTenant: () => FuzzingTenant.make(ground, sender),
    async restart(env) {
      await service.stop();
      service = await start(env);
    },
    async stop() {
      sender.close();
      await service.stop();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
