import { numbersOf } from './account-numbers.ts';
import { type Account, accounts } from './accounts.ts';
import { castOf } from './cast.ts';
import { team, vendor } from './data/team.ts';
import { dialogue, Memory, type Stage } from './dialogue.ts';
import { customerEmails } from './emails.ts';
import { factsOf } from './facts.ts';
import { type ForecastCall, forecastCalls, forecastDialogue } from './forecast.ts';
import { bookMeeting, customerTitle, forecastTitle } from './meeting.ts';
import { seeded } from './prng.ts';
import { type Crm, crmFor } from './records.ts';
import type { Beat } from './script.ts';
import { scriptPools } from './scripts/index.ts';
import { demoSignals } from './signals.ts';
import { type Call, customerCalls, lastDay } from './story.ts';
import type { DemoCompany, DemoEmail, DemoMeeting } from './types.ts';

/** The shapes of the data. */
export type { DemoCompany, DemoCrmRecord, DemoEmail, DemoMeeting, DemoUser } from './types.ts';

/** The probability that a subject comes up in a kind of call; 0 for kinds that are not listed. */
const SUBJECTS: Record<string, Record<string, number>> = {
  rival: { discovery: 0.5, demo: 0.45, pricing: 0.6, security: 0.15, renewal: 0.2 },
  objection: { discovery: 0.25, pricing: 0.75 },
  doubtful: { discovery: 0.3, demo: 0.3 },
  angry: { support: 0.55 },
};

/** The kinds of call that always end with an agreement on the next step. */
const ALWAYS_AGREED = new Set(['kickoff', 'support']);

/** Returns the events of this call: the subjects that come up, and whether it ends with an agreement. */
function eventsOf(call: Call, story: Call[]): string[] {
  const { account, kind } = call;
  const rng = seeded(`events ${account.domain} ${kind} ${call.nth}`);
  const events = Object.keys(SUBJECTS).filter((subject) => rng.chance(SUBJECTS[subject]![kind] ?? 0));
  const over = story.at(-1) === call;
  const lost = account.course === 'lost' && over;
  if (lost && !events.includes('rival')) events.push('rival');
  const agreed = ALWAYS_AGREED.has(kind) || (!lost && rng.chance(account.course === 'lost' ? 0.6 : 0.88));
  const native = account.language !== 'en' && rng.chance(account.language === 'ja' ? 0.65 : 0.5);
  const shaky = account.course === 'shaky' ? 0.75 : 0.06;
  if ((kind === 'review' || kind === 'renewal') && rng.chance(shaky)) events.push('shaky');
  if (native) events.push('native');
  return [...events, agreed ? 'agreed' : 'vague'];
}

type Studio = { pools: Map<string, Beat[]>; memory: Memory; crm: Crm; stories: Map<Account, Call[]> };

function customerMeeting(call: Call, studio: Studio): DemoMeeting {
  const story = studio.stories.get(call.account)!;
  const { facts, flags } = factsOf(call, story, studio.crm.caseNumber(call));
  const cast = castOf(call);
  for (const event of eventsOf(call, story)) flags.add(event);
  // Only a lead who speaks the customer's language opens a call in it.
  const lead = team.find(({ user }) => user.email === cast.by.A!.email)!;
  const fluent = flags.has('native') && lead.languages.includes(call.account.language);
  flags.add(fluent ? 'native-lead' : 'english-lead');
  for (const letter of Object.keys(cast.by)) flags.add(`here-${letter}`);
  if (cast.by.S && call.kind === 'review') flags.add('showing');
  const key = `${call.account.domain} ${call.kind} ${call.nth}`;
  const stage: Stage = { by: cast.by, facts, flags, rng: seeded(`talk ${key}`) };
  const turns = dialogue(call.kind, stage, studio.pools, studio.memory, call.account.domain);
  return bookMeeting({
    key,
    title: customerTitle(call, numbersOf(call.account).products),
    day: call.day,
    minute: call.minute,
    kind: call.kind,
    cast,
    turns,
    accountId: studio.crm.accountId(call.account),
    opportunityId: studio.crm.opportunityId(call),
  });
}

function forecastMeeting(call: ForecastCall, studio: Studio): DemoMeeting {
  const stories = [...studio.stories.values()];
  const { cast, turns } = forecastDialogue(call, stories, studio.pools, studio.memory);
  return bookMeeting({
    key: `forecast ${call.series} ${call.day}`,
    title: forecastTitle(call),
    day: call.day,
    minute: call.minute,
    kind: 'forecast',
    cast,
    turns,
  });
}

/**
 * Returns the invented company that `parley demo` loads: some 25 users, 40 accounts with opportunities, leads and
 * cases, and about 300 meetings from November 2025 to 2026-10-30 with transcripts that follow each
 * account's story, and some of the e-mails around them. The result is the same at every call, in every process, on
 * every machine; it has about 4.5 MB as JSON. Meetings and e-mails are in the order of their times and in the form of
 * the ingest bodies.
 */
export function demoCompany(): DemoCompany {
  const calls = customerCalls();
  const stories = new Map(accounts.map((account) => [account, [] as Call[]]));
  for (const call of calls) stories.get(call.account)!.push(call);
  const studio: Studio = { pools: scriptPools(), memory: new Memory(), crm: crmFor(calls), stories };
  const meetings = [
    ...calls.map((call) => customerMeeting(call, studio)),
    ...forecastCalls()
      .filter((call) => call.day <= lastDay)
      .map((call) => forecastMeeting(call, studio)),
  ];
  // RFC 3339 in UTC without fractions sorts by time as text.
  const at = ({ meeting }: DemoMeeting): string => `${meeting.startTime} ${meeting.id}`;
  const sentAt = ({ email }: DemoEmail): string => `${email.sentAt} ${email.id}`;
  return {
    organization: { name: vendor.name, domains: vendor.domains },
    users: team.map(({ user }) => user),
    crmRecords: studio.crm.records,
    signals: demoSignals,
    meetings: meetings.sort((a, b) => (at(a) < at(b) ? -1 : 1)),
    emails: customerEmails(stories, studio.crm).sort((a, b) => (sentAt(a) < sentAt(b) ? -1 : 1)),
  };
}
