import type { components } from '@parley/client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../api.ts';
import { DEFAULT_PAGE_SIZE } from '../../parts/pager.tsx';
import type { AccountsSearch } from './search.ts';

/** An account as the list gives it. */
export type AccountItem = components['schemas']['AccountItem'];

/** A page of the accounts that a search of the screen finds. */
export function accountsQuery({ q, order, page = 1, size = DEFAULT_PAGE_SIZE }: AccountsSearch) {
  const filter = { order: order ?? ('recent' as const), ...(q ? { search: q } : {}) };
  const query = { ...filter, pageNumber: page, pageSize: size };
  return queryOptions({
    queryKey: ['accounts', query],
    queryFn: ({ signal }) => unwrap(api.GET('/v1/accounts', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
}
