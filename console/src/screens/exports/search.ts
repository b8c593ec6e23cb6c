import { paging, searchOf } from '../../search-params.ts';

/** Exports: the page. */
export const exportsSearch = searchOf(paging);

/** The parsed search of the exports screen. */
export type ExportsSearch = ReturnType<typeof exportsSearch>;
