import type { Socket } from 'node:net';
import type { Client } from 'undici';

/** A connection to an origin, whose address was checked when it was made. */
export type Connection = { client: Client; socket(): Socket | undefined };

/** KeptConnections that are kept for further requests to the same origin. */
export type KeptConnections = {
  /** Returns a connection that nobody uses; undefined if there is none. */
  take(origin: string): Connection | undefined;
  /** Keeps a connection whose answer was read to its end. */
  give(origin: string, connection: Connection): void;
};

/** The time that an unused connection is kept, and the number that is kept of all origins together. */
const IDLE_MS = 4000;
const MAX_IDLE = 256;

export function keepConnections(): KeptConnections {
  const idle = new Map<string, { connection: Connection; timer: NodeJS.Timeout }[]>();
  let count = 0;
  return {
    take(origin) {
      const kept = idle.get(origin);
      const one = kept?.pop();
      if (kept?.length === 0) idle.delete(origin);
      if (!one) return undefined;
      count--;
      clearTimeout(one.timer);
      return one.connection;
    },
    give(origin, connection) {
      const close = () => void connection.client.destroy().catch(() => {});
      if (count >= MAX_IDLE) return close();
      const kept = idle.get(origin) ?? [];
      idle.set(origin, kept);
      const timer = setTimeout(() => {
        kept.splice(kept.indexOf(one), 1);
        if (kept.length === 0) idle.delete(origin);
        count--;
        close();
      }, IDLE_MS).unref();
      const one = { connection, timer };
      kept.push(one);
      count++;
    },
  };
}
