import type { Account } from './accounts.ts';
import { grouped } from './numbers.ts';
import { seeded } from './prng.ts';

/** Invented rivals of the invented vendor. */
export const rivals = ['Fieldmarrow', 'Rotabird', 'Kestrivo', 'Worklantern', 'Plannertide'];

/** The value of a euro in each currency of this world, and the step to which spoken amounts are rounded. */
const CURRENCIES: Record<string, { factor: number; round: number }> = {
  euros: { factor: 1, round: 500 },
  dollars: { factor: 1.1, round: 500 },
  pounds: { factor: 0.87, round: 500 },
  'Swiss francs': { factor: 0.97, round: 500 },
  kronor: { factor: 11, round: 5_000 },
  yen: { factor: 165, round: 50_000 },
};

const OLD_WAYS: [code: string, spoken: string][] = [
  ['old-sheet', 'a spreadsheet'],
  ['old-tool', 'the in-house tool'],
  ['old-tool', 'the old dispatch database'],
  ['old-tool', 'the planning screen we built ourselves'],
];

/** Numbers of an account that hold for the whole year; amounts are in its currency. */
export type AccountNumbers = {
  seats: number;
  planners: number;
  list: number;
  annual: number;
  offerPct: number;
  askPct: number;
  finalPct: number;
  final: number;
  products: string;
  extra: string;
  rival: string;
  otherRival: string;
  old: [code: string, spoken: string];
  ftfStart: number;
};

/** Rounds to a multiple of `step`. */
export function round(amount: number, step: number): number {
  return Math.round(amount / step) * step;
}

/** Returns the account's numbers, which are the same at every call. */
export function numbersOf(account: Account): AccountNumbers {
  const rng = seeded(`numbers ${account.domain}`);
  const { factor } = CURRENCIES[account.currency]!;
  const seats = rng.int(...account.trade.seats);
  const withParts = rng.chance(0.4);
  const list = Math.round((withParts ? rng.int(59, 68) : rng.int(49, 57)) * factor);
  const annual = seats * list * 12;
  const finalPct = rng.int(11, 14);
  const rival = rng.int(0, rivals.length - 1);
  return {
    seats,
    planners: Math.max(3, Math.round(seats / rng.int(19, 27))),
    list,
    annual,
    finalPct,
    offerPct: rng.int(6, 9),
    askPct: rng.pick([18, 20, 22, 25]),
    final: round(annual * (1 - finalPct / 100), 10),
    products: withParts ? 'Dispatch, Field and Parts' : 'Dispatch and Field',
    extra: withParts ? 'Insight' : rng.pick(['Parts', 'Insight']),
    rival: rivals[rival]!,
    otherRival: rivals[(rival + rng.int(1, rivals.length - 1)) % rivals.length]!,
    old: rng.pick(OLD_WAYS),
    ftfStart: rng.int(64, 74),
  };
}

/** Returns the spoken facts about money, with the currency. */
export function moneyFacts(account: Account): Record<string, string> {
  const numbers = numbersOf(account);
  const rng = seeded(`money ${account.domain}`);
  const { factor, round: step } = CURRENCIES[account.currency]!;
  const say = (amount: number): string => `${grouped(amount)} ${account.currency}`;
  const uplift = rng.int(5, 9);
  return {
    list: say(numbers.list),
    annual: say(numbers.annual),
    offer: say(round(numbers.annual * (1 - numbers.offerPct / 100), 10)),
    final: say(numbers.final),
    budget: say(round(numbers.annual * (0.72 + 0.14 * rng.next()), step * 10)),
    impl: say(round((60 * numbers.seats + 3_000) * factor, step)),
    renewal: say(numbers.final),
    renewalNew: say(round(numbers.final * (1 + uplift / 100), 10)),
    upliftPct: `${uplift}`,
    offerPct: `${numbers.offerPct}`,
    askPct: `${numbers.askPct}`,
    finalPct: `${numbers.finalPct}`,
  };
}
