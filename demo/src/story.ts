import { type Account, accounts } from './accounts.ts';
import * as calendar from './calendar.ts';
import { incidents } from './data/incidents.ts';
import { type Rng, seeded } from './prng.ts';

/** The kinds of call. */
export type Kind =
  | 'discovery'
  | 'demo'
  | 'security'
  | 'pricing'
  | 'kickoff'
  | 'review'
  | 'renewal'
  | 'support'
  | 'forecast';

/** A call with a customer, at its place in the story of the account. */
export type Call = {
  account: Account;
  kind: Kind;
  day: number;
  /** The minute of the vendor's day at which it starts. */
  minute: number;
  /** The number of earlier calls of this kind with the account. */
  nth: number;
  /** The code of the incident, in support calls. */
  incident?: string;
};

/** The last day of the demo's year. */
export const lastDay = calendar.dayOf('2026-10-30');

/** A step of a course: the kind of call, the days since the previous call, and the probability that it takes place. */
type Step = [kind: Kind, minGapDays: number, maxGapDays: number, likelihood: number];

const SELLING: Step[] = [
  ['discovery', 0, 4, 1],
  ['demo', 8, 16, 1],
  ['demo', 7, 14, 0.3],
  ['security', 9, 20, 0.9],
  ['pricing', 7, 16, 1],
  ['pricing', 7, 13, 0.7],
];
const RUNNING_AFTER: Step[] = [
  ['kickoff', 9, 20, 1],
  ['support', 45, 70, 0.6],
  ['review', 25, 40, 1],
  ['support', 20, 40, 0.4],
  ['review', 60, 75, 0.7],
  ['review', 85, 95, 0.25],
];

const COURSES: Record<Account['course'], Step[]> = {
  won: [...SELLING, ...RUNNING_AFTER],
  open: [...SELLING, ['pricing', 10, 21, 0.6]],
  lost: [
    ['discovery', 0, 4, 1],
    ['demo', 8, 16, 1],
    ['security', 12, 22, 0.4],
    ['pricing', 9, 18, 1],
    ['pricing', 12, 20, 0.6],
  ],
  steady: [
    ['review', 0, 6, 1],
    ['support', 30, 55, 0.7],
    ['review', 55, 70, 1],
    ['renewal', 80, 110, 1],
    ['support', 20, 35, 0.6],
    ['review', 30, 60, 1],
  ],
  shaky: [
    ['review', 0, 6, 1],
    ['support', 20, 40, 1],
    ['support', 18, 35, 1],
    ['review', 20, 30, 1],
    ['support', 35, 55, 1],
    ['review', 35, 50, 0.6],
    ['renewal', 18, 30, 1],
    ['renewal', 14, 24, 1],
    ['support', 30, 50, 0.5],
    ['review', 30, 45, 1],
  ],
  grow: [
    ['review', 0, 6, 1],
    ['support', 30, 60, 0.6],
    ['review', 40, 60, 1],
    ['review', 80, 95, 1],
    ['renewal', 35, 50, 1],
    ['support', 15, 30, 0.6],
    ['review', 35, 50, 1],
  ],
};

/** The first and last start, in minutes of the vendor's day, that suit both sides. */
const HOURS: Record<string, [number, number]> = { eu: [540, 990], as: [510, 630], am: [870, 1020] };

/** The number of days after a change of the clocks in which it may cause an incident. */
const CLOCK_DAYS = 16;

function incidentFor(day: number, rng: Rng, seen: Set<string>): string {
  if (calendar.daysSinceClockChange(day) <= CLOCK_DAYS && !seen.has('inc-clock')) return 'inc-clock';
  const fresh = Object.keys(incidents).filter((code) => code !== 'inc-clock' && !seen.has(code));
  return rng.pick(fresh);
}

function callsOf(account: Account): Call[] {
  const rng = seeded(`story ${account.domain}`);
  const calls: Call[] = [];
  const seen = new Set<string>();
  let day = calendar.dayOf(account.start);
  for (const [kind, minGap, maxGap, likelihood] of COURSES[account.course]) {
    if (!rng.chance(likelihood)) continue;
    day = calendar.workdayFrom(day + rng.int(minGap, maxGap));
    if (day > lastDay) break;
    const nth = calls.filter((call) => call.kind === kind).length;
    const incident = kind === 'support' ? incidentFor(day, rng, seen) : undefined;
    if (incident) seen.add(incident);
    calls.push({ account, kind, day, minute: 0, nth, ...(incident ? { incident } : {}) });
  }
  return calls;
}

/** Returns the vendor's lead of a call; nobody is in two calls at the same time. */
function leadOf(call: Call): string {
  const { account, kind } = call;
  if (kind === 'support') return 'support-lead';
  const owner = kind === 'review' || kind === 'renewal' ? account.success : account.seller;
  return owner.user.email;
}

/** The minimum time between the starts of two calls of one lead: longer than the longest call. */
const SLOT_MINUTES = 90;

/** Gives every call a time of day in working hours at which its lead is free. */
function giveTimes(calls: Call[]): void {
  const taken = new Map<string, number[]>();
  for (const call of calls) {
    const rng = seeded(`time ${call.account.domain} ${call.day}`);
    const [first, last] = HOURS[call.account.zone]!;
    for (let tries = 0; ; tries++) {
      const minute = first + 15 * rng.int(0, (last - first) / 15);
      const key = `${leadOf(call)} ${call.day}`;
      const others = taken.get(key) ?? [];
      // Only emergencies take place at lunchtime.
      const lunch = minute >= 705 && minute < 780 && call.kind !== 'support';
      if (!lunch && others.every((other) => Math.abs(other - minute) >= SLOT_MINUTES)) {
        taken.set(key, [...others, minute]);
        call.minute = minute;
        break;
      }
      if (tries % 40 === 39) call.day = calendar.workdayFrom(call.day + 1);
    }
  }
}

/** Returns the year's calls with customers, in order of time. */
export function customerCalls(): Call[] {
  const calls = accounts.flatMap(callsOf);
  giveTimes(calls);
  const inYear = calls.filter((call) => call.day <= lastDay);
  return inYear.sort((a, b) => a.day - b.day || a.minute - b.minute);
}
