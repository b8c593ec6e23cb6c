import { oneOf, paging, searchOf, text } from '../../search-params.ts';

/** The list of accounts: `q` a part of a name, an id or a domain. The last conversation comes first by default. */
export const accountsSearch = searchOf({ q: text, order: oneOf('name'), ...paging });

/** The parsed search of the list of accounts. */
export type AccountsSearch = ReturnType<typeof accountsSearch>;
