import { hostname, networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

/** Every address of this machine's network interfaces, public ones too; they may change while it runs. */
export function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address));
}

/** Returns true if two addresses are the same, however they are written; IPv4 mapped into IPv6 is IPv4. */
export function isSameAddress(one: string, other: string): boolean {
  return normalized(one) === normalized(other);
}

/**
 * Returns true if a URL leads to a listener of this process, as far as can be told without asking a name server.
 * @param listeners.host what they are bound to
 * @param listeners.ports of both; 0 is none
 */
export function leadsToListener(
  url: string,
  listeners: { host: string; ports: readonly number[] },
  addresses: readonly string[] = ownAddresses(),
): boolean {
  const { hostname: urlHost, port, protocol } = new URL(url);
  const wanted = Number(port) || (protocol === 'https:' ? 443 : 80);
  if (!listeners.ports.includes(wanted)) return false;
  const target = normalized(urlHost.replace(/^\[|\]$/g, ''));
  const bound = normalized(listeners.host);
  const isHere = isLoopback(target) || isUnspecified(target);
  if (isUnspecified(bound)) {
    return isHere || target === hostname().toLowerCase() || addresses.map(normalized).includes(target);
  }
  // An address of the loopback network is not reached by another one, but by the names of all.
  return target === bound || (isLoopback(bound) && (target === 'localhost' || isUnspecified(target)));
}

function normalized(address: string): string {
  const text = address.replace(/%.*$/, '').toLowerCase();
  return ipaddr.isValid(text) ? ipaddr.process(text).toString() : text;
}

function isLoopback(address: string): boolean {
  if (ipaddr.isValid(address)) return ipaddr.process(address).range() === 'loopback';
  return address === 'localhost' || address.endsWith('.localhost');
}

function isUnspecified(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unspecified';
}
