import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { readAi } from './ai/read-settings.ts';
import { refuseLoop } from './ai/refuse-loop.ts';
import { AI_SECRET_NAMES, AI_SETTING_NAMES, type AiSettings } from './ai/settings.ts';
import { type BlobSettings, BlobUrlError, parseBlobUrl } from './blobs/blob-url.ts';
import { type Network, parseNetwork } from './lib/guarded-fetch/addresses.ts';
import type { TraceSettings } from './lib/open-traces.ts';
import { readDatabaseUrls } from './lib/read-database-urls.ts';
import { readPorts } from './lib/read-ports.ts';
import { readSecrets, withSecrets } from './lib/read-secrets.ts';
import { readCount, readDays, readFlag, readSize, readUrl } from './lib/read-setting.ts';
import { readTraces, TRACE_SETTING_NAMES } from './lib/read-traces.ts';
import { nearest } from './lib/text.ts';

/** The roles of a process; any number of processes of each role share one database. */
export const ROLES = ['api', 'receiver', 'worker'] as const;
export type Role = (typeof ROLES)[number];

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export type Config = {
  host: string;
  apiPort: number;
  receiverPort: number;
  /** The port of the listener for health and metrics, which every role has. If undefined, there is none. */
  healthPort?: number | undefined;
  /** The beginning of links and signed URLs, without a slash at the end. If undefined, the address of the listener. */
  publicUrl: string | undefined;
  receiverPublicUrl: string | undefined;
  dataDir: string;
  /** The folder with the programs of an earlier PostgreSQL, from which the embedded database is moved. If undefined, they are looked for. */
  olderPostgres?: string | undefined;
  /** If undefined, the embedded PostgreSQL in dataDir. */
  databaseUrl: string | undefined;
  /** The URLs of the read replicas, if there are any. */
  readDatabaseUrls?: string[] | undefined;
  /** A URL past the pooler, if databaseUrl leads to one that shares its sessions. */
  directDatabaseUrl?: string | undefined;
  /** The URL for the role that owns the tables, if databaseUrl uses a role without that right. */
  migrationDatabaseUrl?: string | undefined;
  /** The time that migrations wait for others, in seconds. If undefined, the default. */
  migrationWaitSeconds?: number | undefined;
  roles: ReadonlySet<Role>;
  /** The processes that serve these roles together and share the ports; 1 is this process alone. */
  processes: number;
  bootstrapApiKey: string | undefined;
  /** The key with which `parley mcp` calls the API; nothing else uses it. */
  apiKey?: string | undefined;
  /** The store of recordings. */
  blobs: BlobSettings;
  /** Non-public networks that outgoing fetches may reach. */
  fetchAllow: Network[];
  /** The largest recording that is fetched or uploaded, in bytes. */
  maxRecordingBytes: number;
  /** The free space on the disk below which no recording is stored, in bytes. If undefined, the store's default. */
  minFreeBytes: number | undefined;
  /** The most bytes that each organization may store. If undefined, there is no quota. */
  organizationBytes: number | undefined;
  /** The most requests a minute that each API key may make to this process. If undefined, there is no limit. */
  rateLimit: number | undefined;
  /** The most connections that each listener holds open. */
  maxConnections: number;
  /** The most memory for answers that are sent again while the database stays the same, in bytes; 0 for none. If undefined, the default. */
  keptAnswerBytes?: number | undefined;
  /** The shortest interval at which the page of metrics is computed, in milliseconds. */
  metricsMs: number;
  /** The days for which replaced versions of meetings are kept; may be a fraction. */
  versionDays: number;
  /** The days for which changes are kept for readers of the feed; may be a fraction. */
  changesDays: number;
  /** The days for which exports are kept; may be a fraction. */
  exportDays: number;
  /** The days for which audit records are kept; may be a fraction. If undefined, what was set before holds. */
  auditDays?: number | 'forever' | undefined;
  /** Whether reads of transcripts, recordings and exports are audited. */
  auditReads: boolean;
  ai: AiSettings;
  /** The address to which traces are sent; undefined if none are sent. */
  traces?: TraceSettings | undefined;
  logLevel: string;
};

/** Every PARLEY_… variable that is read. */
const NAMES = [
  'PARLEY_HOST',
  'PARLEY_API_PORT',
  'PARLEY_RECEIVER_PORT',
  'PARLEY_HEALTH_PORT',
  'PARLEY_PUBLIC_URL',
  'PARLEY_RECEIVER_PUBLIC_URL',
  'PARLEY_DATA_DIR',
  'PARLEY_OLDER_POSTGRES',
  'PARLEY_ROLES',
  'PARLEY_PROCESSES',
  'PARLEY_BOOTSTRAP_API_KEY',
  'PARLEY_API_KEY',
  'PARLEY_LOG_LEVEL',
  'PARLEY_MIGRATION_DATABASE_URL',
  'PARLEY_MIGRATION_WAIT_SECONDS',
  'PARLEY_BLOB_URL',
  'PARLEY_FETCH_ALLOW',
  'PARLEY_MAX_RECORDING_BYTES',
  'PARLEY_MIN_FREE_BYTES',
  'PARLEY_ORGANIZATION_BYTES',
  'PARLEY_RATE_LIMIT',
  'PARLEY_MAX_CONNECTIONS',
  'PARLEY_KEPT_ANSWER_BYTES',
  'PARLEY_METRICS_MILLISECONDS',
  'PARLEY_VERSION_DAYS',
  'PARLEY_CHANGES_DAYS',
  'PARLEY_EXPORT_DAYS',
  'PARLEY_AUDIT_DAYS',
  'PARLEY_AUDIT_READS',
  ...TRACE_SETTING_NAMES,
  ...AI_SETTING_NAMES,
];

/** The variables that may also be given in files. The blob URL can contain credentials. */
const SECRETS = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_READ_URL',
  'PARLEY_MIGRATION_DATABASE_URL',
  'PARLEY_BOOTSTRAP_API_KEY',
  'PARLEY_API_KEY',
  'PARLEY_BLOB_URL',
  'PARLEY_TRACES_HEADERS',
  ...AI_SECRET_NAMES,
];

const MIN_BOOTSTRAP_KEY_LENGTH = 16;

/** Each has up to 63 connections to the database. */
const MAX_PROCESSES = 64;

const DEFAULT_MAX_RECORDING_BYTES = 2 * 1024 ** 3;

/** A connection takes 20 kB of memory. */
const DEFAULT_MAX_CONNECTIONS = 2000;

const DEFAULT_VERSION_DAYS = 90;

const DEFAULT_CHANGES_DAYS = 30;

const DEFAULT_EXPORT_DAYS = 7;

const DEFAULT_METRICS_MS = 1000;

/** The error that lists all faults of the settings, one per line. */
export class ConfigError extends Error {
  readonly faults: string[];

  constructor(faults: string[]) {
    super(faults.join('\n'));
    this.name = 'ConfigError';
    this.faults = faults;
  }
}

/**
 * Reads the settings; this file is the only reader of process.env.
 * @param defaults.logLevel the default of PARLEY_LOG_LEVEL
 * @returns the settings, and warnings about variables that look like settings but are not
 * @throws ConfigError with every fault
 */
export function readConfig(
  env: NodeJS.ProcessEnv = process.env,
  defaults: { logLevel: LogLevel } = { logLevel: 'info' },
): { config: Config; warnings: string[] } {
  const faults: string[] = [];
  const secrets = readSecrets(env, SECRETS, faults);
  const host = readHost(env, faults);
  const roles = readRoles(env.PARLEY_ROLES, faults);
  const ports = readPorts(env, roles, faults);
  const logLevel = env.PARLEY_LOG_LEVEL || defaults.logLevel;
  if (!LOG_LEVELS.some((level) => level === logLevel)) {
    faults.push(`PARLEY_LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}`);
  }
  const config: Config = {
    host,
    ...ports,
    publicUrl: readUrl(env, 'PARLEY_PUBLIC_URL', faults),
    receiverPublicUrl: readUrl(env, 'PARLEY_RECEIVER_PUBLIC_URL', faults),
    dataDir: resolve(env.PARLEY_DATA_DIR || '.parley'),
    olderPostgres: env.PARLEY_OLDER_POSTGRES ? resolve(env.PARLEY_OLDER_POSTGRES) : undefined,
    ...readDatabaseUrls(secrets, faults),
    migrationWaitSeconds: readCount(env, 'PARLEY_MIGRATION_WAIT_SECONDS', faults, ' of seconds'),
    roles,
    processes: readProcesses(env, faults),
    bootstrapApiKey: readBootstrapKey(secrets.PARLEY_BOOTSTRAP_API_KEY, faults),
    apiKey: secrets.PARLEY_API_KEY,
    blobs: readBlobUrl(secrets.PARLEY_BLOB_URL, faults),
    fetchAllow: readNetworks(env.PARLEY_FETCH_ALLOW, faults),
    minFreeBytes: readCount(env, 'PARLEY_MIN_FREE_BYTES', faults, ' of bytes'),
    organizationBytes: readCount(env, 'PARLEY_ORGANIZATION_BYTES', faults, ' of bytes'),
    maxRecordingBytes:
      readCount(env, 'PARLEY_MAX_RECORDING_BYTES', faults, ' of bytes') ?? DEFAULT_MAX_RECORDING_BYTES,
    rateLimit: readCount(env, 'PARLEY_RATE_LIMIT', faults),
    maxConnections: readCount(env, 'PARLEY_MAX_CONNECTIONS', faults) ?? DEFAULT_MAX_CONNECTIONS,
    keptAnswerBytes: readSize(env, 'PARLEY_KEPT_ANSWER_BYTES', faults),
    metricsMs: readCount(env, 'PARLEY_METRICS_MILLISECONDS', faults) ?? DEFAULT_METRICS_MS,
    versionDays: readDays(env, 'PARLEY_VERSION_DAYS', faults) ?? DEFAULT_VERSION_DAYS,
    changesDays: readDays(env, 'PARLEY_CHANGES_DAYS', faults) ?? DEFAULT_CHANGES_DAYS,
    exportDays: readDays(env, 'PARLEY_EXPORT_DAYS', faults) ?? DEFAULT_EXPORT_DAYS,
    auditDays: env.PARLEY_AUDIT_DAYS === 'forever' ? 'forever' : readDays(env, 'PARLEY_AUDIT_DAYS', faults),
    auditReads: readFlag(env, 'PARLEY_AUDIT_READS', faults),
    ai: readAi(withSecrets(env, secrets), faults),
    traces: readTraces(withSecrets(env, secrets), faults),
    logLevel,
  };
  refuseLoop(config.ai, config, faults);
  if (faults.length > 0) throw new ConfigError(faults);
  return { config, warnings: unknownSettings(env) };
}

function readHost(env: NodeJS.ProcessEnv, faults: string[]): string {
  const host = env.PARLEY_HOST || '127.0.0.1';
  if (isIP(host) === 0 && !/^[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*$/.test(host)) {
    faults.push('PARLEY_HOST must be an IP address or a host name, for example 0.0.0.0');
  }
  return host;
}

function readBlobUrl(text: string | undefined, faults: string[]): BlobSettings {
  try {
    return parseBlobUrl(text);
  } catch (error) {
    if (!(error instanceof BlobUrlError)) throw error;
    faults.push(...error.faults.map((fault) => `PARLEY_BLOB_URL ${fault}`));
    return { kind: 'files' };
  }
}

function readNetworks(text: string | undefined, faults: string[]): Network[] {
  const networks: Network[] = [];
  for (const one of (text ?? '').split(',').map((part) => part.trim())) {
    const network = one === '' ? undefined : parseNetwork(one);
    if (network) networks.push(network);
    else if (one !== '')
      faults.push(
        `PARLEY_FETCH_ALLOW must be a comma-separated list of networks such as 10.0.0.0/8; it has ${JSON.stringify(one)}`,
      );
  }
  return networks;
}

function readRoles(text: string | undefined, faults: string[]): Set<Role> {
  if (!text) return new Set(ROLES);
  const roles = text.split(',').map((role) => role.trim());
  const unknown = roles.filter((role) => !ROLES.some((known) => known === role));
  if (unknown.length > 0) {
    faults.push(
      `PARLEY_ROLES must be a comma-separated list of ${ROLES.join(', ')}; it has ${JSON.stringify(unknown.join(','))}`,
    );
  }
  return new Set(roles as Role[]);
}

function readProcesses(env: NodeJS.ProcessEnv, faults: string[]): number {
  const processes = readCount(env, 'PARLEY_PROCESSES', faults) ?? 1;
  if (processes > MAX_PROCESSES) faults.push(`PARLEY_PROCESSES must be at most ${MAX_PROCESSES}`);
  return processes;
}

function readBootstrapKey(text: string | undefined, faults: string[]): string | undefined {
  if (text === undefined) return undefined;
  if (/^[\x21-\x7e]+$/.test(text) && text.length >= MIN_BOOTSTRAP_KEY_LENGTH && text.length <= 256)
    return text;
  faults.push(
    `PARLEY_BOOTSTRAP_API_KEY must be ${MIN_BOOTSTRAP_KEY_LENGTH} to 256 visible ASCII characters without spaces`,
  );
  return undefined;
}

/** Returns variables that are probably mistyped; they would silently be ignored. */
function unknownSettings(env: NodeJS.ProcessEnv): string[] {
  const known = [...NAMES, ...SECRETS.map((name) => `${name}_FILE`)];
  return Object.keys(env)
    .filter((name) => name.startsWith('PARLEY_') && !known.includes(name))
    .map((name) => {
      const guess = nearest(name, known);
      return `${name} is not a setting of Parley${guess ? `; did you mean ${guess}?` : ''}`;
    });
}
