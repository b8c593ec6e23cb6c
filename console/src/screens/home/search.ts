import { CLOCKS } from '../../parts/clock.tsx';
import { day, oneOf, searchOf } from '../../search-params.ts';

/** The spans of the charts, in days. */
export const SPANS = ['7', '30', '90', '365'] as const;

/** Home: `days` the span of the charts, `until` its last day where that is not today, `clock` what fired is counted by. */
export const homeSearch = searchOf({ days: oneOf(...SPANS), until: day, clock: oneOf(...CLOCKS) });
