import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Log } from '../lib/log.ts';

/** What goes on over a connection. With pipelining several requests may be open; only the newest can be incomplete. */
export type Exchanges = {
  last: { request: IncomingMessage; response: ServerResponse } | undefined;
  open: number;
};

export type Connections = {
  /** @returns undefined for a connection that is closed */
  exchangesOf(socket: Socket): Exchanges | undefined;
  /** Whether the connection came when there were too many: what it asks is to be refused. */
  isOneTooMany(socket: Socket): boolean;
  /**
   * Closes every connection over which no request has arrived that waits for its answer. Node's own
   * closeIdleConnections leaves those that have not yet sent a whole request, so that each could hold up a stop.
   */
  closeUnused(): void;
};

/** Over the maximum so many more are let in, only to be told so. */
const MAX_REFUSED = 256;

/** How often it is looked whether readers stall, in the time that they may. */
const LOOKS = 3;

/**
 * Follows the connections of a server from its start, bounds their number, and cuts those whose reader stalls.
 * @param limits.max connections at a time
 * @param limits.readerMs how long a reader may take nothing of what there is for it
 */
export function followConnections(
  server: Server,
  log: Log,
  { max, readerMs }: { max: number; readerMs: number },
): Connections {
  const all = new Map<Socket, Exchanges>();
  const refused = new WeakSet<Socket>();
  server.maxConnections = max + MAX_REFUSED;

  server.on('connection', (socket: Socket) => {
    if (all.size >= max && !makeRoom(all, refused)) refused.add(socket);
    all.set(socket, { last: undefined, open: 0 });
    socket.once('close', () => all.delete(socket));
  });
  server.on('request', (request, response) => {
    const exchanges = all.get(request.socket);
    if (!exchanges) return;
    exchanges.last = { request, response };
    exchanges.open++;
    response.once('close', () => exchanges.open--);
  });
  const readers = new WeakMap<Socket, Standstill>();
  // Node's own time-out of a socket will not do: what a stalled reader sends counts as a sign of life there.
  const looking = setInterval(() => {
    for (const socket of all.keys()) {
      if (!hasStalled(socket, readers, readerMs)) continue;
      // The line of its request follows.
      log.info('a reader took nothing for too long: its connection is cut');
      socket.destroy();
    }
  }, readerMs / LOOKS).unref();
  server.once('close', () => clearInterval(looking));
  return {
    exchangesOf: (socket) => all.get(socket),
    isOneTooMany: (socket) => refused.has(socket),
    closeUnused() {
      for (const [socket, { open }] of all) if (open === 0) socket.destroy();
    },
  };
}

/** How far a connection was with sending, and since when. */
type Standstill = { queued: number; waiting: number; inSystem: number; sinceMs: number };

/** Whether there was something to send all the time, and none of it went. */
function hasStalled(socket: Socket, readers: WeakMap<Socket, Standstill>, readerMs: number): boolean {
  const waiting = socket.writableLength;
  if (waiting === 0) {
    readers.delete(socket);
    return false;
  }
  const nowMs = performance.now();
  const queued = socket.bytesWritten;
  // Of one large write only this says how much is gone.
  const inSystem = (socket as { _handle?: { writeQueueSize?: number } })._handle?.writeQueueSize ?? 0;
  const known = readers.get(socket);
  if (known?.queued === queued && known.waiting === waiting && known.inSystem === inSystem) {
    return nowMs - known.sinceMs >= readerMs;
  }
  readers.set(socket, { queued, waiting, inSystem, sinceMs: nowMs });
  return false;
}

/**
 * Closes the oldest connection that asks nothing: it is idle, or slow to send its headers.
 * @returns whether there was one
 */
function makeRoom(all: Map<Socket, Exchanges>, refused: WeakSet<Socket>): boolean {
  for (const [socket, { open }] of all) {
    if (open > 0 || refused.has(socket)) continue;
    all.delete(socket);
    socket.destroy();
    return true;
  }
  return false;
}
