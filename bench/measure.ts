import { setTimeout as delay } from 'node:timers/promises';
import type { Load } from './load/load.ts';
import { median } from './stats.ts';

/** One of several that do the same work. */
export type Contender = {
  name: string;
  /** The length of its response, if it is known. */
  bytes?: number;
  run(seconds: number): Promise<Load>;
  /** Returns the CPU time that its own process has used; undefined if that is not compared. */
  cpuSeconds?(): Promise<number>;
  /** Work after a round that belongs to it: its CPU time counts, its duration does not. */
  settle?(): Promise<void>;
  /** The interval of the rounds in which it runs (1 by default): a few suffice for contenders that are far off. */
  roundStep?: number;
  /** True if it needs no warm-up, or is too slow for one. */
  isCold?: boolean;
};

/** The result of a contender over all rounds. Times are per request. */
export type Measured = Pick<Contender, 'name' | 'bytes'> & {
  /** Requests per second of each round; undefined if it did not run in it. */
  rates: readonly (number | undefined)[];
  /** CPU time of its own process and PostgreSQL per request in each round, in milliseconds; undefined if it is not known. */
  cpuMs: readonly (number | undefined)[];
  perSecond: { median: number; min: number; max: number };
  ownCpuMs: number | undefined;
  postgresCpuMs: number | undefined;
  /** The number of cores that its own process and PostgreSQL used. */
  cores: { own: number | undefined; postgres: number | undefined };
  p50Ms: number | undefined;
  p99Ms: number | undefined;
};

export const ROUNDS = 5;
/** The interval for contenders other than the service and its limit. */
export const SPARSE_STEP = 2;

/** The time that each contender runs before the first round, for compilers, caches and plans. */
export const WARM_UP_SECONDS = 3;

/** The time in which the server ends closed connections and accounts for their CPU time. */
export const SETTLE_MS = 100;

export type MeasureOptions = {
  seconds: number;
  rounds: number;
  warmUpSeconds: number;
  postgresCpuSeconds: (() => Promise<number>) | undefined;
  betweenRounds: () => Promise<void>;
  signal: AbortSignal;
};

type Round = Load & { ownCpuSeconds: number | undefined; postgresCpuSeconds: number | undefined };

/** Lets the contenders run in turns, round after round, so that disturbances of the machine affect all of them. */
export async function measure(
  contenders: readonly Contender[],
  options: MeasureOptions,
): Promise<Measured[]> {
  for (const contender of contenders) if (!contender.isCold) await contender.run(options.warmUpSeconds);
  const rounds = contenders.map((): (Round | undefined)[] => []);
  for (let round = 0; round < options.rounds; round++) {
    for (const [index, contender] of contenders.entries()) {
      const takesPart = round % (contender.roundStep ?? 1) === 0;
      rounds[index]!.push(takesPart ? await runRound(contender, options) : undefined);
    }
    await options.betweenRounds();
  }
  return contenders.map((contender, index) => summarize(contender, rounds[index]!));
}

/** Returns the fastest of several contenders: each runs twice, in turns. */
export async function fastest<C extends Contender>(contenders: readonly C[], seconds: number): Promise<C> {
  const rates = contenders.map((): number[] => []);
  for (let round = 0; round < 2; round++) {
    for (const [index, contender] of contenders.entries()) {
      rates[index]!.push(rateOf(await contender.run(seconds)));
    }
  }
  const best = rates.map((each) => Math.max(...each));
  return contenders[best.indexOf(Math.max(...best))]!;
}

/**
 * Returns the ratio of the request rates of two contenders: the median over the rounds that both have, because drift
 * affects both.
 */
export function ratio(one: Measured, other: Measured): number {
  return median(
    one.rates.flatMap((rate, round) => {
      const otherRate = other.rates[round];
      return rate === undefined || otherRate === undefined ? [] : rate / otherRate;
    }),
  );
}

async function runRound(contender: Contender, options: MeasureOptions): Promise<Round> {
  const read = async () => ({
    own: await contender.cpuSeconds?.(),
    postgres: await options.postgresCpuSeconds?.(),
  });
  const before = await read();
  const load = await contender.run(options.seconds);
  await contender.settle?.();
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

function summarize({ name, bytes }: Contender, all: readonly (Round | undefined)[]): Measured {
  const rounds = all.filter((round) => round !== undefined);
  const rates = rounds.map(rateOf);
  const sum = (of: (round: Round) => number) => rounds.reduce((total, round) => total + of(round), 0);
  const requests = sum((round) => round.requests);
  const seconds = sum((round) => round.seconds);
  // CPU time is summed over all rounds: the system counts it in steps too coarse for one.
  const cpuSeconds = (of: (round: Round) => number | undefined) => {
    const each = rounds.map(of).filter((value) => value !== undefined);
    return each.length < rounds.length ? undefined : each.reduce((total, one) => total + one, 0);
  };
  const per = (total: number | undefined, count: number) => (total === undefined ? undefined : total / count);
  const [own, postgres] = [
    cpuSeconds((round) => round.ownCpuSeconds),
    cpuSeconds((round) => round.postgresCpuSeconds),
  ];
  const medianOf = (of: (round: Round) => number | undefined) => {
    const values = rounds.map(of).filter((value) => value !== undefined);
    return values.length === 0 ? undefined : median(values);
  };
  return {
    name,
    bytes,
    rates: all.map((round) => round && rateOf(round)),
    cpuMs: all.map((round) => round && cpuMsOf(round)),
    perSecond: { median: median(rates), min: Math.min(...rates), max: Math.max(...rates) },
    ownCpuMs: per(own, requests / 1000),
    postgresCpuMs: per(postgres, requests / 1000),
    cores: { own: per(own, seconds), postgres: per(postgres, seconds) },
    p50Ms: medianOf((round) => round.p50Ms),
    p99Ms: medianOf((round) => round.p99Ms),
  };
}

function cpuMsOf({ ownCpuSeconds = 0, postgresCpuSeconds, requests }: Round): number | undefined {
  return postgresCpuSeconds === undefined
    ? undefined
    : ((ownCpuSeconds + postgresCpuSeconds) * 1000) / requests;
}

function rateOf({ requests, seconds }: Load): number {
  return requests / seconds;
}
