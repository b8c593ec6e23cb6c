import { readFile, stat } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { extname, join } from 'node:path';
import { Fault } from '../lib/faults.ts';
import type { Answer } from './endpoint.ts';
import { answerKeptFile, type KeptFile, keepFile, keepOnce } from './kept-file.ts';

/** A web app as its build left it: `index.html`, and `assets/` whose names change with their contents. */
export type StaticFiles = {
  /** The page of every path that is the app's own. */
  page(headers: IncomingHttpHeaders): Promise<Answer>;
  /** @throws Fault 404 */
  asset(name: string, headers: IncomingHttpHeaders): Promise<Answer>;
};

export type StaticFilesOptions = {
  /** The files of the build, which are looked up for each request, so that a new build is noticed. */
  directory: string;
  /** The Content-Security-Policy of the page. */
  policy(): Promise<string>;
  /** The page where there is no build. */
  absentPage: string;
};

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

/** The name of a file beside others: no path, and nothing hidden. */
const ASSET_NAME = /^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,254}$/;

/** Assets that are kept in memory, compressed. A build has some dozens; old ones of earlier builds go first. */
const MAX_KEPT = 500;

const ALWAYS = { 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'same-origin' };

export function openStaticFiles({ directory, policy, absentPage }: StaticFilesOptions): StaticFiles {
  const asset = keepFound((name) => read(join(directory, 'assets', name)));
  const page = keepUntilChanged(join(directory, 'index.html'));
  const absent = keepOnce(() => keepFile(absentPage, TYPES['.html']!));
  return {
    async page(headers) {
      return answerKeptFile((await page()) ?? (await absent()), headers, {
        ...ALWAYS,
        'Cache-Control': 'no-cache',
        'Content-Security-Policy': await policy(),
      });
    },
    async asset(name, headers) {
      const file = ASSET_NAME.test(name) ? await asset(name) : undefined;
      if (!file) throw new Fault('missing', 'There is nothing at this path');
      const headersOfAsset = { ...ALWAYS, 'Cache-Control': 'public, max-age=31536000, immutable' };
      return answerKeptFile(file, headers, headersOfAsset);
    },
  };
}

/** Keeps the files that exist. Requests for the same name share one look; names without a file displace nothing. */
function keepFound(
  look: (name: string) => Promise<KeptFile | undefined>,
): (name: string) => Promise<KeptFile | undefined> {
  const kept = new Map<string, KeptFile>();
  const looks = new Map<string, Promise<KeptFile | undefined>>();
  const find = async (name: string) => {
    try {
      const file = await look(name);
      if (file) kept.set(name, file);
      if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value!);
      return file;
    } finally {
      looks.delete(name);
    }
  };
  return async (name) => {
    const known = kept.get(name) ?? looks.get(name);
    if (known) return known;
    const found = find(name);
    looks.set(name, found);
    return found;
  };
}

/** Keeps a file that a later build may replace: requests at the same time share one look at its time and size. */
function keepUntilChanged(path: string): () => Promise<KeptFile | undefined> {
  let kept: { version: string; file: Promise<KeptFile | undefined> } | undefined;
  let looking: Promise<KeptFile | undefined> | undefined;
  const look = async () => {
    try {
      const { mtimeNs, size, ino } = await stat(path, { bigint: true });
      const version = `${mtimeNs} ${size} ${ino}`;
      if (kept?.version !== version) kept = { version, file: read(path) };
      return await kept.file;
    } catch (error) {
      kept = undefined;
      if (isAbsent(error)) return undefined;
      throw error;
    } finally {
      looking = undefined;
    }
  };
  return () => {
    looking ??= look();
    return looking;
  };
}

/** @returns undefined where there is no such file */
async function read(path: string): Promise<KeptFile | undefined> {
  try {
    const type = TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream';
    return await keepFile(await readFile(path), type);
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

function isAbsent(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
}

/** Paths that no page lies under: who asks for one is told what is wrong in JSON. */
const NO_PAGES = /^\/(?:v1|v2|admin|assets)(?:\/|$)/;

/** Returns true if a person's browser asks for a page: only then does it get one where there is nothing else. */
export function isNavigation(method: string, path: string, { accept }: IncomingHttpHeaders): boolean {
  if (!['GET', 'HEAD'].includes(method) || NO_PAGES.test(path)) return false;
  return (accept ?? '').split(',').some((one) => /^\s*text\/html\s*(?:;|$)/i.test(one));
}
