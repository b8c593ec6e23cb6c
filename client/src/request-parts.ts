import { contentTypeOf, isBinary } from './binary.ts';
import { FILE_OPERATIONS, IDEMPOTENT_OPERATIONS, RECEIVER_PATHS } from './schema.ts';

/** The call options that this client reads. The rest is passed on to openapi-fetch. */
export type Init = Record<string, unknown> & {
  headers?: unknown;
  params?: { query?: Record<string, unknown> };
  body?: unknown;
  signal?: AbortSignal | null;
  retries?: unknown;
  timeoutMs?: unknown;
};

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Operations that change nothing when they are repeated, and take no key. */
const REPEATABLE = new Set(['POST /v1/user-provided-meetings']);

function takesKey(method: string, path: string): boolean {
  return IDEMPOTENT_OPERATIONS.includes(`${method} ${path}`);
}

/** Tells whether a retry is safe. An Idempotency-Key counts only if the operation supports it. */
export function isRepeatable(method: string, path: string, request: Request): boolean {
  if (SAFE_METHODS.has(method) || REPEATABLE.has(`${method} ${path}`)) return true;
  return takesKey(method, path) && request.headers.has('Idempotency-Key');
}

/** Returns the media type of the files that the operation takes, which go out as they are even if they are JSON. */
function fileTypeAt(method: string, path: string): string | undefined {
  return FILE_OPERATIONS[`${method} ${path}`];
}

/** Bytes, files, and text of a type other than JSON, go out as they are. */
export function bodyOf(method: string, path: string, { body, headers }: Init): Record<string, unknown> {
  const asIs = { bodySerializer: (given: unknown) => given };
  // A stream has to declare that no response is read before it has been sent.
  if (body instanceof ReadableStream) return { ...asIs, duplex: 'half' };
  const type = Object.entries(recordOf(headers)).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  const isText = typeof body === 'string' && typeof type === 'string' && !/\bjson\b/i.test(type);
  return isText || isBinary(body) || fileTypeAt(method, path) ? asIs : {};
}

/**
 * The call's own headers, with a key where the operation takes one and a type where the body is bytes. What the call
 * gives comes later and so counts, in whatever case it is written; null takes a header away.
 */
export function headersOf(method: string, path: string, { body, headers }: Init): Record<string, unknown> {
  const fileType = fileTypeAt(method, path);
  return {
    ...(takesKey(method, path) ? { 'Idempotency-Key': newKey() } : {}),
    ...(isBinary(body) || fileType ? { 'Content-Type': contentTypeOf(body, fileType) } : {}),
    ...recordOf(headers),
  };
}

/** @throws TypeError if the path belongs to the receiver and its address is not known */
export function addressOf(path: string, receiverUrl: string | undefined): { baseUrl?: string } {
  if (!RECEIVER_PATHS.includes(path)) return {};
  if (receiverUrl !== undefined) return { baseUrl: receiverUrl };
  throw new TypeError(`${path} is on the receiver's address: createClient takes it as receiverUrl`);
}

/** 128 random bits. Not randomUUID: a browser has that on https alone. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function recordOf(headers: unknown): Record<string, unknown> {
  if (headers instanceof Headers || Array.isArray(headers)) return Object.fromEntries(headers);
  return (headers ?? {}) as Record<string, unknown>;
}
