import type { ExpectedEntry } from './types.ts';

const words = (...list: [string, number, number][]) => list;

/** Two sentences, word by word, in seconds. */
export const SAID = words(
  ['Shall', 1.25, 1.5],
  ['we', 1.5, 1.8],
  ['start?', 1.9, 2.5],
  ['Yes,', 4.5, 5],
  ['please.', 5, 5.75],
);

/** The entries that have to be read from them, if two voices say them. */
export const TWO_VOICES = (first: string | undefined, second: string | undefined): ExpectedEntry[] => [
  ['Shall we start?', 1.25, 2.5, first],
  ['Yes, please.', 4.5, 5.75, second],
];
