import { RANGES } from '../../parts/date-range.ts';
import { day, list, oneOf, type Param, paging, searchOf, text, whole } from '../../search-params.ts';

/** The orders of the list; without one, the newest meetings come first. */
export const SORTS = ['newest', 'oldest', 'title', 'title-desc'] as const;
export type MeetingsSort = (typeof SORTS)[number];

const cursor: Param<string> = (raw) =>
  typeof raw === 'string' && /^[\w-]{1,1200}$/.test(raw) ? raw : undefined;

/** The filters and the order of the list, which views save. `range` is a preset in place of `from`, `to`. */
const filters = {
  range: oneOf(...RANGES),
  from: day,
  to: day,
  attendees: list(text),
  sources: list(text),
  account: text,
  opportunity: text,
  signals: list(whole(1, Number.MAX_SAFE_INTEGER)),
  sort: oneOf(...SORTS),
};

/** The parsed filters and order of a query in the URL. */
export const meetingFilters = searchOf(filters);
export type MeetingFiltersSearch = ReturnType<typeof meetingFilters>;

/** The meetings list: its filters and order, the page, the place after which it begins, and the saved view. */
export const meetingsSearch = searchOf({ ...filters, ...paging, after: cursor, view: text });

/** The parsed search of the meetings list. */
export type MeetingsSearch = ReturnType<typeof meetingsSearch>;
