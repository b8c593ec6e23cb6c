import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { isSameAddress } from '../own-addresses.ts';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** A network in CIDR notation, read. */
export type Network = readonly [Address, bits: number];

/**
 * Reads `10.0.0.0/8`, `fd00::/8` or a single address. IPv4 only as four decimal numbers: `010.0.0.0/8` means one
 * network to some readers and another to others.
 *
 * @returns undefined where the text is none of these
 */
export function parseNetwork(text: string): Network | undefined {
  const family = isIP(text.replace(/\/\d{1,3}$/, ''));
  if (family === 0) return undefined;
  const cidr = text.includes('/') ? text : `${text}/${family === 4 ? 32 : 128}`;
  return ipaddr.isValidCIDR(cidr) ? ipaddr.parseCIDR(cidr) : undefined;
}

/** The ranges that the registries have allocated so far for global unicast. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3');
const MAPPED = ipaddr.parseCIDR('::ffff:0:0/96');
const NAT64 = ipaddr.parseCIDR('64:ff9b::/96');
/** Looks public, but inside Azure it is the host's own service. */
const AZURE_HOST = '168.63.129.16';

/**
 * Returns true if an outgoing connection to the address is fine: it is public, or in one of the allowed networks.
 *
 * Public means: not special in the IANA registries. So loopback, private, link-local (cloud metadata among them),
 * CGNAT, multicast, documentation, benchmarking, reserved and unique-local addresses are refused, as is all IPv6
 * that tunnels (6to4, Teredo) or is not yet given out. IPv4 in IPv6 as operating systems and NAT64 gateways use it
 * is judged as the IPv4 address that the connection ends at.
 *
 * @param address as the resolver or a URL gives it; anything but an address is refused
 */
export function mayConnect(address: string, allowed: readonly Network[]): boolean {
  if (isIP(address) === 0) return false;
  const literal = ipaddr.parse(address);
  return isPublic(embeddedIPv4(literal) ?? literal) || isAllowed(address, allowed);
}

/** Returns true if one of the networks has the address, as it is written or as the IPv4 address that it leads to. */
export function isAllowed(address: string, allowed: readonly Network[]): boolean {
  const literal = ipaddr.parse(address);
  const target = embeddedIPv4(literal) ?? literal;
  return allowed.some((network) => isIn(literal, network) || isIn(target, network));
}

/** Returns true if the address, or the IPv4 address that it leads to, is one of these. */
export function isOwn(address: string, own: readonly string[]): boolean {
  const literal = ipaddr.parse(address);
  const target = (embeddedIPv4(literal) ?? literal).toString();
  return own.some((one) => isSameAddress(one, target));
}

function embeddedIPv4(address: Address): ipaddr.IPv4 | undefined {
  if (!isIn(address, MAPPED) && !isIn(address, NAT64)) return undefined;
  return new ipaddr.IPv4(address.toByteArray().slice(12));
}

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' ? address.toString() !== AZURE_HOST : isIn(address, GLOBAL_IPV6);
}

function isIn(address: Address, [network, bits]: Network): boolean {
  return address.kind() === network.kind() && address.match(network, bits);
}
