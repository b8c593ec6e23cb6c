import { RANGES } from '../../parts/date-range.ts';
import { day, oneOf, whole } from '../../search-params.ts';

/** URL parameters shared by the editors of existing and new signals: what a draft is tried on. */
export const editorShape = {
  /** `past`: on past meetings; else on one. */
  on: oneOf('past'),
  /** The meeting it is tried on. */
  meeting: whole(1),
  /** The days of the backtest, or of the coverage, and the most meetings of a backtest. */
  range: oneOf(...RANGES),
  from: day,
  to: day,
  most: whole(1, 2_000),
  /** The backtest shown, and which of its results. */
  backtest: whole(1),
  outcome: oneOf('fired', 'changed', 'not_fired', 'failed'),
  page: whole(1),
  /** Labels are being given: the first ones, or second ones of what others have labelled. */
  label: oneOf('first', 'again'),
};

/** The parsed parameters of editorShape. */
export type EditorSearch = {
  [Name in keyof typeof editorShape]?: Exclude<ReturnType<(typeof editorShape)[Name]>, undefined>;
};
