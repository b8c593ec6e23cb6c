/** What was measured of a promise, against its limit. */
export type Figure = {
  what: string;
  /** With its unit. */
  value: string;
  /** As RELIABILITY's table has it: `0`, `≤ 512 MB`. */
  limit: string;
  passed: boolean;
};

/** What a promise's program is given. */
export type Stage = {
  /** The full form: as much as the table of promises asks for. The quick one is a part of `npm test`. */
  full: boolean;
  /** All that is left to chance comes from it, so that a failure can be had again. */
  seed: number;
  /** Says how far it is. */
  say(line: string): void;
};

/** One row of the table of promises in docs/reliability.md, and the program that proves it. */
export type ReliabilityPromise = {
  number: number;
  /** What `npm run torture -- <name>` calls it. */
  name: string;
  harm: string;
  /**
   * Does the harm and judges. It starts what it needs and takes all of it away again, also where it fails. Needs the
   * test server of test/support/global-setup.ts, or starts one of its own.
   * @throws where the harm could not be done, or an answer breaks the contract: the promise is then not kept
   */
  run(stage: Stage): Promise<Figure[]>;
  /** Where the test suite proves it in full by itself, `npm test` does not run this program too. */
  isInTests?: boolean;
};

/** A count that has to be nought. */
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
