/** Longest key, in characters; S3 takes 1,024 bytes, of which the prefix of PARLEY_BLOB_URL needs some. */
export const MAX_KEY_LENGTH = 512;

/**
 * Segments of `a-z 0-9 _ -` between slashes: no dots, so no traversal and no hidden files; no upper case, so that
 * keys stay apart on file systems that ignore case; nothing that any URL or store would encode. No key may be
 * another's directory (`a` beside `a/b`): files cannot be both.
 */
const KEY = /^[a-z0-9_-]{1,128}(?:\/[a-z0-9_-]{1,128})*$/;

export function isBlobKey(key: string): boolean {
  return key.length <= MAX_KEY_LENGTH && KEY.test(key);
}

/** @throws TypeError where the key breaks the rule */
export function checkBlobKey(key: string): void {
  if (!isBlobKey(key)) {
    throw new TypeError(
      `A blob key must be 1 to ${MAX_KEY_LENGTH} characters, segments of a-z, 0-9, _ and - with / between them; it is ${JSON.stringify(key.slice(0, MAX_KEY_LENGTH))}`,
    );
  }
}

/** A prefix is '' or the start of a key, with or without the slash at its end. @throws TypeError */
export function checkBlobPrefix(prefix: string): void {
  if (prefix !== '') checkBlobKey(prefix.endsWith('/') ? prefix.slice(0, -1) : prefix);
}

/** Name of the object at the root of a store that tells whose the store is. Keys have no dots, so it is none. */
export const MARKER_NAME = '.parley-store.json';
