import { createHmac, timingSafeEqual } from 'node:crypto';
import { encodeStrictly, safeContentType, safeFileName } from './content-disposition.ts';
import { checkBlobKey, isBlobKey } from './keys.ts';
import type { PresignOptions } from './types.ts';

/**
 * The keys that sign download URLs. New URLs bear the current key's id; older keys are found by theirs, so keys
 * are rotated without breaking URLs that are out, and removing one revokes them. Ids are 1–64 of `A-Za-z0-9_-`.
 * Both are asked once per URL, byId with ids that anybody can make up: answer from memory.
 */
export type DownloadSigner = {
  current(): Promise<{ id: string; secret: Uint8Array }>;
  byId(id: string): Promise<Uint8Array | undefined>;
};

/** The access that a valid download URL grants. */
export type Download = { key: string; contentType: string; fileName: string; expiresAtMs: number };

export type UrlVerdict = { ok: true; download: Download } | { ok: false; reason: 'invalid' | 'expired' };

const DOWNLOADS_PATH = '/downloads/';

/** Longer targets are not ours: a key, a type and a name of 150 characters of 4 bytes stay below. */
const MAX_TARGET_LENGTH = 4096;

const TARGET =
  /^\/downloads\/([a-z0-9_/-]+)\?expires=(\d{1,16})&name=([^&#]+)&type=([^&#]+)&kid=([A-Za-z0-9_-]{1,64})&signature=([0-9a-f]{64})$/;

/**
 * Path and query of a download URL, from `/downloads/` on.
 *
 * The signature covers the very characters before it, not their meaning, so that no other spelling of the same
 * URL is valid. All of them are unreserved or percent-encoded in upper case: clients and proxies leave them alone.
 */
export async function signDownload(
  signer: DownloadSigner,
  key: string,
  options: PresignOptions,
): Promise<string> {
  checkBlobKey(key);
  const { id, secret } = await signer.current();
  const expires = Math.floor(options.expiresAtMs);
  const name = encodeStrictly(safeFileName(options.fileName));
  const type = encodeStrictly(safeContentType(options.contentType));
  const signed = `${DOWNLOADS_PATH}${key}?expires=${expires}&name=${name}&type=${type}&kid=${id}`;
  return `${signed}&signature=${signatureOf(signed, secret)}`;
}

/**
 * Judges a request for a download.
 *
 * @param target the request target as it came over the wire, path and query, nothing decoded
 * @returns 'invalid' for whatever signDownload did not make with a key that is still there; 'expired' only for
 *   true signatures, from `expiresAtMs` on
 */
export async function verifyDownload(
  signer: DownloadSigner,
  target: string,
  nowMs: number = Date.now(),
): Promise<UrlVerdict> {
  const match = target.length <= MAX_TARGET_LENGTH ? TARGET.exec(target) : null;
  if (!match) return { ok: false, reason: 'invalid' };
  const [, key, expires, name, type, id, signature] = match as unknown as string[];
  const secret = await signer.byId(id!);
  if (!secret) return { ok: false, reason: 'invalid' };
  const expected = signatureOf(target.slice(0, target.lastIndexOf('&signature=')), secret);
  if (!timingSafeEqual(Buffer.from(signature!), Buffer.from(expected)))
    return { ok: false, reason: 'invalid' };
  if (!isBlobKey(key!)) return { ok: false, reason: 'invalid' };
  const expiresAtMs = Number(expires);
  if (nowMs >= expiresAtMs) return { ok: false, reason: 'expired' };
  const download = {
    key: key!,
    contentType: decodeURIComponent(type!),
    fileName: decodeURIComponent(name!),
    expiresAtMs,
  };
  return { ok: true, download };
}

/** The label keeps the secret's other uses, if it ever has any, from making download signatures. */
function signatureOf(text: string, secret: Uint8Array): string {
  return createHmac('sha256', secret).update(`parley download 1\n${text}`).digest('hex');
}
