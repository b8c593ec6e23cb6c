/** A measured figure of a promise, with its limit. */
export type Figure = {
  what: string;
  /** The value with its unit. */
  value: string;
  /** The limit, as in the table of promises: `0`, `≤ 512 MB`. */
  limit: string;
  passed: boolean;
};

/** The input of a promise's program. */
export type Stage = {
  /** Whether to run the full form, with the amounts of the table of promises. The quick one is part of `npm test`. */
  full: boolean;
  /** The seed of everything random, with which a failure can be reproduced. */
  seed: number;
  /** Reports progress. */
  say(line: string): void;
};

/** A row of the table of promises in docs/reliability.md, with the program that proves it. */
export type ReliabilityPromise = {
  number: number;
  /** The name for `npm run torture -- <name>`. */
  name: string;
  harm: string;
  /**
   * Does the harm and judges the result. It starts everything that it needs and removes it again, even if it fails. It
   * uses the test server of test/support/global-setup.ts, or starts its own.
   * @throws if the harm could not be done, or a response violates the contract: the promise is then not kept
   */
  run(stage: Stage): Promise<Figure[]>;
  /** If the test suite proves the promise in full, `npm test` does not run this program as well. */
  isInTests?: boolean;
};

/** Makes a figure of a count that has to be zero. */
export function none(what: string, count: number): Figure {
  return { what, value: count.toLocaleString('en-US'), limit: '0', passed: count === 0 };
}

export function atMost(what: string, value: number, limit: number, unit = ''): Figure {
  return { what, value: shown(value, unit), limit: `≤ ${shown(limit, unit)}`, passed: value <= limit };
}

export function atLeast(what: string, value: number, limit: number, unit = ''): Figure {
  return { what, value: shown(value, unit), limit: `≥ ${shown(limit, unit)}`, passed: value >= limit };
}

function shown(value: number, unit: string): string {
  const digits = Math.abs(value) < 100 ? 2 : 0;
  const text = value.toLocaleString('en-US', { maximumFractionDigits: digits });
  return unit === '' || unit === '%' || unit === '×' ? `${text}${unit}` : `${text} ${unit}`;
}
