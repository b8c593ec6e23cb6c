import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { constants, gzip as gzipCallback } from 'node:zlib';
import { Fault } from '../lib/faults.ts';
import type { Answer } from './endpoint.ts';

const gzip = promisify(gzipCallback);

/** A web app as its build left it: `index.html`, and `assets/` whose names change with their contents. */
export type StaticFiles = {
  /** The page of every path that is the app's own. */
  page(headers: IncomingHttpHeaders): Promise<Answer>;
  /** @throws Fault 404 */
  asset(name: string, headers: IncomingHttpHeaders): Promise<Answer>;
};

export type StaticFilesOptions = {
  /** What the build wrote; looked at with each request, so that a build while the service runs is seen. */
  directory: string;
  /** The Content-Security-Policy of the page. */
  policy(): Promise<string>;
  /** The page where there is no build. */
  absentPage: string;
};

type File = { bytes: Buffer; gzipped?: Buffer; type: string; etag: string };

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.wasm': 'application/wasm',
  '.ico': 'image/x-icon',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** What is not compressed by its own format. */
const COMPRESSIBLE = /^(?:text\/|application\/(?:json|wasm)|image\/svg)/;

/** The name of a file beside others: no path, and nothing hidden. */
const ASSET_NAME = /^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,254}$/;

/** Assets that are kept in memory, compressed. A build has some dozens; old ones of earlier builds go first. */
const MAX_REMEMBERED = 500;

const ALWAYS = { 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'same-origin' };

export function openStaticFiles({ directory, policy, absentPage }: StaticFilesOptions): StaticFiles {
  const remembered = new Map<string, Promise<File | undefined>>();
  const remember = (name: string) => {
    const file = read(join(directory, 'assets', name));
    remembered.set(name, file);
    if (remembered.size > MAX_REMEMBERED) remembered.delete(remembered.keys().next().value!);
    const forget = () => remembered.delete(name);
    file.then((found) => found ?? forget(), forget);
    return file;
  };
  return {
    async page(headers) {
      const file = (await read(join(directory, 'index.html'))) ?? (await makeFile(absentPage, '.html'));
      return answer(file, headers, {
        'Cache-Control': 'no-cache',
        'Content-Security-Policy': await policy(),
      });
    },
    async asset(name, headers) {
      const file = ASSET_NAME.test(name) ? await (remembered.get(name) ?? remember(name)) : undefined;
      if (!file) throw new Fault('missing', 'There is nothing at this path');
      return answer(file, headers, { 'Cache-Control': 'public, max-age=31536000, immutable' });
    },
  };
}

/** @returns undefined where there is no such file */
async function read(path: string): Promise<File | undefined> {
  try {
    return await makeFile(await readFile(path), extname(path));
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? ''))
      return undefined;
    throw error;
  }
}

async function makeFile(content: Buffer | string, extension: string): Promise<File> {
  const bytes = Buffer.from(content);
  const type = TYPES[extension.toLowerCase()] ?? 'application/octet-stream';
  const gzipped = COMPRESSIBLE.test(type)
    ? await gzip(bytes, { level: constants.Z_BEST_COMPRESSION })
    : bytes;
  // Weak: the same for both forms of the content.
  const etag = `W/"${createHash('sha256').update(bytes).digest('base64url')}"`;
  return { bytes, type, etag, ...(gzipped.length < bytes.length ? { gzipped } : {}) };
}

function answer(file: File, asked: IncomingHttpHeaders, more: Record<string, string>): Answer {
  const headers = { ...ALWAYS, ...more, ETag: file.etag };
  if (matches(asked['if-none-match'], file.etag)) {
    return { status: 304, headers: { ...headers, Vary: 'Accept-Encoding' } };
  }
  return { status: 200, headers: { ...headers, 'Content-Type': file.type }, file };
}

/** Whether If-None-Match names the tag, in the weak comparison of RFC 9110. */
function matches(header: string | undefined, etag: string): boolean {
  return (header ?? '').split(',').some((one) => {
    const tag = one.trim();
    return tag === '*' || tag.replace(/^W\//, '') === etag.replace(/^W\//, '');
  });
}

/** Paths that no page lies under: who asks for one is told what is wrong in JSON. */
const NO_PAGES = /^\/(?:v1|v2|admin|assets)(?:\/|$)/;

/** Whether a person's browser asks for a page: only then does it get one where there is nothing else. */
export function isNavigation(method: string, path: string, { accept }: IncomingHttpHeaders): boolean {
  if (!['GET', 'HEAD'].includes(method) || NO_PAGES.test(path)) return false;
  return (accept ?? '').split(',').some((one) => /^\s*text\/html\s*(?:;|$)/i.test(one));
}
