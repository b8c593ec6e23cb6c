import { setTimeout as delay } from 'node:timers/promises';
import type { Load } from './load/load.ts';
import { median } from './stats.ts';

/** One of those that do the same work: the service, or its limit. */
export type Contender = {
  name: string;
  run(seconds: number): Promise<Load>;
  /** CPU time its own process has used so far; undefined where it is no part of the comparison. */
  cpuSeconds?(): Promise<number>;
};

/** What a contender did in all rounds together. Times are per request. */
export type Measured = {
  name: string;
  perSecond: { median: number; min: number; max: number };
  /** Median over the rounds of its rate by that of the last contender in the same round. */
  ratio: number;
  ownCpuMs: number | undefined;
  postgresCpuMs: number | undefined;
  p50Ms: number | undefined;
  p99Ms: number | undefined;
};

export const ROUNDS = 5;

/** Before the first round each contender runs this long: for compilers, caches and plans. */
const WARM_UP_SECONDS = 1;

/** Connections that were closed are gone from the server by then, and their time is in its account. */
const SETTLE_MS = 100;

type Round = Load & { ownCpuSeconds: number | undefined; postgresCpuSeconds: number | undefined };

/**
 * Lets the contenders work in turns, round after round, so that what slows down the machine slows down all of them.
 * The last one is what the others are compared with.
 */
export async function measure(
  contenders: readonly Contender[],
  options: {
    seconds: number;
    postgresCpuSeconds: (() => Promise<number>) | undefined;
    betweenRounds: () => Promise<void>;
    signal: AbortSignal;
  },
): Promise<Measured[]> {
  for (const contender of contenders) await contender.run(WARM_UP_SECONDS);
  const rounds = contenders.map((): Round[] => []);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, contender] of contenders.entries()) {
      rounds[index]!.push(await runRound(contender, options));
    }
    await options.betweenRounds();
  }
  const reference = rounds.at(-1)!;
  return contenders.map((contender, index) => summarize(contender.name, rounds[index]!, reference));
}

async function runRound(
  contender: Contender,
  options: { seconds: number; postgresCpuSeconds: (() => Promise<number>) | undefined; signal: AbortSignal },
): Promise<Round> {
  const read = async () => ({
    own: await contender.cpuSeconds?.(),
    postgres: await options.postgresCpuSeconds?.(),
  });
  const before = await read();
  const load = await contender.run(options.seconds);
  await delay(SETTLE_MS, undefined, { signal: options.signal });
  const after = await read();
  return {
    ...load,
    ownCpuSeconds: difference(after.own, before.own),
    postgresCpuSeconds: difference(after.postgres, before.postgres),
  };
}

function difference(after: number | undefined, before: number | undefined): number | undefined {
  return after === undefined || before === undefined ? undefined : after - before;
}

function summarize(name: string, rounds: readonly Round[], reference: readonly Round[]): Measured {
  const rates = rounds.map(rateOf);
  const requests = rounds.reduce((sum, round) => sum + round.requests, 0);
  // Of all rounds together: the system counts CPU time in steps too coarse for one.
  const perRequestMs = (of: (round: Round) => number | undefined) => {
    const seconds = rounds.map(of).filter((value) => value !== undefined);
    return seconds.length < rounds.length
      ? undefined
      : (seconds.reduce((sum, one) => sum + one, 0) * 1000) / requests;
  };
  const medianOf = (of: (round: Round) => number | undefined) => {
    const values = rounds.map(of).filter((value) => value !== undefined);
    return values.length === 0 ? undefined : median(values);
  };
  return {
    name,
    perSecond: { median: median(rates), min: Math.min(...rates), max: Math.max(...rates) },
    ratio: median(rates.map((rate, index) => rate / rateOf(reference[index]!))),
    ownCpuMs: perRequestMs((round) => round.ownCpuSeconds),
    postgresCpuMs: perRequestMs((round) => round.postgresCpuSeconds),
    p50Ms: medianOf((round) => round.p50Ms),
    p99Ms: medianOf((round) => round.p99Ms),
  };
}

function rateOf({ requests, seconds }: Load): number {
  return requests / seconds;
}
