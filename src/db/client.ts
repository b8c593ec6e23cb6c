import pg from 'pg';
import { binaryReader, readBinaryResults } from './binary-results.ts';
import { SessionClient, type SessionConfig } from './session.ts';

export type ConnectionSettings = SessionConfig;

/** The time in which a connection has to be open, and for which a request waits for the semaphore of a pool. */
export const CONNECT_TIMEOUT_MS = 5000;

/** Settings that every connection of Parley shares: values come out as the code wants them. */
export function clientSettings(connection: ConnectionSettings): ConnectionSettings {
  return {
    application_name: 'parley',
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...connection,
    types: { getTypeParser } as pg.CustomTypesConfig,
  };
}

/** A connection for Parley's own statements, that reads binary results, too. */
export class Client extends SessionClient {
  constructor(config?: ConnectionSettings) {
    // Every statement has a fixed text that leaves the planner one way: to plan anew for each set of values took a page of
    // meetings three times as long.
    super(config, { plan_cache_mode: 'force_generic_plan' });
    readBinaryResults(this);
  }
}

const BIGINT = 20;
const TIMESTAMPTZ = 1184;

/** Bigints are ids and counts below 2^53; instants come out as milliseconds since the epoch. */
function getTypeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (format === 'binary') return binaryReader(oid);
  if (oid === BIGINT) return Number;
  if (oid === TIMESTAMPTZ) return parseTimestamp;
  return pg.types.getTypeParser(oid);
}

/** `2026-01-31 09:30:00.5+00`, `… BC` for the year 0000, which ISO counts and PostgreSQL does not. */
function parseTimestamp(text: string): number {
  const isBc = text.endsWith(' BC');
  const year = isBc ? '0000' : text.slice(0, 4);
  return Date.parse(`${year}${text.slice(4, 10)}T${text.slice(11).replace(/\+00(?: BC)?$/, 'Z')}`);
}
