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

/** Follows the connections of a server from its start, bounds their number, and cuts those whose reader stalls. */
export function followConnections(server: Server, log: Log, max: number): Connections {
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
  // Nothing came or went for a while: for server.timeout where a request is open, for its keepAliveTimeout where none is.
  server.on('timeout', (socket: Socket) => {
    const { open = 0 } = all.get(socket) ?? {};
    if (open === 0) {
      socket.destroy();
    } else if (socket.writableLength > 0) {
      // The line of its request follows.
      log.info('a reader took nothing for too long: its connection is cut');
      socket.destroy();
    }
    // Else it is we who are at work, or the request is still coming, which has limits of its own.
  });
  return {
    exchangesOf: (socket) => all.get(socket),
    isOneTooMany: (socket) => refused.has(socket),
    closeUnused() {
      for (const [socket, { open }] of all) if (open === 0) socket.destroy();
    },
  };
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
