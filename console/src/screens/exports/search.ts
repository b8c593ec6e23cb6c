import { flag, paging, searchOf } from '../../search-params.ts';

/** Exports: the page; `new` opens the form for another one. */
export const exportsSearch = searchOf({ new: flag, ...paging });

/** The parsed search of the exports screen. */
export type ExportsSearch = ReturnType<typeof exportsSearch>;
