import { searchOf, whole } from '../../search-params.ts';

/** An e-mail: `signal` whose evidence alone is marked, `execution` that one came from, `entry` the paragraph to show. */
export const emailSearch = searchOf({ signal: whole(1), execution: whole(1), entry: whole(0) });
