import { RANGES } from '../../parts/date-range.ts';
import { day, oneOf, paging, searchOf, text, whole } from '../../search-params.ts';

/** The kinds of results, in the order of their tabs. */
export const TABS = ['moments', 'meetings', 'people', 'accounts', 'signals', 'emails'] as const;
export type SearchTab = (typeof TABS)[number];

/**
 * Results: `q` what is searched for, `tab` their kind. `order`, `range`, `from`, `to`, `account`, `speaker`, `side` and
 * `meeting` filter moments, `after` is the cursor of a page of moments or meetings, `page` the page of another kind.
 */
export const searchSearch = searchOf({
  q: text,
  tab: oneOf(...TABS),
  order: oneOf('relevance'),
  range: oneOf(...RANGES),
  from: day,
  to: day,
  account: text,
  speaker: text,
  side: oneOf('internal', 'external'),
  meeting: whole(1, Number.MAX_SAFE_INTEGER),
  after: text,
  ...paging,
});

/** The parsed search of the results. */
export type SearchSearch = ReturnType<typeof searchSearch>;
