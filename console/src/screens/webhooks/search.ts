import { flag, searchOf } from '../../search-params.ts';

/** Webhooks: `new` opens the form for another one. */
export const webhooksSearch = searchOf({ new: flag });
