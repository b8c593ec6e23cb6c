import { moneyFacts, numbersOf, round } from './account-numbers.ts';
import { isRunning } from './accounts.ts';
import * as calendar from './calendar.ts';
import { incidents } from './data/incidents.ts';
import { vendor } from './data/team.ts';
import type { Trade } from './data/trades.ts';
import { grouped } from './numbers.ts';
import { seeded } from './prng.ts';
import type { Call, Kind } from './story.ts';

/** The improvement of the first-time fix by the product, in percent: at first, from review to review, and at most. */
const FIX_GAIN_FIRST = 5;
const FIX_GAIN_PER_REVIEW = 4;
const FIX_MOST = 91;

function usageFacts(call: Call, reviewNth: number): Record<string, string> {
  const { ftfStart } = numbersOf(call.account);
  const rng = seeded(`usage ${call.account.domain}`);
  const trend = call.account.course === 'shaky' ? -3 : 3;
  const adoptBase = rng.int(74, 81);
  const slaBase = rng.int(84, 89);
  const wave = (nth: number): number => [0, 1, -1, 1, 0][nth] ?? 0;
  const inUse = isRunning(call.account) || reviewNth > 0 || call.kind === 'review';
  const gain = inUse ? FIX_GAIN_FIRST + FIX_GAIN_PER_REVIEW * reviewNth : 0;
  return {
    ftfStart: `${ftfStart}`,
    ftf: `${Math.min(FIX_MOST, ftfStart + gain)}`,
    adopt: `${adoptBase + trend * (reviewNth + 1) + wave(reviewNth)}`,
    adoptPrev: `${adoptBase + trend * reviewNth + wave(reviewNth - 1)}`,
    sla: `${slaBase + Math.sign(trend) * (reviewNth + 1)}`,
    slaPrev: `${slaBase + Math.sign(trend) * reviewNth}`,
  };
}

/** The names of a call afterwards and before. */
const SPOKEN_KIND: Record<Kind, { past: string; coming: string }> = {
  discovery: { past: 'our first call', coming: 'the first call' },
  demo: { past: 'the demo', coming: 'the demo' },
  security: { past: 'the security review', coming: 'the security review' },
  pricing: { past: 'the pricing call', coming: 'the pricing call' },
  kickoff: { past: 'the kickoff', coming: 'the kickoff' },
  review: { past: 'the last review', coming: 'the next review' },
  renewal: { past: 'the renewal call', coming: 'the renewal call' },
  support: { past: 'that escalation call', coming: 'the follow-up' },
  forecast: { past: 'the last forecast', coming: 'the next forecast' },
};

/** A next call that is further away than this is not scheduled at the end of a call. */
const PLAN_AHEAD_DAYS = 45;

function storyFacts(call: Call, story: Call[]): { facts: Record<string, string>; flags: string[] } {
  const at = story.indexOf(call);
  const prev = story[at - 1];
  // An escalation is not scheduled in advance.
  const next = story.slice(at + 1).find((later) => later.kind !== 'support');
  const facts: Record<string, string> = {};
  const flags: string[] = [];
  if (prev) {
    flags.push('prev');
    facts.prevDay = calendar.pastDay(prev.day, call.day);
    facts.prevWhat = SPOKEN_KIND[prev.kind].past;
  }
  if (next && next.day - call.day <= PLAN_AHEAD_DAYS && next.day > call.day) {
    flags.push('meet');
    facts.meetDay = calendar.comingDay(next.day, call.day);
    facts.meetTime = calendar.spokenTime(next.minute);
    const again = next.kind === call.kind && next.kind !== 'review';
    facts.meetWhat = again ? 'the second round' : SPOKEN_KIND[next.kind].coming;
  }
  return { facts, flags };
}

/** The part of the day at which calls take place in distant time zones. */
const DAYPART: Record<string, string> = { as: 'afternoon', am: 'morning' };

function dateFacts(call: Call, story: Call[]): Record<string, string> {
  const rng = seeded(`dates ${call.account.domain} ${call.kind} ${call.nth}`);
  const { day } = call;
  const lastPricing = story.findLast((other) => other.kind === 'pricing');
  const kickoff = story.find((other) => other.kind === 'kickoff');
  const start = story[0]!.day;
  const decide = Math.max((lastPricing?.day ?? start + 50) + 8, day + 8);
  const renewal = story.findLast((other) => other.kind === 'renewal');
  const ourpart = call.minute < 750 ? 'morning' : 'afternoon';
  return {
    day1: calendar.comingDay(calendar.addWorkdays(day, rng.int(1, 3)), day),
    day2: calendar.comingDay(calendar.addWorkdays(day, rng.int(5, 8)), day),
    day3: calendar.comingDay(calendar.addWorkdays(day, rng.int(11, 18)), day),
    time: calendar.spokenTime(rng.pick([540, 570, 600, 630, 660, 840, 870, 900])),
    decide: calendar.longDate(calendar.workdayFrom(decide)),
    goLive: calendar.longDate(calendar.firstOfMonth((kickoff?.day ?? start + 80) + 75, 1)),
    renewDate: calendar.longDate(calendar.firstOfMonth((renewal?.day ?? day) + 25, 1) - 1),
    weekday: calendar.weekdayName(day),
    month: calendar.monthName(day),
    nextMonth: calendar.monthName(calendar.firstOfMonth(day, 1)),
    quarter: calendar.lastQuarter(day),
    daypart: DAYPART[call.account.zone] ?? ourpart,
    ourpart,
  };
}

function incidentFacts(call: Call, caseNumber: string): Record<string, string> {
  const incident = call.incident ? incidents[call.incident] : undefined;
  if (!incident) return {};
  const rng = seeded(`incident ${caseNumber}`);
  return {
    symptom: incident.symptom,
    cause: incident.cause,
    workaround: incident.workaround,
    fix: incident.fix,
    started: incident.since ?? rng.pick(['six this morning', 'yesterday evening', 'early this morning']),
    fixDay: rng.pick(['tomorrow night', 'tonight after your last shift', 'in the night after tomorrow']),
    caseNo: caseNumber,
  };
}

function tradeFacts({ seats: _, ...words }: Trade): Record<string, string> {
  return words;
}

/** Kinds of call that share a condition. */
const EARLY = new Set<Kind>(['discovery', 'demo', 'security', 'kickoff']);
const SELLING = new Set<Kind>(['discovery', 'demo', 'security', 'pricing', 'renewal']);
const SEASONS = ['winter', 'spring', 'summer', 'autumn'];

function flagsOf(call: Call, story: Call[], told: string[], reviewNth: number): Set<string> {
  const { account, kind } = call;
  const flags = new Set([...told, account.tradeCode, account.language, numbersOf(account).old[0], kind]);
  const season = Math.floor(((calendar.monthOf(call.day) + 1) % 12) / 3);
  flags.add(SEASONS[season]!);
  if (!isRunning(account) && story[0] === call) flags.add('first');
  if (isRunning(account) || reviewNth > 0) flags.add('reviewed');
  if (account.zone !== 'eu') flags.add('far');
  if (kind === 'discovery' || kind === 'demo') flags.add('presale');
  if (EARLY.has(kind)) flags.add('early');
  if (SELLING.has(kind)) flags.add('selling');
  if (call.incident) for (const flag of [call.incident, ...incidents[call.incident]!.sorts]) flags.add(flag);
  return flags;
}

/** Returns the facts of a call: texts for the scripts' `$names`, and flags for their conditions. */
export function factsOf(
  call: Call,
  story: Call[],
  caseNumber: string,
): { facts: Record<string, string>; flags: Set<string> } {
  const { account } = call;
  const numbers = numbersOf(account);
  const told = storyFacts(call, story);
  const reviewNth = story.slice(0, story.indexOf(call)).filter((other) => other.kind === 'review').length;
  const facts: Record<string, string> = {
    us: vendor.spoken,
    account: account.spoken,
    city: account.city,
    ...tradeFacts(account.trade),
    seats: `${numbers.seats}`,
    planners: `${numbers.planners}`,
    products: numbers.products,
    extra: numbers.extra,
    comp: numbers.rival,
    comp2: numbers.otherRival,
    old: numbers.old[1],
    perPlanner: `${Math.round(numbers.seats / numbers.planners)}`,
    jobsWeek: grouped(round(numbers.seats * 17.5, 10)),
    lostHours: grouped(round(numbers.seats * 10.5, 50)),
    Z: account.rollout.called,
    // Speakers also mention people who are not in the call.
    ...Object.fromEntries(account.contacts.map(({ part, called }) => [part, called])),
    ...moneyFacts(account),
    ...usageFacts(call, reviewNth),
    ...dateFacts(call, story),
    ...incidentFacts(call, caseNumber),
    ...told.facts,
  };
  return { facts, flags: flagsOf(call, story, told.flags, reviewNth) };
}
