import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * A key is `parley_`, 32 random characters and a checksum of 6. They are base 62, so that a double click selects the
 * whole key. 32 characters carry 190 bits. Secret scanners recognize the prefix; the checksum rejects typing errors
 * without a query.
 */
const PREFIX = 'parley_';
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const FORM = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);

export function generateKey(): string {
  const body = PREFIX + randomText(RANDOM_LENGTH);
  return body + checksum(body);
}

/** Returns whether the text is a key that Parley could have made. */
export function isWellFormedKey(key: string): boolean {
  return FORM.test(key) && checksum(key.slice(0, -CHECKSUM_LENGTH)) === key.slice(-CHECKSUM_LENGTH);
}

/** SHA-256: the keys have 190 random bits, so a slow hash would protect nothing and cost every request. */
export function hashKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

function checksum(body: string): string {
  let rest = crc32(body);
  let text = '';
  for (let index = 0; index < CHECKSUM_LENGTH; index++) {
    text = ALPHABET[rest % 62] + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}

/** Generates uniformly distributed characters: bytes that would favour the first letters are drawn again. */
function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < 248 && text.length < length) text += ALPHABET[byte % 62];
    }
  }
  return text;
}
