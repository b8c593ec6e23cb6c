import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net';

/** Examines the bytes of one connection. */
export type Watcher = {
  /** @returns the number of bytes to forward before the connection is cut; undefined: it is not cut */
  fromServer?(chunk: Buffer): number | undefined;
  fromClient?(chunk: Buffer): void;
};

/** A TCP proxy on 127.0.0.1 that does harm to connections. */
export type TcpProxy = {
  port: number;
  connections(): number;
  /** Cuts every connection, as if a cable were pulled: both sides see a reset or an end. */
  cutAll(): void;
  /** Delays the bytes of both directions from now on. */
  delayBy(ms: number): void;
  close(): Promise<void>;
};

/**
 * Starts a proxy in front of a server.
 * @param target the server's address: host and port, or the path of a Unix socket
 * @param watch creates the watcher of each connection
 */
export async function startTcpProxy(
  target: NetConnectOpts,
  watch: () => Watcher = () => ({}),
): Promise<TcpProxy> {
  const open = new Set<() => void>();
  let [delayMs, cuts] = [0, 0];
  const pass = (to: Socket, from: Socket, chunk: Buffer) => {
    const write = () => {
      // A slow reader pauses its writer.
      if (!to.destroyed && !to.write(chunk)) from.pause();
    };
    if (delayMs > 0) setTimeout(write, delayMs);
    else write();
  };
  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect(target);
    const watcher = watch();
    const cut = () => {
      open.delete(cut);
      client.destroy();
      upstream.destroy();
    };
    open.add(cut);
    client.on('error', cut).on('close', cut);
    // The end is delayed like the bytes before it.
    upstream.on('error', cut).on('end', () => setTimeout(() => client.end(), delayMs));
    for (const socket of [client, upstream]) {
      socket.on('drain', () => (socket === client ? upstream : client).resume());
    }
    client.on('data', (chunk) => {
      watcher.fromClient?.(chunk);
      pass(upstream, client, chunk);
    });
    upstream.on('data', (chunk) => {
      const most = watcher.fromServer?.(chunk);
      if (most === undefined) return pass(client, upstream, chunk);
      upstream.destroy();
      // Earlier bytes are sent; then every other connection ends normally, and the rest with a reset.
      const isInOrder = cuts++ % 2 === 0;
      client.write(chunk.subarray(0, most), () => (isInOrder ? client.end() : client.resetAndDestroy()));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const cutAll = () => {
    for (const cut of [...open]) cut();
  };
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => open.size,
    cutAll,
    delayBy(ms) {
      delayMs = ms;
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      cutAll();
      await closed;
    },
  };
}
