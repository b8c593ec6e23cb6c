import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The origin of a connection, as far as its address tells. */
export type SourceNetwork = {
  /** The IPv4 address, or the /64 of an IPv6 address, which is what one customer is given at least. */
  network: string;
  /** True if it is reached over the internet: others may be a reverse proxy, which brings everybody from one address. */
  isPublic: boolean;
};

/** @param address of the peer; undefined where the connection is closed already */
export function sourceNetwork(address: string | undefined): SourceNetwork {
  if (address === undefined || isIP(address) === 0) return { network: 'unknown', isPublic: false };
  const parsed = ipaddr.process(address);
  const isPublic = parsed.range() === 'unicast';
  if (parsed.kind() === 'ipv4') return { network: parsed.toString(), isPublic };
  return { network: parsed.toByteArray().slice(0, 8).join('.'), isPublic };
}
