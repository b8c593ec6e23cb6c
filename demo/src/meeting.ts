import { instant, iso, lastQuarter, weekdayOf } from './calendar.ts';
import { type Cast, colleagueWith, type Member } from './cast.ts';
import { incidents } from './data/incidents.ts';
import { vendor } from './data/team.ts';
import type { Turn } from './dialogue.ts';
import type { ForecastCall } from './forecast.ts';
import { type Rng, seeded } from './prng.ts';
import { speak } from './speech.ts';
import type { Call, Kind } from './story.ts';
import type { DemoAttendee, DemoMeeting } from './types.ts';

/** The input of `bookMeeting`; `key` is unique among all meetings and seeds everything random. */
export type Booking = {
  key: string;
  title: string;
  day: number;
  minute: number;
  kind: Kind;
  cast: Cast;
  turns: Turn[];
  accountId?: string | undefined;
  opportunityId?: string | undefined;
};

/** The sources of meetings, in percent; the rest is USER_PROVIDED, which is omitted. */
const SOURCES: [sourceType: string, percent: number][] = [
  ['ZOOM', 12],
  ['MS_TEAMS', 10],
  ['GOOGLE_MEET', 8],
  ['WEBEX', 2],
  ['GONG', 2],
  ['AIRCALL', 2],
];

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const HEX = '0123456789abcdef';
const DIGITS = '0123456789';
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

function chars(alphabet: string, count: number, rng: Rng): string {
  let text = '';
  for (let i = 0; i < count; i++) text += alphabet.charAt(rng.int(0, alphabet.length - 1));
  return text;
}

/** Returns an id in the platform's form. */
function platformId(source: string | undefined, rng: Rng): string {
  switch (source) {
    case 'ZOOM':
      return `8${chars(DIGITS, 10, rng)}`;
    case 'GOOGLE_MEET':
      return `${chars(LOWER, 3, rng)}-${chars(LOWER, 4, rng)}-${chars(LOWER, 3, rng)}`;
    case 'MS_TEAMS':
      return `AAMkAG${chars(BASE64, 42, rng)}`;
    case 'WEBEX':
      return chars(HEX, 32, rng);
    case 'GONG':
      return `4${chars(DIGITS, 18, rng)}`;
    case 'AIRCALL':
      return `2${chars(DIGITS, 9, rng)}`;
    default:
      return `tw-${chars(HEX, 8, rng)}-${chars(HEX, 4, rng)}`;
  }
}

function sourceOf(rng: Rng): string | undefined {
  let roll = rng.int(0, 99);
  for (const [source, percent] of SOURCES) {
    if (roll < percent) return source;
    roll -= percent;
  }
  return undefined;
}

/** The lengths of booked slots; most calls end before the end of their slot. */
const SLOTS_MINUTES = [30, 45, 60, 90];

/** The percentage of calls without a transcript, and that of calls with CRM records that nobody has linked. */
const SILENT_PERCENT = 10;
const UNTIED_PERCENT = 12;

function crmIds(booking: Booking, rng: Rng): Partial<DemoMeeting['meeting']> {
  const { accountId, opportunityId, kind } = booking;
  // First calls often take place before the account exists in the CRM.
  if (!accountId || rng.int(0, 99) < (kind === 'discovery' ? 40 : UNTIED_PERCENT)) return {};
  const both = rng.next();
  return {
    ...(both < 0.92 || !opportunityId ? { salesforceAccountId: accountId } : {}),
    ...(opportunityId && both > 0.2 ? { salesforceOpportunityId: opportunityId } : {}),
  };
}

function calendarId(rng: Rng): Partial<DemoMeeting['meeting']> {
  if (!rng.chance(0.55)) return {};
  return rng.chance(0.6)
    ? { externalIds: [{ type: 'GOOGLE_CALENDAR', id: chars(`${LOWER}${DIGITS}`, 26, rng) }] }
    : { externalIds: [{ type: 'OUTLOOK_CALENDAR', id: `AAMkAD${chars(BASE64, 58, rng)}` }] };
}

/** Returns the host and the listed guests, which together include every speaker. */
function guestsOf(cast: Cast, kind: Kind, rng: Rng): { host: Member; guests: Member[] } {
  const people = [...new Map([...Object.values(cast.by), ...cast.silent].map((m) => [m.email, m])).values()];
  const lead = cast.by.A!;
  const roll = rng.next();
  // Sometimes the customer sends the invitation, or revenue operations books a call for a seller.
  if (roll < 0.06 && cast.by.L) return { host: cast.by.L, guests: people };
  if (roll < 0.1 && kind !== 'forecast') {
    const { user, called } = colleagueWith('operations');
    return { host: { name: user.name, called, email: user.email, internal: true }, guests: people };
  }
  const others = people.filter((person) => person !== lead);
  return { host: lead, guests: others.length >= 2 && rng.chance(0.3) ? others : people };
}

/** Returns the ingest body of a call: people, times, source, CRM ids, transcript. */
export function bookMeeting(booking: Booking): DemoMeeting {
  const rng = seeded(`meeting ${booking.key}`);
  const { segments, endMs } = speak(booking.turns, rng);
  const source = sourceOf(rng);
  const startMs = instant(booking.day, booking.minute);
  const roomy = booking.kind !== 'support' && rng.chance(0.35) ? 12 : 0;
  const slot = SLOTS_MINUTES.find((minutes) => (minutes - roomy) * 60_000 > endMs + 5_000) ?? 120;
  // Platforms report the time at which the last participant left; calendars report the slot.
  const lengthMs = source ? Math.ceil(endMs / 1_000 + rng.int(3, 50)) * 1_000 : slot * 60_000;
  const { host, guests } = guestsOf(booking.cast, booking.kind, rng);
  const flagged = rng.chance(0.75);
  const attendees: DemoAttendee[] = guests.map(({ name, email, internal }) => ({
    name,
    email,
    ...(flagged ? { isInternal: internal } : {}),
  }));
  const silent = rng.int(0, 99) < SILENT_PERCENT;
  return {
    meeting: {
      id: platformId(source, rng),
      title: booking.title,
      startTime: iso(startMs),
      endTime: iso(startMs + lengthMs),
      host: { name: host.name, email: host.email },
      attendees,
      ...(silent ? {} : { transcript: { segments } }),
      ...crmIds(booking, rng),
      ...calendarId(rng),
      ...(source ? { sourceType: source } : {}),
    },
    processImportedMeeting: !silent,
  };
}

const TITLES: Record<Exclude<Kind, 'forecast'>, string[]> = {
  discovery: ['$account / $us: first call', 'Intro $us × $account', 'Discovery call – $account'],
  demo: ['$us demo for $account', 'Demo: $products ($account)', '$account × $us – product demonstration'],
  security: [
    'Security review – $account',
    '$account: security & data protection',
    'InfoSec review $us / $account',
  ],
  pricing: ['$account – pricing & terms', 'Commercial proposal $account', '$us / $account: offer review'],
  kickoff: ['Kickoff $account', '$account × $us: project kickoff', 'Roll-out kickoff – $account'],
  review: ['Quarterly business review – $account', '$account QBR', '$us × $account: quarterly review'],
  renewal: ['Renewal $account', '$account – contract renewal', '$us / $account: renewal & terms'],
  support: ['Escalation $account: $case', 'URGENT: $case ($account)', 'Support call $account – $case'],
};

/** Returns the title of a call with a customer, in one of the usual forms. */
export function customerTitle(call: Call, products: string): string {
  const rng = seeded(`title ${call.account.domain} ${call.kind} ${call.nth}`);
  const title = rng.pick(TITLES[call.kind as Exclude<Kind, 'forecast'>]);
  const suffix =
    call.nth > 0 && (call.kind === 'demo' || call.kind === 'pricing') ? ` (${call.nth + 1})` : '';
  const named = title
    .replace('$account', call.account.spoken)
    .replace('$us', vendor.spoken)
    .replace('$products', products)
    .replace('$case', incidents[call.incident ?? '']?.case ?? '');
  return named + suffix;
}

/** Returns the title of an internal forecast call. */
export function forecastTitle(call: ForecastCall): string {
  if (call.series === 'renewals') return `Renewal forecast after ${lastQuarter(call.day)}`;
  return weekdayOf(call.day) === 1 ? 'Forecast call EMEA' : 'Forecast call EMEA (moved)';
}
