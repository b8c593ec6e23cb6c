import { Type } from '../lib/schema-types.ts';
import { integer, MAX_INT32, withFallback } from './params.ts';

export const MAX_PAGE_SIZE = 50;
export const DEFAULT_PAGE_SIZE = 10;

/** The two query parameters of every paged list. */
export const pagingParams = {
  pageNumber: withFallback(
    integer({ description: 'Page to return, counted from 1.', minimum: 1, maximum: MAX_INT32, example: 1 }),
    1,
  ),
  pageSize: withFallback(
    integer({ description: 'Rows per page.', minimum: 1, maximum: MAX_PAGE_SIZE, example: 25 }),
    DEFAULT_PAGE_SIZE,
  ),
};

/** The total number of pages for the query; 0 where nothing matches. */
export const PageCount = Type.Integer({
  description: 'Total number of pages for the query; 0 if nothing matches.',
  format: 'int32',
  minimum: 0,
});

/** The rows that a page holds. */
export type Page = { limit: number; offset: number };

export function pageOf(query: { pageNumber: number; pageSize: number }): Page {
  return { limit: query.pageSize, offset: (query.pageNumber - 1) * query.pageSize };
}

export function pageCount(rows: number, pageSize: number): number {
  return Math.ceil(rows / pageSize);
}
