import { RANGES } from '../../parts/date-range.ts';
import { day, list, oneOf, paging, searchOf, whole } from '../../search-params.ts';

/** Executions across signals: every filter of GET /v2/executions, and the page. */
export const executionsSearch = searchOf({
  range: oneOf(...RANGES),
  from: day,
  to: day,
  signals: list(whole(1)),
  sources: list(oneOf('meeting', 'email')),
  ...paging,
});

/** The parsed search of the matches screen. */
export type ExecutionsSearch = ReturnType<typeof executionsSearch>;
