import { networkInterfaces } from 'node:os';
import { BLOCKED_HOSTS } from '../../guarded-fetch/blocked-hosts.ts';

/** A URL that leads to an address that is not public, directly or indirectly. */
export type BlockedUrl = { url: string; how: string };

const HOP_STATUSES = [301, 302, 303, 307, 308];

/** The first addresses of networks that are not public, and the number of their free low bits. */
const NETWORKS: readonly [first: number, bits: number][] = [
  ...[
    [0x7f000000, 24],
    [0x0a000000, 24],
    [0xac100000, 20],
    [0xc0a80000, 16],
    [0x64400000, 22],
  ],
  ...[
    [0xa9fe0000, 16],
    [0xa9fea9fe, 0],
    [0x00000000, 24],
    [0xe0000000, 28],
    [0xf0000000, 28],
    [0xc6120000, 17],
  ],
] as [number, number][];

/**
 * Returns URLs that lead to addresses that are not public: hosts in every spelling, directly, by redirects, and by
 * names whose addresses change.
 * @param at the only permitted address; it redirects as `/to/<status>/<encoded URL>` requests
 * @param spellings the number of random addresses in random spellings
 */
export function blockedUrls(
  at: { address: string; port: number; origin: string },
  spellings: number,
  random: () => number,
): BlockedUrl[] {
  const own = Object.values(networkInterfaces()).flatMap((all) =>
    (all ?? []).map(({ address, family }) =>
      family === 'IPv6' ? `[${address.replace(/%.*/, '')}]` : address,
    ),
  );
  const drawn = Array.from({ length: spellings }, () => spell(drawAddress(random), random));
  const named = ['localhost', 'LOCALHOST', 'ｌocalhost'];
  const hosts = [...new Set([...BLOCKED_HOSTS, ...own, ...drawn, ...named])].filter(
    (host) => !isAt(host, at.address),
  );
  const urls: BlockedUrl[] = [];
  for (const [index, host] of hosts.entries()) {
    const target = `http://${host}:${at.port}/latest/meta-data/`;
    urls.push({ url: index % 3 === 0 ? target.replace('http:', 'https:') : target, how: 'spelling' });
    const status = HOP_STATUSES[index % HOP_STATUSES.length]!;
    // Headers are ASCII, so other characters are percent-encoded.
    const location = encodeURIComponent(
      /^[\x21-\x7e]+$/.test(host) ? target : target.replace(host, encodeURIComponent(host)),
    );
    if (index % 2 === 0) urls.push({ url: `${at.origin}/to/${status}/${location}`, how: 'redirect' });
  }
  for (const target of ['127.0.0.1', '169.254.169.254', '10.0.0.1', '::1', '0.0.0.0'].filter(
    (one) => one !== at.address,
  )) {
    const [good, bad] = [at.address, target].map((address) => address.replaceAll(/[.:]/g, '_')) as [
      string,
      string,
    ];
    for (const name of [
      `once-${good}-then-${bad}`,
      `once-${bad}-then-${good}`,
      `all-${good}-${bad}`,
      `all-${bad}-${good}`,
    ]) {
      for (let time = 0; time < 3; time++) {
        // Each name is unique, because look-ups are counted by name.
        const host = `${name}-${time}.rebinding.example`.replace(/^all-(.*)-\d\./, 'all-$1.');
        urls.push({
          url: `http://${host}:${at.port}/${name.startsWith(`once-${good}`) ? 'again' : ''}?${time}`,
          how: 'rebinding',
        });
      }
    }
    const hostOf = target.includes(':') ? `[${target}]` : target;
    for (const location of [
      `//${hostOf}:${at.port}/`,
      `\\\\${hostOf}:${at.port}\\x`,
      `http:${hostOf}:${at.port}/`,
      `http://x@${hostOf}:${at.port}/`,
    ]) {
      urls.push({ url: `${at.origin}/to/302/${encodeURIComponent(location)}`, how: 'redirect' });
    }
    const deep = [1, 2, 3].reduce(
      (url) => `${at.origin}/to/302/${encodeURIComponent(url)}`,
      `http://${hostOf}:${at.port}/`,
    );
    urls.push({ url: deep, how: 'redirect' });
    urls.push({
      url: `http://${at.address.includes(':') ? `[${at.address}]` : at.address}:${at.port}@${hostOf}:${at.port}/`,
      how: 'user',
    });
  }
  for (const location of [
    'file:///etc/passwd',
    'ftp://127.0.0.1/',
    'gopher://127.0.0.1:6379/_',
    'data:audio/wav,x',
    'javascript:1',
  ]) {
    urls.push({ url: `${at.origin}/to/302/${encodeURIComponent(location)}`, how: 'redirect' });
  }
  return urls;
}

function isAt(host: string, address: string): boolean {
  const url = `http://${host}/`;
  return URL.canParse(url) && new URL(url).hostname.replace(/^\[|\]$/g, '') === address;
}

function drawAddress(random: () => number): number {
  const [first, bits] = NETWORKS[Math.floor(random() * NETWORKS.length)]!;
  return (first + Math.floor(random() * 2 ** bits)) >>> 0;
}

/** Returns an IPv4 address in one of its spellings in URLs. */
function spell(address: number, random: () => number): string {
  const parts = [24, 16, 8, 0].map((shift) => (address >>> shift) & 0xff);
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!;
  const inBase = (value: number) =>
    pick([
      `${value}`,
      `0x${value.toString(16)}`,
      `0X${value.toString(16).toUpperCase()}`,
      `0${value.toString(8)}`,
      `0x000${value.toString(16)}`,
    ]);
  const hex = (high: number, low: number) => (((parts[high]! << 8) | parts[low]!) >>> 0).toString(16);
  const [a, b, c, d] = parts as [number, number, number, number];
  const text = parts.join('.');
  return pick([
    () => inBase(address),
    () => parts.map(inBase).join('.'),
    () => [inBase(a), inBase(address & 0xffffff)].join('.'),
    () => [inBase(a), inBase(b), inBase((c << 8) | d)].join('.'),
    () =>
      text.replaceAll(/\d/g, (digit) =>
        random() < 0.5 ? digit : String.fromCodePoint(0xff10 + Number(digit)),
      ),
    () => text.replaceAll('.', pick(['。', '．', '｡', '%2e', '.'])),
    () => text.replaceAll(/\d/g, (digit) => (random() < 0.5 ? digit : `%3${digit}`)),
    () => `${text}.`,
    () => `[::ffff:${text}]`,
    () => `[::ffff:${hex(0, 1)}:${hex(2, 3)}]`,
    () => `[0:0:0:0:0:FFFF:${hex(0, 1)}:${hex(2, 3)}]`,
    () => `[64:ff9b::${text}]`,
    () => `[2002:${hex(0, 1)}:${hex(2, 3)}::1]`,
    () => `[::${text}]`,
    () => `[::ffff:0:${text}]`,
  ])();
}
