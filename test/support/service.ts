import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import type { Config } from '../../src/config.ts';
import { createLog } from '../../src/lib/log.ts';
import { serve } from '../../src/processes/serve.ts';
import { createClient, type TestClient } from './client.ts';
import { createTestDatabase } from './postgres.ts';

/** A running service on a database of its own, and clients that call it as users do: over HTTP. */
export type TestService = {
  apiUrl: string;
  receiverUrl: string;
  /** Of a superuser; the service itself has a role that only serves, unless the test named a database. */
  databaseUrl: string;
  /** A key that holds every scope, of the first organization. */
  key: string;
  /** Calls with that key. */
  client: TestClient;
  /** Calls with another key, or none. */
  as(key: string | undefined): TestClient;
  /** A new organization and a client with its key. */
  tenant(domains?: string[]): Promise<{ id: number; key: string; client: TestClient }>;
  /** The log of the service so far, JSON lines. */
  logged(): string;
  stop(): Promise<void>;
};

/** Artificial intelligence that needs no network. */
export const BUILTIN: Config['ai'] = {
  provider: 'builtin',
  baseUrl: undefined,
  apiKey: undefined,
  model: undefined,
  maxInputTokens: undefined,
  timeoutSeconds: undefined,
  concurrency: 4,
  tokensPerDay: undefined,
  prices: undefined,
};

/**
 * Starts the real service in this process, on free ports, with a database of its own unless `databaseUrl` names one
 * that is there already. Stop it in `after`.
 */
export async function startService(settings: Partial<Config> = {}): Promise<TestService> {
  const { databaseUrl } = settings;
  const database = databaseUrl
    ? { url: databaseUrl, servingUrl: databaseUrl, drop: async () => {} }
    : await createTestDatabase();
  const dataDir = settings.dataDir ?? (await mkdtemp(join(tmpdir(), 'parley-service-')));
  let logged = '';
  const sink = new Writable({
    write(chunk, _encoding, done) {
      logged += chunk;
      done();
    },
  });
  const config: Config = {
    host: '127.0.0.1',
    apiPort: 0,
    receiverPort: 0,
    publicUrl: undefined,
    receiverPublicUrl: undefined,
    dataDir,
    blobs: { kind: 'files' },
    fetchAllow: [],
    minFreeBytes: undefined,
    maxRecordingBytes: 64 * 1024 * 1024,
    organizationBytes: undefined,
    metricsMs: 1,
    rateLimit: undefined,
    maxConnections: 2000,
    versionDays: 90,
    changesDays: 30,
    exportDays: 7,
    auditReads: false,
    ai: BUILTIN,
    databaseUrl: database.servingUrl,
    roles: new Set(['api', 'receiver', 'worker']),
    processes: 1,
    bootstrapApiKey: undefined,
    logLevel: 'info',
    ...settings,
  };
  const service = await serve(config, createLog(config.logLevel, sink));
  const apiUrl = service.addresses.api ?? '';
  const receiverUrl = service.addresses.receiver ?? '';
  const as = (key: string | undefined) => createClient({ apiUrl, receiverUrl, key });
  const key = service.firstKey ?? config.bootstrapApiKey!;
  const client = as(key);
  return {
    apiUrl,
    receiverUrl,
    databaseUrl: database.url,
    key,
    client,
    as,
    async tenant(domains) {
      const made = await client.post('/admin/v1/organizations', { name: 'Tenant', domains });
      return { id: made.body.id, key: made.body.key, client: as(made.body.key) };
    },
    logged: () => logged,
    async stop() {
      await service.stop();
      await database.drop();
      if (settings.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}
