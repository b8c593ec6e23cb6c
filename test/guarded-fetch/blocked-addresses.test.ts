import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { test } from 'node:test';
import { mayConnect, parseNetwork } from '../../src/lib/guarded-fetch/addresses.ts';
import { fetchGuarded } from '../../src/lib/guarded-fetch/fetch-guarded.ts';
import { BLOCKED_HOSTS } from './blocked-hosts.ts';
import { collect, failureOf, httpServer, optionsWith, rawServer } from './servers.ts';

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

test('an address of this machine is blocked though it is public, unless it is allowed', async (t) => {
  const opened = countSockets(t);
  const own = () => ['127.0.0.1', '203.0.114.7', '2A00:1450:4001:0::7'];
  for (const host of [
    '203.0.114.7',
    '[::ffff:203.0.114.7]',
    '[64:ff9b::203.0.114.7]',
    '[2a00:1450:4001::7]',
  ]) {
    const error = await failureOf(`http://${host}:1/`, { allow: [], own });
    assert.equal(error.reason, 'blocked address', host);
    assert.match(error.message, /is at an address that is this machine’s own/);
  }
  const resolve = async () => ['203.0.114.7'];
  await assertBlocked('http://files.example.com:1/', { allow: [], own, resolve });
  assert.equal(opened(), 0);
  const target = await rawServer(t, (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\nhere'));
  // Loopback is own as well: PARLEY_FETCH_ALLOW, which has it here, lifts both blocks.
  const { bytes } = await fetchGuarded(`http://127.0.0.1:${target.port}/`, optionsWith({ own }));
  assert.equal((await collect(bytes)).toString(), 'here');
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
