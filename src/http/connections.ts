import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Fault } from '../lib/faults.ts';
import type { Log } from '../lib/log.ts';
import { accountKeyless, MAX_KEYLESS_PER_ADDRESS } from './keyless.ts';
import { isUpload } from './read-upload.ts';

/** The requests of a connection. With pipelining several requests may be open; only the newest can be incomplete. */
export type Exchanges = {
  last: { request: IncomingMessage; response: ServerResponse } | undefined;
  open: number;
  /** The number of open requests that are those of a caller whose key was found valid. */
  serving: number;
};

export type Connections = {
  /** @returns undefined for a connection that is closed */
  exchangesOf(socket: Socket): Exchanges | undefined;
  /** Returns true if the connection came when there were too many: it is refused, unless it presents a valid key. */
  isOneTooMany(socket: Socket): boolean;
  /**
   * The caller has proved who it is: the connection is safe until the request is answered, and is from now on
   * evicted only after those over which no valid key has come. If it was one too many, one of those is evicted.
   */
  vouchFor(request: IncomingMessage, response: ServerResponse): void;
  /** Records that a response of the given number of bytes is about to be sent. */
  noteAnswer(socket: Socket, bytes: number): void;
  /**
   * Closes every connection over which no request has arrived that waits for its answer, and from now on every other one
   * when it has its answer. Node's own closeIdleConnections leaves those that have not yet sent a whole request, and those
   * whose answer began before the stop, such as events: it does not tell their clients to close, so each could hold up a stop.
   */
  closeUnused(): void;
};

/**
 * The number of connections beyond the maximum that are accepted: a caller with a key replaces another connection, all
 * others are refused.
 */
const MAX_REFUSED = 256;

/** The number of checks for stalled readers within the time limit. */
const LOOKS = 3;

/**
 * Follows the connections of a server from its start, bounds their number, and cuts those whose reader stalls.
 * @param limits.max connections at a time
 * @param limits.readerMs how long a reader may take nothing of what there is for it
 * @param limits.processes the processes that share the listener, and divide the connections of an address without a key
 * @param evict closes a connection, after telling its client if that is possible
 */
export function followConnections(
  server: Server,
  log: Log,
  { max, readerMs, processes = 1 }: { max: number; readerMs: number; processes?: number | undefined },
  evict: (socket: Socket, exchanges: Exchanges) => void,
): Connections {
  const all = new Map<Socket, Exchanges>();
  /** Came over the maximum. */
  const surplus = new WeakSet<Socket>();
  let isClosing = false;
  const maxPerAddress = Math.ceil(MAX_KEYLESS_PER_ADDRESS / processes);
  const keyless = accountKeyless((socket) => all.get(socket)?.open === 0, maxPerAddress);
  server.maxConnections = max + MAX_REFUSED;
  // Of several processes one closes the connection, as a single one does, instead of handing it to the next.
  (server as Server & { dropMaxConnection: boolean }).dropMaxConnection = true;

  const forget = (socket: Socket) => {
    all.delete(socket);
    keyless.remove(socket);
  };
  const close = (socket: Socket) => {
    const exchanges = all.get(socket)!;
    forget(socket);
    evict(socket, exchanges);
  };
  const evictOne = () => {
    const socket = keyless.oldest((one) => !isAtWork(one, all.get(one)!)) ?? oldestIdle(all);
    if (socket) close(socket);
  };
  server.on('connection', (socket: Socket) => {
    if (all.size >= max) evictOne();
    if (all.size >= max) surplus.add(socket);
    all.set(socket, { last: undefined, open: 0, serving: 0 });
    socket.once('close', () => forget(socket));
    keyless.add(socket);
    const oneTooMany = keyless.surplus(socket);
    if (oneTooMany) close(oneTooMany);
  });
  server.on('request', (request, response) => {
    const exchanges = all.get(request.socket);
    if (!exchanges) return;
    exchanges.last = { request, response };
    exchanges.open++;
    response.once('close', () => {
      exchanges.open--;
      if (isClosing && exchanges.open === 0) request.socket.destroySoon();
    });
  });
  watchReaders(server, all, readerMs, log);
  return {
    exchangesOf: (socket) => all.get(socket),
    isOneTooMany: (socket) => surplus.has(socket),
    vouchFor({ socket }, response) {
      keyless.remove(socket);
      const exchanges = all.get(socket);
      if (!exchanges || response.closed) return;
      exchanges.serving++;
      response.once('close', () => exchanges.serving--);
      if (!surplus.has(socket)) return;
      const other = keyless.oldest((one) => !surplus.has(one));
      if (!other) return;
      surplus.delete(socket);
      close(other);
    },
    noteAnswer(socket, bytes) {
      for (const reader of keyless.owe(socket, bytes)) {
        all.delete(reader);
        log.debug('a client without a key was disconnected: too many bytes were sent to clients without one');
        // Bytes that the operating system still holds for it are discarded, too.
        reader.resetAndDestroy();
      }
    },
    closeUnused() {
      isClosing = true;
      for (const [socket, { open }] of all) if (open === 0) socket.destroy();
    },
  };
}

/** Returns true if a whole request waits for its answer, and not for its client to read the one before. */
function isAtWork(socket: Socket, { open, last }: Exchanges): boolean {
  return open > 0 && last!.request.complete && !last!.response.headersSent && socket.writableLength === 0;
}

/** The oldest connection of a caller with a key that asks nothing now. */
function oldestIdle(all: Map<Socket, Exchanges>): Socket | undefined {
  for (const [socket, { open }] of all) if (open === 0) return socket;
  return undefined;
}

/** The progress of a connection in sending, and the time since when it stands still. */
type Standstill = { queued: number; waiting: number; inSystem: number; sinceMs: number };

function watchReaders(server: Server, all: Map<Socket, Exchanges>, readerMs: number, log: Log): void {
  const readers = new WeakMap<Socket, Standstill>();
  // Node's own time-out of a socket will not do: what a stalled reader sends counts as a sign of life there.
  const looking = setInterval(() => {
    for (const [socket, { last }] of all) {
      // A client may send all of a body before it reads the response to its beginning.
      if (last && isUpload(last.request)) continue;
      if (!hasStalled(socket, readers, readerMs)) continue;
      // The line of its request follows.
      log.info('a client was disconnected: it did not read the response');
      socket.destroy();
    }
  }, readerMs / LOOKS).unref();
  server.once('close', () => clearInterval(looking));
}

/** Returns true if there was something to send all the time, and none of it went. */
function hasStalled(socket: Socket, readers: WeakMap<Socket, Standstill>, readerMs: number): boolean {
  const waiting = socket.writableLength;
  if (waiting === 0) {
    readers.delete(socket);
    return false;
  }
  const nowMs = performance.now();
  const queued = socket.bytesWritten;
  // Only this tells the progress of one large write.
  const inSystem = (socket as { _handle?: { writeQueueSize?: number } })._handle?.writeQueueSize ?? 0;
  const known = readers.get(socket);
  if (known?.queued === queued && known.waiting === waiting && known.inSystem === inSystem) {
    return nowMs - known.sinceMs >= readerMs;
  }
  readers.set(socket, { queued, waiting, inSystem, sinceMs: nowMs });
  return false;
}

/** @throws Fault 503 over the maximum of connections, which is closed with the answer */
export function refuseOneTooMany(
  connections: Connections,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  if (!connections.isOneTooMany(request.raw.socket)) return;
  reply.raw.shouldKeepAlive = false;
  throw new Fault('unavailable', 'Too many connections are open; try again soon', undefined, 'connections');
}
