import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net';

/** What looks at one connection's bytes. */
export type Watcher = {
  /** @returns how many of the bytes still get through before the connection is cut; undefined: it is not cut */
  fromServer?(chunk: Buffer): number | undefined;
  fromClient?(chunk: Buffer): void;
};

/** A TCP proxy on 127.0.0.1 that does harm to connections. */
export type TcpProxy = {
  port: number;
  connections(): number;
  /** Cuts every connection, as where a cable is pulled: both sides see a reset or an end. */
  cutAll(): void;
  /** Bytes of either direction come so much later from now on. */
  delayBy(ms: number): void;
  close(): Promise<void>;
};

/**
 * Starts a proxy before a server.
 * @param target where the server is: host and port, or the path of a Unix socket
 * @param watch makes the watcher of each connection
 */
export async function startTcpProxy(
  target: NetConnectOpts,
  watch: () => Watcher = () => ({}),
): Promise<TcpProxy> {
  const open = new Set<() => void>();
  let [delayMs, cuts] = [0, 0];
  const pass = (to: Socket, from: Socket, chunk: Buffer) => {
    const write = () => {
      // A reader that is slow slows its writer down.
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
    // Not before what is delayed.
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
      // What came before goes out; then every other connection ends in order, the rest with a reset.
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
