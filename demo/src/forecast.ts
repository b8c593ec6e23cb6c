import { numbersOf } from './account-numbers.ts';
import { isRunning } from './accounts.ts';
import * as calendar from './calendar.ts';
import { type Cast, colleagueWith, type Member } from './cast.ts';
import { type Colleague, team } from './data/team.ts';
import { freshBeat, type Memory, play, playable, type Stage, type Turn } from './dialogue.ts';
import { grouped } from './numbers.ts';
import { outlines } from './outlines.ts';
import { type Rng, seeded } from './prng.ts';
import type { Beat } from './script.ts';
import { type Call, lastDay } from './story.ts';

/** An internal call about the deals of a team. */
export type ForecastCall = { series: 'sales' | 'renewals'; day: number; minute: number; nth: number };

/** Returns the calls: sales every second Monday and on the last day, customer success every fifth Thursday. */
export function forecastCalls(): ForecastCall[] {
  const calls: ForecastCall[] = [];
  const firstMonday = calendar.dayOf('2025-11-10');
  const firstThursday = calendar.dayOf('2025-11-20');
  for (let day = firstMonday; day <= lastDay; day += 14) {
    if (calendar.isWorkday(day)) calls.push({ series: 'sales', day, minute: 480, nth: calls.length });
  }
  for (let day = firstThursday; day <= lastDay; day += 35) {
    if (calendar.isWorkday(day)) calls.push({ series: 'renewals', day, minute: 480, nth: calls.length });
  }
  calls.push({ series: 'sales', day: lastDay, minute: 480, nth: calls.length });
  return calls;
}

const member = ({ user, called }: Colleague): Member => ({
  name: user.name,
  called,
  email: user.email,
  internal: true,
});

/** The state of a deal on a day: its owner, its facts, and the flags that select its beats. */
type Deal = { owner: Colleague; flags: string[]; facts: Record<string, string> };

const STAGE_FLAG: Partial<Record<Call['kind'], string>> = {
  discovery: 'deal-disc',
  demo: 'deal-demo',
  security: 'deal-sec',
  pricing: 'deal-price',
};

/** The number of days after which a deal is no longer mentioned, whether won, lost or inactive. */
const NEWS_DAYS = 45;

/** Returns the flag for the state of a deal after its last call; undefined if nobody would mention the deal. */
function stateOf(story: Call[], last: Call): string | undefined {
  const { course } = last.account;
  if (isRunning(last.account)) return course === 'shaky' ? 'deal-shaky' : 'deal-steady';
  if (last.kind === 'kickoff') return 'deal-won';
  if (course === 'lost' && last === story.at(-1)) return 'deal-lost';
  return STAGE_FLAG[last.kind];
}

function dealOf(story: Call[], day: number, series: ForecastCall['series']): Deal | undefined {
  const last = story.filter((call) => call.day < day).at(-1);
  if (!last || day - last.day > NEWS_DAYS) return undefined;
  const { account } = last;
  const numbers = numbersOf(account);
  const running = isRunning(account);
  const flag = stateOf(story, last);
  if (!flag || running !== (series === 'renewals')) return undefined;
  const amount = running || last.kind === 'kickoff' ? numbers.final : numbers.annual;
  const lastPricing = story.findLast((call) => call.kind === 'pricing')?.day ?? last.day + 40;
  return {
    owner: running ? account.success : account.seller,
    flags: [flag, 'deal-rival'],
    facts: {
      deal: account.spoken,
      dealAmount: `${grouped(amount)} ${account.currency}`,
      dealWhen: calendar.longDate(calendar.workdayFrom(Math.max(lastPricing + 8, day + 5))),
      dealPrev: calendar.pastDay(last.day, day),
      dealComp: numbers.rival,
    },
  };
}

/** The maximum numbers of deals in one call, and of their owners. */
const MAX_DEALS = 11;
const MAX_OWNERS = 3;

/** The number of beats up to which general topics fill a call with few deals. */
const FULL_CALL = 10;
const MIN_TOPICS = 4;

/** Returns the cast of a forecast call and its deals. The owners are those with the most news. */
function gather(call: ForecastCall, stories: Call[][], rng: Rng): { cast: Cast; deals: Deal[] } {
  const all = stories.map((story) => dealOf(story, call.day, call.series)).filter((deal) => !!deal);
  const count = new Map<Colleague, number>();
  for (const { owner } of all) count.set(owner, (count.get(owner) ?? 0) + 1);
  const order = [...count.entries()].sort((a, b) => b[1] - a[1] || team.indexOf(a[0]) - team.indexOf(b[0]));
  const owners = order.slice(0, MAX_OWNERS).map(([owner]) => owner);
  const fallback = team.filter(({ job }) => job === (call.series === 'sales' ? 'seller' : 'success'));
  for (const colleague of fallback) {
    if (owners.length < 2 && !owners.includes(colleague)) owners.push(colleague);
  }
  const by: Cast['by'] = {
    A: member(colleagueWith(call.series === 'sales' ? 'sales-lead' : 'success-lead')),
    K: member(colleagueWith('operations')),
    O: member(owners[0]!),
    R: member(owners[1]!),
  };
  if (rng.chance(0.5)) by.M = member(colleagueWith('chief'));
  const deals = all.filter(({ owner }) => owners.includes(owner)).slice(0, MAX_DEALS);
  return { cast: { by, silent: owners.slice(2).map(member) }, deals };
}

/** Writes a forecast call from the state of the deals on its day. */
export function forecastDialogue(
  call: ForecastCall,
  stories: Call[][],
  pools: Map<string, Beat[]>,
  memory: Memory,
): { cast: Cast; turns: Turn[] } {
  const rng = seeded(`forecast ${call.day}`);
  const { cast, deals } = gather(call, stories, rng);
  const everyone = [...new Set([cast.by.O!, cast.by.R!, ...cast.silent])];
  const day = (workdays: number): string =>
    calendar.comingDay(calendar.addWorkdays(call.day, workdays), call.day);
  const facts = {
    day1: day(2),
    day2: day(5),
    weekday: calendar.weekdayName(call.day),
    dealComp: deals[0]?.facts.dealComp ?? 'Kestrivo',
  };
  const stage: Stage = { by: cast.by, facts, flags: new Set(), rng };
  const turns: Turn[] = [];
  const used = new Set<string>();
  const listener = `forecast ${call.series}`;
  const add = (pool: string, on: Stage): void => {
    const able = pools.get(pool)!.filter((candidate) => playable(candidate, on));
    let beat = freshBeat(able, rng, memory, listener, used);
    // A beat is repeated if all that fit such a deal have been used.
    if (pool === 'forecast.deal') beat ??= freshBeat(able, rng, memory, listener, new Set());
    if (!beat) return;
    used.add(beat.scene);
    memory.note(beat, listener);
    turns.push(...play(beat, on));
  };
  const [open, close] = outlines.forecast;
  const openings = rng.int(open!.least, open!.most);
  for (let i = 0; i < openings; i++) add(open!.pool, stage);
  deals.forEach((deal, i) => {
    const owner = everyone.find(({ email }) => email === deal.owner.user.email)!;
    const other = rng.pick(everyone.filter((colleague) => colleague !== owner));
    const by = { ...cast.by, O: owner, R: other };
    add('forecast.deal', { ...stage, by, facts: { ...facts, ...deal.facts }, flags: new Set(deal.flags) });
    if (i % 3 === 1) add('forecast.topic', stage);
  });
  const topics = Math.max(MIN_TOPICS, FULL_CALL - deals.length);
  for (let i = 0; i < topics; i++) add('forecast.topic', stage);
  add(close!.pool, stage);
  return { cast, turns };
}
