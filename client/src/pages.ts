import type { Init } from './request-parts.ts';
import type { paths } from './schema.ts';
import { type CallResult, unwrap } from './unwrap.ts';

type PageOf<Item> = Item extends {
  get: { responses: { 200: { content: { 'application/json': infer Page } } } };
}
  ? Page extends { pageCount: number } | { nextBefore?: unknown }
    ? Page
    : never
  : never;

/** Paths whose answer is a page of a longer list. */
export type PagedPath = {
  [Path in keyof paths]: [PageOf<paths[Path]>] extends [never] ? never : Path;
}[keyof paths];

/** One page, as the path answers it. */
export type Page<Path extends PagedPath> = PageOf<paths[Path]>;

type ListKey<P> = {
  [Key in keyof P]-?: NonNullable<P[Key]> extends readonly unknown[] ? Key : never;
}[keyof P];

/** One item of the path's list. */
export type Item<Path extends PagedPath> =
  NonNullable<Page<Path>[ListKey<Page<Path>>]> extends readonly (infer One)[] ? One : never;

type Parameters<Path extends PagedPath> = paths[Path] extends { get: { parameters: infer P } } ? P : never;

type RequiredKeys<T> = {
  [Key in keyof T]-?: Record<never, never> extends Pick<T, Key> ? never : Key;
}[keyof T];

/** The options of every call besides its parameters. */
export type CallOptions = {
  /** Ends the call, also while it waits for another try or between pages. */
  signal?: AbortSignal;
  /** Tries after the first, in place of the client's. */
  retries?: number;
  /** Time of each try, in place of the client's. */
  timeoutMs?: number;
  headers?: Record<string, string>;
};

/** Parameters and options of a walk over pages; it begins with `pageNumber` where that is given. */
export type PagesInit<Path extends PagedPath> = CallOptions &
  (RequiredKeys<Parameters<Path>> extends never
    ? { params?: Parameters<Path> }
    : { params: Parameters<Path> });

/** The init may be omitted if nothing in it is required. */
export type PagesArguments<Path extends PagedPath> =
  RequiredKeys<PagesInit<Path>> extends never ? [init?: PagesInit<Path>] : [init: PagesInit<Path>];

type AnyPage = { pageCount?: number; nextBefore?: unknown };
type Get = (path: string, init: Init) => Promise<CallResult>;

/**
 * Each page of a list, in order, asked for when the one before it has been used: by number up to `pageCount`, or
 * by `nextBefore` where the list has one.
 */
export async function* walkPages(get: Get, path: string, init: Init = {}): AsyncGenerator<unknown, void> {
  let query: Record<string, unknown> = { ...init.params?.query };
  for (;;) {
    const call = get(path, { ...init, params: { ...init.params, query } });
    const page = (await unwrap(call)) as AnyPage;
    const next = nextOf(page, query);
    yield page;
    if (!next) return;
    query = { ...query, ...next };
  }
}

/** Each item of a list, page after page. */
export async function* walkItems(get: Get, path: string, init: Init = {}): AsyncGenerator<unknown, void> {
  for await (const page of walkPages(get, path, init)) {
    for (const item of Object.values(page as AnyPage).find(Array.isArray) ?? []) {
      init.signal?.throwIfAborted();
      yield item;
    }
  }
}

function nextOf(page: AnyPage, query: Record<string, unknown>): Record<string, unknown> | undefined {
  if (page.pageCount === undefined) {
    return page.nextBefore === undefined ? undefined : { before: page.nextBefore };
  }
  const pageNumber = Number(query.pageNumber ?? 1);
  return pageNumber < page.pageCount ? { pageNumber: pageNumber + 1 } : undefined;
}
