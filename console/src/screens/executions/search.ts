import { RANGES } from '../../parts/date-range.ts';
import { day, list, oneOf, paging, searchOf, whole } from '../../search-params.ts';

/** The orders besides the default, which is the newest evaluation first. */
export const SORTS = ['call', 'call-oldest', 'judged-oldest', 'signal'] as const;

/** Executions across signals: every filter of GET /v2/executions, their order, and the page. */
export const executionsSearch = searchOf({
  range: oneOf(...RANGES),
  from: day,
  to: day,
  signals: list(whole(1)),
  sources: list(oneOf('meeting', 'email')),
  sort: oneOf(...SORTS),
  ...paging,
});

/** The parsed search of the matches screen. */
export type ExecutionsSearch = ReturnType<typeof executionsSearch>;
