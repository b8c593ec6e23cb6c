import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { test } from 'node:test';
import { mayConnect, parseNetwork } from '../../src/lib/guarded-fetch/addresses.ts';
import { fetchGuarded } from '../../src/lib/guarded-fetch/fetch-guarded.ts';
import { collect, failureOf, httpServer, optionsWith, rawServer } from './servers.ts';

/** Hosts as they may be written in a URL, all of which end at an address that is not public. */
const BLOCKED_HOSTS = [
  // Loopback, in every spelling that URL parsers and C libraries know.
  ...['127.0.0.1', '127.0.0.2', '127.255.255.254', '127.1', '127.0.1', '2130706433', '0x7f000001'],
  ...['0x7f.0.0.1', '0x7f.1', '0X7F.0X0.0X0.0X1', '017700000001', '0177.0.0.1', '0177.1', '127.0x0.0.01'],
  ...[
    '127.0.0.1.',
    '%31%32%37.0.0.1',
    '127%2e0%2e0%2e1',
    '１２７.０.０.１',
    '127。0。0。1',
    '①②⑦.0.0.1',
    '0x7f。1',
  ],
  ...['[::1]', '[0:0:0:0:0:0:0:1]', '[0000:0000:0000:0000:0000:0000:0000:0001]', '[::0001]', '[::0.0.0.1]'],
  // Unspecified: most systems connect it to loopback.
  ...['0', '0.0.0.0', '0x0', '00', '0.1.2.3', '[::]', '[::ffff:0.0.0.0]'],
  // Private, CGNAT, link-local with the clouds' metadata in all spellings.
  ...['10.0.0.1', '10.255.255.255', '012.0.0.1', '167772161', '172.16.0.1', '172.31.255.255', '192.168.0.1'],
  ...['192.168.1', '0xc0a80001', '3232235521', '100.64.0.1', '100.100.100.200', '100.127.255.255'],
  ...['169.254.169.254', '2852039166', '0xa9fea9fe', '0251.0376.0251.0376', '169.254.43518', '169.254.0.1'],
  ...[
    '[::ffff:169.254.169.254]',
    '[::ffff:a9fe:a9fe]',
    '[fd00:ec2::254]',
    '[fe80::1]',
    '[febf::1]',
    '168.63.129.16',
  ],
  // Multicast, broadcast, reserved, documentation, benchmarking, protocol assignments.
  ...[
    '224.0.0.1',
    '239.255.255.250',
    '255.255.255.255',
    '0xffffffff',
    '240.0.0.1',
    '192.0.0.1',
    '192.0.0.192',
  ],
  ...['192.0.2.1', '198.51.100.7', '203.0.113.9', '198.18.0.1', '198.19.255.255', '192.88.99.1'],
  ...[
    '[ff02::1]',
    '[ff0e::1]',
    '[2001:db8::1]',
    '[3fff::1]',
    '[2001:2::1]',
    '[100::1]',
    '[4000::1]',
    '[5f00::1]',
  ],
  // Unique-local, site-local.
  ...['[fc00::1]', '[fd12:3456:789a::1]', '[fdff:ffff::1]', '[fec0::1]'],
  // IPv4 inside IPv6: mapped, compatible, translated, NAT64, 6to4, Teredo.
  ...[
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:ffff:7f00:0001]',
    '[::ffff:10.0.0.1]',
    '[::127.0.0.1]',
  ],
  ...[
    '[::7f00:1]',
    '[::ffff:0:127.0.0.1]',
    '[64:ff9b::127.0.0.1]',
    '[64:ff9b::a00:1]',
    '[64:ff9b::169.254.169.254]',
  ],
  ...[
    '[64:ff9b:1::1]',
    '[2002:7f00:1::]',
    '[2002:a00:1::1]',
    '[2002:a9fe:a9fe::1]',
    '[2001:0:4136:e378:8000:63bf:80ff:fffe]',
  ],
];

test('no blocked host is connected to, however it is written, over http and https', async (t) => {
  const listening = await rawServer(t, (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'));
  assert.ok(BLOCKED_HOSTS.length >= 60);
  const opened = countSockets(t);
  for (const host of BLOCKED_HOSTS) {
    for (const scheme of ['http', 'https']) {
      await assertBlocked(`${scheme}://${host}:${listening.port}/`, { allow: [] });
    }
  }
  assert.equal(opened(), 0);
  assert.equal(listening.connections(), 0);
});

test('the count of connections sees the one that is allowed', async (t) => {
  const url = await httpServer(t, (_request, response) => response.end('here'));
  const opened = countSockets(t);
  const { bytes } = await fetchGuarded(url, optionsWith());
  assert.equal((await collect(bytes)).toString(), 'here');
  assert.equal(opened(), 1);
});

test('a redirect to a blocked host is not followed, however it is written', async (t) => {
  let location = '';
  const url = await httpServer(t, (_request, response) => response.writeHead(302, { location }).end());
  const opened = countSockets(t);
  // The server is on 127.0.0.1 itself, which therefore is allowed here.
  const blocked = BLOCKED_HOSTS.filter(
    (host) => !/^127\.0\.0\.1$|7f00:1\]/.test(new URL(`http://${host}`).hostname),
  );
  const targets = blocked
    // Header values are bytes: what is not ASCII comes percent-encoded.
    .map(
      (host) => `http://${/^[\x20-\x7e]+$/.test(host) ? host : encodeURIComponent(host)}/latest/meta-data/`,
    )
    .concat('//169.254.169.254/latest/meta-data/', '\\\\169.254.169.254\\latest');
  for (location of targets) await assertBlocked(url, {}, 'the server that');
  assert.equal(opened(), targets.length, 'one connection each, to the server that redirects');
});

test('a name is blocked where any of its addresses is', async (t) => {
  const opened = countSockets(t);
  const answers = [
    ['127.0.0.1'],
    ['10.0.0.1'],
    ['::1'],
    ['fe80::1%lo'],
    ['93.184.216.34', '10.0.0.1'],
    ['fd00::1', '2606:2800:220:1::1'],
    ['2606:2800:220:1::1', '::ffff:127.0.0.1'],
    ['not an address'],
    [''],
  ];
  for (const addresses of answers) {
    await assertBlocked('http://files.example.com/', { allow: [], resolve: async () => addresses });
  }
  assert.equal(opened(), 0);
});

test('localhost is blocked as the system resolves it', async (t) => {
  const opened = countSockets(t);
  for (const host of ['localhost', 'LOCALHOST', 'ｌocalhost']) {
    await assertBlocked(`http://${host}/`, { allow: [] });
  }
  assert.equal(opened(), 0);
});

test('a name server that changes its answer after the check has no effect (DNS rebinding)', async (t) => {
  const target = await rawServer(t, (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\nsecret'));
  let asked = 0;
  const rebinding = async () => [asked++ === 0 ? '127.0.0.1' : '127.0.0.2'];
  const url = `http://files.example.com:${target.port}/`;
  const { bytes } = await fetchGuarded(url, optionsWith({ resolve: rebinding }));
  assert.equal((await collect(bytes)).toString(), 'secret');
  assert.equal(asked, 1, 'what was checked is what was connected to');
  await assertBlocked(url, { resolve: rebinding });
  assert.equal(target.connections(), 1);
});

test('a redirect to the same name is resolved and checked again', async (t) => {
  let asked = 0;
  const server = await rawServer(t, (socket) =>
    socket.end('HTTP/1.1 302 Found\r\nlocation: /again\r\ncontent-length: 0\r\n\r\n'),
  );
  const resolve = async () => [asked++ === 0 ? '127.0.0.1' : '169.254.169.254'];
  await assertBlocked(`http://files.example.com:${server.port}/`, { resolve }, 'the server that');
  assert.equal(asked, 2);
  assert.equal(server.connections(), 1);
});

test('the error names no address but the one that the caller gave', async (t) => {
  const resolve = async () => ['10.11.12.13'];
  const error = await failureOf('http://intranet.example.com/', { resolve });
  assert.match(error.message, /^intranet\.example\.com is at an address that is not public/);
  assert.doesNotMatch(error.message, /10\.11/);
  const url = await httpServer(t, (_request, response) =>
    response.writeHead(302, { location: 'http://10.11.12.13/secret-path' }).end(),
  );
  const redirected = await failureOf(url, {});
  assert.doesNotMatch(redirected.message, /10\.11|secret/);
});

test('public addresses are let through, special ones never', () => {
  const publicOnes = [
    '8.8.8.8',
    '93.184.216.34',
    '100.63.255.255',
    '100.128.0.1',
    '172.15.0.1',
    '172.32.0.1',
  ];
  publicOnes.push('169.253.0.1', '223.255.255.255', '2606:4700::1111', '2a00:1450:4001::1', '::ffff:8.8.8.8');
  publicOnes.push('64:ff9b::8.8.8.8', '11.0.0.0', '128.0.0.1', '198.17.255.255', '198.20.0.0');
  for (const address of publicOnes) assert.equal(mayConnect(address, []), true, address);
  for (const text of ['', 'localhost', '0x7f.1', '8.8.8.8 ', '8.8.8.8/32', '[::1]']) {
    assert.equal(mayConnect(text, []), false, text);
  }
});

test('allowed networks lift the block for their own addresses only', () => {
  const allow = [parseNetwork('10.1.0.0/16')!, parseNetwork('fd00:1::/32')!, parseNetwork('169.254.1.1')!];
  for (const address of ['10.1.0.1', '10.1.255.255', 'fd00:1::9', '169.254.1.1', '::ffff:10.1.2.3']) {
    assert.equal(mayConnect(address, allow), true, address);
  }
  for (const address of ['10.2.0.1', 'fd00:2::9', '169.254.1.2', '::ffff:10.2.2.3', '127.0.0.1', '::1']) {
    assert.equal(mayConnect(address, allow), false, address);
  }
});

test('a network is read only where it can mean one thing', () => {
  const good = ['10.0.0.0/8', '10.1.2.3', '::1', 'fd00::/8', '0.0.0.0/0', '::/0', '::ffff:10.0.0.0/104'];
  for (const text of good) assert.ok(parseNetwork(text), text);
  const bad = [
    '',
    '10.0.0.0/33',
    '010.0.0.0/8',
    '10/8',
    '0x0a.0.0.0/8',
    'fd00::/129',
    'localhost',
    '10.0.0.0/',
    '/8',
  ];
  for (const text of [...bad, '10.0.0.0/-1', '10.0.0.0/8/8', ' 10.0.0.0/8', '10.0.0.0/ 8']) {
    assert.equal(parseNetwork(text), undefined, text);
  }
});

/** Counts every TCP connection that this process starts. */
function countSockets(t: { after(fn: () => void): void }): () => number {
  let count = 0;
  const seen = () => {
    count++;
  };
  subscribe('net.client.socket', seen);
  t.after(() => unsubscribe('net.client.socket', seen));
  return () => count;
}

async function assertBlocked(
  url: string,
  changes: Parameters<typeof optionsWith>[0],
  place = new URL(url).host,
): Promise<void> {
  const error = await failureOf(url, changes);
  assert.equal(error.reason, 'blocked address', url);
  assert.equal(error.permanent, true);
  assert.ok(error.message.startsWith(place), error.message);
}
