import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { verifyWebhook, WebhookVerificationError } from '../../client/src/index.ts';

const secret = () => `whsec_${randomBytes(24).toString('base64')}`;

const EVENT = {
  type: 'meeting.updated',
  timestamp: '2026-01-31T10:16:00.125Z',
  data: {
    position: '1287',
    type: 'meeting',
    id: '1042',
    change: 'updated',
    fields: ['crm'],
    at: '2026-01-31T10:16:00.125Z',
    cursor: 'x4Jm0Q1lMS4xLnpzLmxq',
  },
};
const BODY = JSON.stringify(EVENT);
const ID = 'msg_2026';

/** A delivery as the judge signs it. */
function delivery(keys: readonly string[], { body = BODY, at = new Date() } = {}) {
  return {
    'webhook-id': ID,
    'webhook-timestamp': `${Math.floor(at.getTime() / 1000)}`,
    'webhook-signature': keys.map((key) => new Webhook(key).sign(ID, at, body)).join(' '),
  };
}

function keyPair(): { publicKey: string; privateKey: KeyObject } {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const { x } = publicKey.export({ format: 'jwk' });
  return { publicKey: `whpk_${Buffer.from(x!, 'base64url').toString('base64')}`, privateKey };
}

function signedByPrivateKey(privateKey: KeyObject) {
  const headers = delivery([]);
  const signed = Buffer.from(`${ID}.${headers['webhook-timestamp']}.${BODY}`);
  return { ...headers, 'webhook-signature': `v1a,${sign(null, signed, privateKey).toString('base64')}` };
}

const refuses = (call: Promise<unknown>, why: RegExp) =>
  assert.rejects(call, (error) => {
    assert.ok(error instanceof WebhookVerificationError, String(error));
    assert.match(error.message, why);
    return true;
  });

test('what the judge signs is verified, whatever form body and headers have', async () => {
  const key = secret();
  const headers = delivery([key]);
  new Webhook(key).verify(BODY, headers);
  const event = await verifyWebhook(BODY, headers, key);
  assert.deepEqual(event, EVENT);
  if (event.type === 'meeting.updated') assert.deepEqual(event.data.fields, ['crm']);
  assert.deepEqual(await verifyWebhook(Buffer.from(BODY), new Headers(headers), key), EVENT);
  assert.deepEqual(await verifyWebhook(new TextEncoder().encode(BODY).buffer, headers, key), EVENT);
  const upper = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]),
  );
  assert.deepEqual(await verifyWebhook(BODY, upper, key), EVENT);
  const body = JSON.stringify({ ...EVENT, note: 'Ünïcödé 🎧' });
  assert.deepEqual(await verifyWebhook(body, delivery([key], { body }), key), JSON.parse(body));
});

test('while one key replaces another, a receiver that knows either of them accepts', async () => {
  const [old, next] = [secret(), secret()];
  const headers = delivery([old, next]);
  for (const key of [old, next]) assert.deepEqual(await verifyWebhook(BODY, headers, key), EVENT);
  await refuses(verifyWebhook(BODY, headers, secret()), /No signature/);
});

test('a signature of a private key is verified with the public one', async () => {
  const { publicKey, privateKey } = keyPair();
  const headers = signedByPrivateKey(privateKey);
  assert.deepEqual(await verifyWebhook(BODY, headers, publicKey), EVENT);
  const both = `${delivery([secret()])['webhook-signature']} ${headers['webhook-signature']}`;
  assert.deepEqual(await verifyWebhook(BODY, { ...headers, 'webhook-signature': both }, publicKey), EVENT);
  await refuses(verifyWebhook(BODY, headers, keyPair().publicKey), /No signature/);
  await refuses(verifyWebhook(`${BODY} `, headers, publicKey), /No signature/);
});

test('whatever is altered is refused', async () => {
  const key = secret();
  const headers = delivery([key]);
  const signature = headers['webhook-signature'];
  await refuses(verifyWebhook(BODY.replace('1042', '1043'), headers, key), /No signature/);
  for (const [name, value] of [
    ['webhook-id', 'msg_other'],
    ['webhook-timestamp', `${Number(headers['webhook-timestamp']) - 1}`],
    ['webhook-signature', signature.replace('v1,', 'v1a,')],
    ['webhook-signature', signature.replace('v1,', 'v2,')],
    ['webhook-signature', signature.slice(3)],
    ['webhook-signature', 'v1,'],
    ['webhook-signature', 'v1,%%%'],
    ['webhook-signature', `v1,${randomBytes(31).toString('base64')}`],
    ['webhook-signature', `v1,${randomBytes(33).toString('base64')}`],
  ] as const) {
    await refuses(verifyWebhook(BODY, { ...headers, [name]: value }, key), /No signature/);
  }
  // A public key is public: what anybody signs with it as a secret is not a delivery.
  const { publicKey } = keyPair();
  const forged = delivery([publicKey.replace('whpk_', 'whsec_')]);
  await refuses(verifyWebhook(BODY, forged, publicKey), /No signature/);
  const relabelled = forged['webhook-signature'].replace('v1,', 'v1a,');
  await refuses(
    verifyWebhook(BODY, { ...forged, 'webhook-signature': relabelled }, publicKey),
    /No signature/,
  );
});

test('a delivery is accepted within five minutes of its time', async () => {
  const key = secret();
  const at = (seconds: number) => delivery([key], { at: new Date(Date.now() + seconds * 1000) });
  for (const seconds of [-270, 270]) assert.deepEqual(await verifyWebhook(BODY, at(seconds), key), EVENT);
  await refuses(verifyWebhook(BODY, at(-330), key), /5 minutes old/);
  await refuses(verifyWebhook(BODY, at(330), key), /future/);
  for (const timestamp of ['soon', '1e9', '-5', '99999999999999999999']) {
    await refuses(verifyWebhook(BODY, { ...at(0), 'webhook-timestamp': timestamp }, key), /not a time/);
  }
});

test('a request without a header, and a key that is none, are told', async () => {
  const key = secret();
  const headers = delivery([key]);
  for (const name of Object.keys(headers)) {
    await refuses(verifyWebhook(BODY, { ...headers, [name]: undefined }, key), new RegExp(name));
  }
  await refuses(verifyWebhook('{', delivery([key], { body: '{' }), key), /JSON/);
  for (const wrong of ['', 'secret', 'whsec_', 'whsec_%%%', 'whpk_', 'whpk_QUJD', key.slice(6)]) {
    await assert.rejects(verifyWebhook(BODY, headers, wrong), TypeError, wrong);
  }
});
