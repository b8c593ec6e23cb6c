import type { Change, ChangeType } from './change.ts';
import type { components } from './schema.ts';

/** The body of a delivery. */
export type WebhookEvent = {
  [Type in ChangeType]: {
    /** The type of entity and its change, such as `meeting.updated`. */
    type: `${Type}.${components['schemas']['Change']['change']}`;
    /** When it changed, in ISO 8601. */
    timestamp: string;
    /** The change. `data.data` is absent if the entity is gone, or too large for a delivery. */
    data: Extract<Change, { type: Type }>;
  };
}[ChangeType];

/** A request that is not a delivery of the webhook, is too old, or was altered. Respond to it with 400 or 401. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

/** Headers as fetch, Node or a framework has them. */
type HeadersLike = Headers | Record<string, string | readonly string[] | undefined>;

/** A delivery is as old as its attempt: each attempt is signed when it is sent. */
const TOLERANCE_SECONDS = 5 * 60;

/** The most signatures that are compared: two keys sign while one replaces the other. */
const MAX_SIGNATURES = 16;

/** The kinds of keys by the prefix of their text, each with the version of its signatures. */
const KINDS = [
  { prefix: 'whsec_', version: 'v1', algorithm: { name: 'HMAC', hash: 'SHA-256' } },
  { prefix: 'whpk_', version: 'v1a', algorithm: { name: 'Ed25519' } },
];

/**
 * Verifies a delivery of a webhook by Standard Webhooks 1.0.0 and returns its event. It uses WebCrypto, whose
 * comparison takes the same time for every signature.
 * @param payload the body as it arrived, before JSON.parse
 * @param key the `secret` (`whsec_…`) or the `publicKey` (`whpk_…`) of the webhook
 * @throws WebhookVerificationError if no signature is that of the key, or the time is not within 5 minutes of now
 * @throws TypeError if the key is neither
 */
export async function verifyWebhook(
  payload: string | Uint8Array | ArrayBuffer,
  headers: HeadersLike,
  key: string,
): Promise<WebhookEvent> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  ) as [string, string, string];
  checkTime(timestamp);
  const bytes = typeof payload === 'string' ? new TextEncoder().encode(payload) : new Uint8Array(payload);
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  const { version, imported } = await importKey(key);
  for (const one of signatures.split(' ').slice(0, MAX_SIGNATURES)) {
    const comma = one.indexOf(',');
    const signature = one.slice(0, comma) === version ? decode(one.slice(comma + 1)) : undefined;
    if (!signature) continue;
    if (await crypto.subtle.verify(imported.algorithm.name, imported, signature, signed)) return read(bytes);
  }
  throw new WebhookVerificationError('No signature of the delivery is that of this key');
}

function headerOf(headers: HeadersLike, name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([one]) => one.toLowerCase() === name)?.[1];
  const text = typeof value === 'object' ? value?.[0] : value;
  if (text) return text;
  throw new WebhookVerificationError(`The header ${name} is missing`);
}

function checkTime(timestamp: string): void {
  if (!/^\d{1,12}$/.test(timestamp)) {
    throw new WebhookVerificationError('The header webhook-timestamp is not a time in seconds');
  }
  const ageSeconds = Date.now() / 1000 - Number(timestamp);
  if (Math.abs(ageSeconds) <= TOLERANCE_SECONDS) return;
  throw new WebhookVerificationError(
    `The delivery is ${ageSeconds > 0 ? 'more than 5 minutes old' : 'from the future'}`,
  );
}

async function importKey(key: string) {
  const kind = KINDS.find(({ prefix }) => key.startsWith(prefix));
  const bytes = kind && decode(key.slice(kind.prefix.length));
  try {
    const imported = await crypto.subtle.importKey('raw', bytes!, kind!.algorithm, false, ['verify']);
    return { version: kind!.version, imported };
  } catch (cause) {
    throw new TypeError('verifyWebhook takes a secret (whsec_…) or a public key (whpk_…)', { cause });
  }
}

/** @returns undefined if the text is not base64 */
function decode(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

function read(bytes: Uint8Array): WebhookEvent {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    throw new WebhookVerificationError('The body is not JSON', { cause });
  }
}
