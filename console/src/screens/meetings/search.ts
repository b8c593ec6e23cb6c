import { RANGES } from '../../parts/date-range.ts';
import { day, list, oneOf, paging, searchOf, text } from '../../search-params.ts';

/** The meetings list: every filter of GET /v1/meetings, and the page. `range` is a preset in place of `from`, `to`. */
export const meetingsSearch = searchOf({
  range: oneOf(...RANGES),
  from: day,
  to: day,
  attendees: list(text),
  sources: list(text),
  account: text,
  opportunity: text,
  ...paging,
});

/** The parsed search of the meetings list. */
export type MeetingsSearch = ReturnType<typeof meetingsSearch>;
