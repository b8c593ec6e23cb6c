import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

/** 32 bytes in base64url. */
const FORM = /^[A-Za-z0-9_-]{43}$/;

/** Generates a token of 256 random bits, in characters that a cookie may contain. */
export function generateToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** Returns whether the text is a token that Parley could have made. */
export function isWellFormedToken(token: string): boolean {
  return FORM.test(token);
}

/** Returns the SHA-256 of a token. As for keys, a random secret needs no slow hash. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
