import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { signDownload, verifyDownload } from '../../src/blobs/signed-downloads.ts';
import { fileStore, keyRing, PUBLIC_URL } from './stores.ts';

const KEY = 'org/12/meeting/345/0b2f9c1e-7a65-4a53-9d0c-2f1f6b8f7a01';
const NOW_MS = Date.parse('2026-02-01T12:00:00Z');
const OPTIONS = {
  expiresAtMs: NOW_MS + 7_200_000,
  contentType: 'audio/wav; codecs="1"',
  fileName: 'Größe (50%) & "Ton" 🎧.wav',
};

test('a URL says what it entitles to, and a URL parser leaves it as it is', async (t) => {
  const { store, signer } = await fileStore(t);
  const url = await store.presign(KEY, OPTIONS);
  assert.equal(new URL(url).href, url);
  assert.ok(url.startsWith(`${PUBLIC_URL}/downloads/${KEY}?expires=1769954400000&name=`));
  const verdict = await verifyDownload(signer, url.slice(PUBLIC_URL.length), NOW_MS);
  const expected = { ...OPTIONS, key: KEY, fileName: 'Größe (50%) & _Ton_ 🎧.wav' };
  assert.deepEqual(verdict, { ok: true, download: expected });
});

test('a URL is good until the millisecond before it expires', async () => {
  const signer = keyRing();
  const target = await signDownload(signer, KEY, OPTIONS);
  const at = async (ms: number) => {
    const verdict = await verifyDownload(signer, target, OPTIONS.expiresAtMs + ms);
    return verdict.ok ? 'good' : verdict.reason;
  };
  assert.equal(await at(-7_200_000), 'good');
  assert.equal(await at(-1000), 'good');
  assert.equal(await at(-1), 'good');
  assert.equal(await at(0), 'expired');
  assert.equal(await at(1), 'expired');
  assert.equal(await at(1000), 'expired');
});

test('no altered URL is accepted: 12,000 random changes of single characters and spans', async () => {
  const signer = keyRing();
  const target = await signDownload(signer, KEY, OPTIONS);
  const position = fc.nat(target.length - 1);
  const printable = fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code));
  const any = fc.oneof(
    { weight: 4, arbitrary: printable },
    fc.string({ unit: 'binary', minLength: 1, maxLength: 3 }),
  );
  const mutation = fc.oneof(
    fc.tuple(position, any).map(([at, text]) => target.slice(0, at) + text + target.slice(at + 1)),
    fc.tuple(position, any).map(([at, text]) => target.slice(0, at) + text + target.slice(at)),
    fc
      .tuple(position, fc.integer({ min: 1, max: 8 }))
      .map(([at, n]) => target.slice(0, at) + target.slice(at + n)),
    fc.tuple(position, position).map(([from, to]) => target.slice(0, from) + target.slice(to)),
    fc.tuple(position, fc.nat(7)).map(([at, bit]) => flipBit(target, at, bit)),
    position.map((at) => swapCase(target, at)),
    any.map((text) => target + text),
    any.map((text) => text + target),
  );
  await fc.assert(
    fc.asyncProperty(mutation, async (altered) => {
      fc.pre(altered !== target);
      assert.deepEqual(await verifyDownload(signer, altered, NOW_MS), { ok: false, reason: 'invalid' });
    }),
    { numRuns: 12_000 },
  );
});

test('no altered URL is accepted: every bit of every byte', async () => {
  const signer = keyRing();
  const target = await signDownload(signer, KEY, OPTIONS);
  for (let at = 0; at < target.length; at++) {
    for (let bit = 0; bit < 8; bit++) {
      const verdict = await verifyDownload(signer, flipBit(target, at, bit), NOW_MS);
      assert.deepEqual(verdict, { ok: false, reason: 'invalid' }, `byte ${at}, bit ${bit}`);
    }
  }
});

test('no other spelling of the same URL, and no other place for its parts, is accepted', async () => {
  const signer = keyRing();
  const target = await signDownload(signer, KEY, OPTIONS);
  const signature = target.slice(-64);
  const altered = [
    target.replace('%20', '+'),
    target.replace(/%[0-9A-F]{2}/, (triplet) => triplet.toLowerCase()),
    target.replace('/downloads/', '/downloads//'),
    target.replace('/downloads/', '/downloads/./'),
    target.replace('/downloads/', '/x/../downloads/'),
    target.replace('/downloads/org', '/downloads/x/../org'),
    target.replace('org/12', 'org/13'),
    target.replace('org/12', 'org%2F12'),
    target.replace('org', '%6frg'),
    target.replace(/expires=\d+/, 'expires=9769954400000'),
    target.replace('expires=', 'expires=0'),
    target.replace('?', '?expires=9769954400000&'),
    target.replace('&signature', '&expires=9769954400000&signature'),
    target.replace('audio', 'text'),
    target.replace(signature, signature.toUpperCase()),
    target.replace(signature, Buffer.from(signature, 'hex').toString('base64url')),
    target.replace(signature, ''),
    target.replace(signature, '0'.repeat(64)),
    target.replace('kid=k1', 'kid=k2'),
    target.replace('kid=k1', 'kid=__proto__'),
    `${target}&signature=${signature}`,
    `${target}&x=1`,
    `${target}#`,
    `${target}\n`,
    `${target} `,
    `http://127.0.0.1${target}`,
    target.slice(0, target.indexOf('?')),
    '',
    `/downloads/${'a'.repeat(1_000_000)}`,
  ];
  for (const text of altered) {
    assert.notEqual(text, target);
    assert.deepEqual(
      await verifyDownload(signer, text, NOW_MS),
      { ok: false, reason: 'invalid' },
      text.slice(0, 300),
    );
  }
});

test('a path out of the store, or a URL too long to be ours, is refused though its signature is true', async () => {
  const signer = keyRing();
  const { secret } = await signer.current();
  const judge = async (key: string, name: string) => {
    const signed = `/downloads/${key}?expires=9999999999999&name=${name}&type=b&kid=k1`;
    const signature = createHmac('sha256', secret).update(`parley download 1\n${signed}`).digest('hex');
    return (await verifyDownload(signer, `${signed}&signature=${signature}`, NOW_MS)).ok;
  };
  assert.equal(await judge('a/b', 'a'), true);
  for (const key of ['a//b', '/a', 'a/', '//', `${'a/'.repeat(300)}a`])
    assert.equal(await judge(key, 'a'), false, key);
  assert.equal(await judge('a/b', 'a'.repeat(5000)), false);
});

test('a rotated key still verifies, a removed one does not, and new URLs bear the new one', async () => {
  const signer = keyRing();
  const old = await signDownload(signer, KEY, OPTIONS);
  signer.rotate('k2');
  const fresh = await signDownload(signer, KEY, OPTIONS);
  assert.match(fresh, /&kid=k2&/);
  assert.equal((await verifyDownload(signer, old, NOW_MS)).ok, true);
  assert.equal((await verifyDownload(signer, fresh, NOW_MS)).ok, true);
  signer.remove('k1');
  assert.deepEqual(await verifyDownload(signer, old, NOW_MS), { ok: false, reason: 'invalid' });
  assert.equal((await verifyDownload(signer, fresh, NOW_MS)).ok, true);
});

test('a signature of one key is not one of another', async () => {
  const signer = keyRing();
  signer.rotate('k2');
  const target = await signDownload(signer, KEY, OPTIONS);
  const verdict = await verifyDownload(signer, target.replace('kid=k2', 'kid=k1'), NOW_MS);
  assert.deepEqual(verdict, { ok: false, reason: 'invalid' });
});

test('50 URLs are signed in a few milliseconds', async (t) => {
  const { store } = await fileStore(t);
  const sign50 = async () => {
    const startMs = performance.now();
    for (let i = 0; i < 50; i++) await store.presign(`${KEY}-${i}`, OPTIONS);
    return performance.now() - startMs;
  };
  const timesMs = [];
  for (let round = 0; round < 9; round++) timesMs.push(await sign50());
  // The best of nine: the others tell how busy the machine is.
  const bestMs = Math.min(...timesMs);
  t.diagnostic(`50 URLs: ${bestMs.toFixed(2)} ms`);
  assert.ok(bestMs < 25, `${bestMs} ms; idle it is below 2`);
});

function flipBit(text: string, at: number, bit: number): string {
  return text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ (1 << bit)) + text.slice(at + 1);
}

function swapCase(text: string, at: number): string {
  const character = text[at]!;
  const swapped = character === character.toLowerCase() ? character.toUpperCase() : character.toLowerCase();
  return text.slice(0, at) + swapped + text.slice(at + 1);
}
