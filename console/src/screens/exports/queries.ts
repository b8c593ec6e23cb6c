import type { components } from '@parley/client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../api.ts';
import { DEFAULT_PAGE_SIZE } from '../../parts/pager.tsx';
import type { ExportsSearch } from './search.ts';

type Schemas = components['schemas'];

/** An export as the list gives it. */
export type ExportHead = Schemas['ExportHead'];

/** An export with its files. */
export type Export = Schemas['Export'];

/** The options with which an export is requested. */
export type ExportRequest = Schemas['ExportRequest'];

/** The interval at which an export is read while it runs. */
const RUNNING_MS = 1_000;

/** The interval at which it is read afterwards, so that its links, which expire after two hours, work on a page that stays open. */
const DONE_MS = 30 * 60_000;

/** True while the export waits or runs. */
export const isRunning = ({ state }: Pick<ExportHead, 'state'>) => state === 'pending' || state === 'running';

/** A page of exports, newest first. Every key of exports begins with `exports`. */
export function exportsQuery({ page = 1, size = DEFAULT_PAGE_SIZE }: ExportsSearch) {
  const query = { pageNumber: page, pageSize: size };
  return queryOptions({
    queryKey: ['exports', 'list', query],
    queryFn: ({ signal }) => unwrap(api.GET('/v1/exports', { params: { query }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data?.exports.some(isRunning) ? RUNNING_MS : false),
  });
}

/** An export with its files. */
export const exportQuery = (id: number) =>
  queryOptions({
    queryKey: ['exports', id],
    queryFn: ({ signal }) => unwrap(api.GET('/v1/exports/{id}', { params: { path: { id } }, signal })),
    refetchInterval: ({ state: { data } }) => (data && isRunning(data) ? RUNNING_MS : DONE_MS),
  });
