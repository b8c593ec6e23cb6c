import { once } from 'node:events';
import { createServer } from 'node:net';

/** The port that a listener is to take; 0 asks for any free one, which links need to know before it listens. */
export async function listenerPort(host: string, port: number): Promise<number> {
  if (port !== 0) return port;
  const probe = createServer().listen({ host, port: 0 });
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('no free port was found');
  return address.port;
}

/** `http://host:port`, with brackets around an IPv6 address. */
export function urlOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
