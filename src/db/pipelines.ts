import type pg from 'pg';
import { NO_ORGANIZATION, trackActiveOrganizations } from '../lib/active-organizations.ts';
import {
  isDatabaseUnavailable,
  isPreparedOtherwise,
  isStatementTimeout,
  NoConnection,
} from '../lib/database-errors.ts';
import type { Log } from '../lib/log.ts';
import { ACTIVE_MS } from './pool.ts';

/** One carries a small service; the second is there where the first has its hands full. */
export const CLIENTS = 2;

/** The most statements in flight on one connection, and so the most that one slow result can delay. */
const MAX_IN_FLIGHT = 16;

/** If each connection has so many in flight, one more is opened up to the limit: the server then uses two cores. */
const MANY_IN_FLIGHT = 4;

/**
 * The most statements that one organization has in flight on all of them while others are active: its next statement uses
 * a connection of the pool, where organizations are served in turn. Results come in order, so that each statement waits
 * for those that were sent before it.
 */
const MAX_SHARED = 8;

/** A connection whose oldest answer is so late is passed by: something holds it up. */
const LATE_MS = 100;

/** Connections that are shared: what asks at the same time is sent together, and answered in order. */
export type Pipelines = {
  /** @returns undefined where all are busy, or busy for the organization: nothing was asked then */
  query(config: pg.QueryConfig, organizationId: number): Promise<pg.QueryResult> | undefined;
  connections(): { total: number; idle: number; max: number };
  close(): Promise<void>;
};

type Pipeline = {
  client: Promise<pg.Client>;
  inFlight: number;
  /** The time since when the oldest result is awaited. */
  sinceMs: number;
};

/**
 * Opens connections for statements that are quick whatever their values are. A page of ten costs a third less of both
 * node and PostgreSQL than through a pool, because fewer processes are woken up for it.
 */
export function openPipelines(connect: () => pg.Client, log: Log): Pipelines {
  const open = new Set<Pipeline>();
  const inFlightOf = new Map<number, number>();
  const active = trackActiveOrganizations(ACTIVE_MS);
  let isClosed = false;

  const start = (): Pipeline => {
    const client = connect();
    const pipeline: Pipeline = { client: connected(client), inFlight: 0, sinceMs: performance.now() };
    const drop = () => open.delete(pipeline);
    client.on('error', (error) => {
      drop();
      log.warn({ err: error }, 'a shared database connection broke');
    });
    client.on('end', drop);
    pipeline.client.catch(drop);
    open.add(pipeline);
    return pipeline;
  };

  /** Returns true if the organization has its share in flight. */
  const hasItsShare = (organizationId: number, nowMs: number) =>
    organizationId !== NO_ORGANIZATION &&
    active.note(organizationId, nowMs) &&
    (inFlightOf.get(organizationId) ?? 0) >= MAX_SHARED;

  const choose = (organizationId: number): Pipeline | undefined => {
    const nowMs = performance.now();
    if (hasItsShare(organizationId, nowMs)) return undefined;
    let chosen: Pipeline | undefined;
    for (const pipeline of open) {
      if (pipeline.inFlight === 0) return pipeline;
      if (pipeline.inFlight >= MAX_IN_FLIGHT || nowMs - pipeline.sinceMs >= LATE_MS) continue;
      if (chosen === undefined || pipeline.inFlight < chosen.inFlight) chosen = pipeline;
    }
    const mayStart = open.size < CLIENTS && !isClosed;
    return mayStart && (chosen?.inFlight ?? MANY_IN_FLIGHT) >= MANY_IN_FLIGHT ? start() : chosen;
  };

  /** Closes a connection that is not used any more: an error of the server does not do so. */
  const end = ({ client }: Pipeline) => void client.then((one) => one.end()).catch(() => {});

  const ask = async (pipeline: Pipeline, config: pg.QueryConfig, organizationId: number) => {
    inFlightOf.set(organizationId, (inFlightOf.get(organizationId) ?? 0) + 1);
    if (pipeline.inFlight++ === 0) pipeline.sinceMs = performance.now();
    try {
      return await askUntilPrepared(await pipeline.client, config);
    } catch (error) {
      if (isDatabaseUnavailable(error) && !isStatementTimeout(error)) open.delete(pipeline);
      throw error;
    } finally {
      pipeline.inFlight--;
      const left = inFlightOf.get(organizationId)! - 1;
      if (left > 0) inFlightOf.set(organizationId, left);
      else inFlightOf.delete(organizationId);
      pipeline.sinceMs = performance.now();
      // The connection is closed after its last statement: the server still answers those that were sent with the one that failed.
      if (!open.has(pipeline) && pipeline.inFlight === 0) end(pipeline);
    }
  };

  return {
    query(config, organizationId) {
      const pipeline = choose(organizationId);
      return pipeline && ask(pipeline, config, organizationId);
    },
    connections: () => ({
      total: open.size,
      max: CLIENTS,
      idle: [...open].filter(({ inFlight }) => inFlight === 0).length,
    }),
    async close() {
      isClosed = true;
      const clients = await Promise.allSettled([...open].map(({ client }) => client));
      await Promise.all(clients.map((one) => (one.status === 'fulfilled' ? one.value.end() : undefined)));
    },
  };
}

/**
 * Asks again if a request before this one was to prepare the statement for both, and failed; and once more if another one that asked again
 * has prepared it meanwhile. The statement was not run in either case.
 */
async function askUntilPrepared(client: pg.Client, config: pg.QueryConfig): Promise<pg.QueryResult> {
  for (let left = 2; ; left--) {
    try {
      return await client.query(config);
    } catch (error) {
      if (left === 0 || !isPreparedOtherwise(error)) throw error;
    }
  }
}

/** @throws NoConnection */
async function connected(client: pg.Client): Promise<pg.Client> {
  try {
    await client.connect();
    return client;
  } catch (error) {
    throw new NoConnection(error);
  }
}
