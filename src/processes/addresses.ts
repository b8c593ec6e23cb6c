import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Config } from '../config.ts';
import type { Address } from '../http/endpoint.ts';

/** A port that a listener is going to take. */
export type ReservedPort = {
  port: number;
  /** True if the listener has to share the port with its reservation until that is released. */
  shared: boolean;
  /** To be called as soon as the listener has the port, or when it will not be used. */
  release(): Promise<void>;
};

/** True if the system lets several sockets listen on one port. */
const CAN_SHARE = process.platform === 'linux';

/**
 * Reserves the port of a listener. 0 asks for any free port, which links need to know before the listener has it; until
 * then another socket listens on it where the system lets ports be shared, so that nobody else is given it.
 */
async function reservePort(host: string, port: number): Promise<ReservedPort> {
  if (port !== 0) return { port, shared: false, release: async () => {} };
  const holder = createServer((socket) => socket.destroy());
  holder.listen({ host, port: 0, reusePort: CAN_SHARE });
  await once(holder, 'listening');
  const address = holder.address();
  if (address === null || typeof address === 'string') throw new Error('no free port was found');
  let released: Promise<void> | undefined;
  const release = () => (released ??= new Promise<void>((resolve) => holder.close(() => resolve())));
  if (!CAN_SHARE) await release();
  return { port: address.port, shared: CAN_SHARE, release };
}

/** The ports of both addresses, and of the listener for probes if there is one. */
export type ReservedPorts = Record<Address, ReservedPort> & { health?: ReservedPort };

/** Reserves the ports of all listeners, also of an address without one in this process: links may lead to it. */
export async function reservePorts({
  host,
  apiPort,
  receiverPort,
  healthPort,
}: Pick<Config, 'host' | 'apiPort' | 'receiverPort' | 'healthPort'>): Promise<ReservedPorts> {
  const [api, receiver] = [await reservePort(host, apiPort), await reservePort(host, receiverPort)];
  if (healthPort === undefined) return { api, receiver };
  return { api, receiver, health: await reservePort(host, healthPort) };
}

/** `http://host:port`, with brackets around an IPv6 address. */
export function urlOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
