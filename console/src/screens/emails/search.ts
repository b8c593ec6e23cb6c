import { RANGES } from '../../parts/date-range.ts';
import { day, list, oneOf, paging, searchOf, text } from '../../search-params.ts';

/** The e-mail list: every filter of GET /v1/emails, `q` its query, and the page. */
export const emailsSearch = searchOf({
  q: text,
  range: oneOf(...RANGES),
  from: day,
  to: day,
  participants: list(text),
  account: text,
  opportunity: text,
  ...paging,
});

/** The parsed search of the e-mail list. */
export type EmailsSearch = ReturnType<typeof emailsSearch>;
