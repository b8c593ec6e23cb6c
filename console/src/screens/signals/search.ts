import { RANGES } from '../../parts/date-range.ts';
import { day, oneOf, paging, searchOf, text } from '../../search-params.ts';

/** The signals list: `q` filters by name, `state` by enabled or not; the days are those of the coverage. */
export const signalsSearch = searchOf({
  q: text,
  state: oneOf('enabled', 'disabled'),
  range: oneOf(...RANGES),
  from: day,
  to: day,
  ...paging,
});

/** The parsed search of the signals list. */
export type SignalsSearch = ReturnType<typeof signalsSearch>;
