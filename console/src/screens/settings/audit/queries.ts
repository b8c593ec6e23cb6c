import type { components } from '@parley/client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../../api.ts';
import { type RangeSearch, windowOf } from '../../../parts/index.ts';

/** A change: who did what, to what, when. */
export type AuditRecord = components['schemas']['AuditRecord'];

/** A page of records, newest first; `nextBefore` asks for the one after it. */
export type AuditPage = components['schemas']['AuditPage'];

/** Records of a page. */
const PAGE_SIZE = 50;

/** The filters of the audit log, as they stand in the URL. */
export interface AuditSearch extends RangeSearch {
  before?: number;
  action?: string;
  key?: number;
}

/** A page of the audit log. */
export function auditQuery({ before, action, key, ...range }: AuditSearch) {
  const query = {
    pageSize: PAGE_SIZE,
    ...windowOf(range),
    ...(before === undefined ? {} : { before }),
    ...(action === undefined ? {} : { action }),
    ...(key === undefined ? {} : { actor: key }),
  };
  return queryOptions({
    queryKey: ['audit', query],
    queryFn: ({ signal }): Promise<AuditPage> =>
      unwrap(api.GET('/admin/v1/audit', { params: { query }, signal })),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}
