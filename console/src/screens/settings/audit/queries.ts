import type { components } from '@parley/client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../../api.ts';

/** A change: who did what, to what, when. */
export type AuditRecord = components['schemas']['AuditRecord'];

/** Records of a page. */
const PAGE_SIZE = 50;

/** With a filter, which the API has not, so many pages are looked through at a time. */
const MAX_PAGES = 10;

interface Wanted {
  before?: number;
  /** The beginning of an action: `key`, `signal.update`. */
  action?: string;
}

/** A page of records, newest first; `nextBefore` asks for the one after it. */
export interface AuditPage {
  records: AuditRecord[];
  nextBefore?: number;
  /** How many were looked at to find these. */
  looked: number;
}

/** The audit log from a record on, or what of it fits the action. */
export function auditQuery({ before, action }: Wanted) {
  return queryOptions({
    queryKey: ['audit', before, action],
    queryFn: async ({ signal }): Promise<AuditPage> => {
      const query = { pageSize: PAGE_SIZE, ...(before === undefined ? {} : { before }) };
      const found: AuditPage = { records: [], looked: 0 };
      let pages = 0;
      for await (const page of api.pages('/admin/v1/audit', { params: { query }, signal })) {
        const fitting = page.records.filter((one) => action === undefined || one.action.startsWith(action));
        found.records.push(...fitting);
        found.looked += page.records.length;
        found.nextBefore = page.nextBefore;
        pages += 1;
        if (action === undefined || found.records.length >= PAGE_SIZE || pages === MAX_PAGES) break;
      }
      return found;
    },
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}
