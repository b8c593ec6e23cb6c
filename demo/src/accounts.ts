import { running } from './data/accounts-running.ts';
import { newBusiness } from './data/accounts-won.ts';
import { type Colleague, type Job, team } from './data/team.ts';
import { type Trade, trades } from './data/trades.ts';

/** The role of a customer's contact: operations, technology, money, field work. */
export type CustomerPart = 'C' | 'T' | 'F' | 'X';

/** A contact at a customer; `called` is the name used in speech. */
export type Contact = { part: CustomerPart; name: string; called: string; email: string; title: string };

/** The course of the year with an account. */
export type Course = 'won' | 'open' | 'lost' | 'steady' | 'shaky' | 'grow';

/** A customer or prospect, with the colleagues who look after it. */
export type Account = {
  name: string;
  spoken: string;
  domain: string;
  tradeCode: string;
  trade: Trade;
  city: string;
  language: string;
  currency: string;
  zone: string;
  course: Course;
  /** The approximate date of the first call of the year, YYYY-MM-DD. */
  start: string;
  contacts: Contact[];
  seller: Colleague;
  engineer: Colleague;
  success: Colleague;
  rollout: Colleague;
  support: Colleague;
};

/** Returns whether an account was a customer before the year began. */
export function isRunning({ course }: Account): boolean {
  return course === 'steady' || course === 'shaky' || course === 'grow';
}

/** Letters that have no Unicode decomposition. */
const PLAIN: Record<string, string> = {
  ø: 'o',
  ł: 'l',
  ß: 'ss',
  ı: 'i',
  đ: 'd',
  æ: 'ae',
  ð: 'd',
  þ: 'th',
  "'": '',
  '’': '',
};

/** Returns the usual mailbox for a name: "first.last", Latin letters only. */
export function mailbox(name: string): string {
  const plain = name
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z -]/g, (char) => PLAIN[char] ?? '');
  const words = plain.replace(/^dr /, '').trim().split(' ');
  return `${words[0]}.${words.slice(1).join('')}`;
}

/** Returns the n-th of the colleagues with a job, among those who speak the language if there are any. */
function lookAfter(job: Job, language: string, n: number): Colleague {
  const able = team.filter((colleague) => colleague.job === job);
  const fluent = able.filter((colleague) => colleague.languages.includes(language));
  const others = able.filter((colleague) => colleague.languages.every((spoken) => spoken === 'en'));
  const choice = language !== 'en' && fluent.length > 0 ? fluent : others.length > 0 ? others : able;
  return choice[n % choice.length]!;
}

function contact(row: string, domain: string): Contact {
  const [part, name, title, called, box] = row.split('|');
  return {
    part: part as CustomerPart,
    name: name!,
    called: called ?? name!.split(' ')[0]!,
    email: `${box ?? mailbox(name!)}@${domain}`,
    title: title!,
  };
}

function account(block: string, index: number): Account {
  const [head, ...people] = block.split('\n');
  const fields = head!.split('|');
  const [name, spoken, domain, tradeCode, city, language, currency, zone, course, start] = fields as string[];
  const trade = trades[tradeCode!];
  if (!trade) throw new Error(`the trade of ${name} takes a code of the trades table, not "${tradeCode}"`);
  return {
    name: name!,
    spoken: spoken!,
    domain: domain!,
    tradeCode: tradeCode!,
    trade,
    city: city!,
    language: language!,
    currency: currency!,
    zone: zone!,
    course: course as Course,
    start: start!,
    contacts: people.map((row) => contact(row, domain!)),
    seller: lookAfter('seller', language!, index),
    engineer: lookAfter('engineer', 'any', index),
    success: lookAfter('success', language!, index),
    rollout: lookAfter('rollout', language!, index),
    support: lookAfter('support', 'any', index),
  };
}

/** All customers and prospects, new business first. */
export const accounts: Account[] = [newBusiness, running]
  .flatMap((text) => text.trim().split(/\n\s*\n/))
  .map(account);
