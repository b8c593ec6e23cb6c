import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto';

export const SIGNINGS = ['hmac', 'ed25519'] as const;

/** The way in which the messages of a webhook are signed: by a shared secret or by a key pair. */
export type Signing = (typeof SIGNINGS)[number];

/** The bytes of an HMAC key, and of the seed of an ed25519 key. */
const SECRET_BYTES = 32;

/** The beginning of a PKCS #8 document that holds an ed25519 seed (RFC 8410). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Returns a new HMAC key or ed25519 seed. */
export function createWebhookSecret(): Buffer {
  return randomBytes(SECRET_BYTES);
}

/** Returns an HMAC key as receivers are given it: `whsec_` and base64, which every Standard Webhooks library reads. */
export function formatSecret(secret: Buffer): string {
  return `whsec_${secret.toString('base64')}`;
}

/** Returns the public key to an ed25519 seed as receivers are given it: `whpk_` and base64. */
export function formatPublicKey(seed: Buffer): string {
  const { x } = createPublicKey(privateKeyOf(seed)).export({ format: 'jwk' });
  return `whpk_${Buffer.from(x!, 'base64url').toString('base64')}`;
}

/** Returns a signature of Standard Webhooks 1.0.0 with its version: `v1,…` or `v1a,…`. */
export type Sign = (content: string) => string;

/** Prepares the signatures of a key. */
export function createSign(signing: Signing, secret: Buffer): Sign {
  if (signing === 'hmac') {
    return (content) => `v1,${createHmac('sha256', secret).update(content).digest('base64')}`;
  }
  const key = privateKeyOf(secret);
  return (content) => `v1a,${sign(null, Buffer.from(content), key).toString('base64')}`;
}

function privateKeyOf(seed: Buffer): KeyObject {
  return createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' });
}
