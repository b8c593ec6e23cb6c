import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** What goes on over a connection. With pipelining several requests may be open; only the newest can be incomplete. */
export type Exchanges = {
  last: { request: IncomingMessage; response: ServerResponse } | undefined;
  open: number;
};

export type Connections = {
  /** @returns undefined for a connection that is closed */
  exchangesOf(socket: Socket): Exchanges | undefined;
  /**
   * Closes every connection over which no request has arrived that waits for its answer. Node's own
   * closeIdleConnections leaves those that have not yet sent a whole request, so that each could hold up a stop.
   */
  closeUnused(): void;
};

/** Follows the connections of a server from its start. */
export function followConnections(server: Server): Connections {
  const all = new Map<Socket, Exchanges>();
  server.on('connection', (socket: Socket) => {
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
  return {
    exchangesOf: (socket) => all.get(socket),
    closeUnused() {
      for (const [socket, { open }] of all) if (open === 0) socket.destroy();
    },
  };
}
