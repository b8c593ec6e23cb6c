import type { Account, Contact } from './accounts.ts';
import * as calendar from './calendar.ts';
import { threads } from './data/emails.ts';
import type { Colleague } from './data/team.ts';
import type { Thread } from './data/thread.ts';
import { factsOf } from './facts.ts';
import { type Rng, seeded } from './prng.ts';
import type { Crm } from './records.ts';
import { type Call, lastDay } from './story.ts';
import type { DemoEmail } from './types.ts';

/** The probability that e-mails follow a call. */
const FOLLOWED = 0.22;

/** The probability of a reply. */
const ANSWERED = 0.8;

/** The number of workdays after a call within which the customer writes first. */
const MOST_DAYS = 4;

/** The minutes of the vendor's day between which people write. */
const [FIRST_MINUTE, LAST_MINUTE] = [495, 1_050];

/** The minutes from the start of a call to the vendor's e-mail: more than the longest call takes. */
const AFTER_CALL_MINUTES: [number, number] = [95, 170];

const GREETINGS = ['Hi $you,', 'Hello $you,', 'Dear $you,'];
const CLOSINGS = ['Best regards,', 'Kind regards,', 'Many thanks,'];

/**
 * Returns the e-mails that follow calls with customers, with the same accounts, people and facts. Not every call is
 * followed by e-mails, and the threads that fit a kind of call are used in turn.
 */
export function customerEmails(stories: ReadonlyMap<Account, Call[]>, crm: Crm): DemoEmail[] {
  const emails: DemoEmail[] = [];
  const used = new Map<Thread, number>();
  for (const [account, story] of stories) {
    for (const call of story) {
      const rng = seeded(`emails ${account.domain} ${call.kind} ${call.nth}`);
      const thread = threadFor(call, story, used);
      if (!thread || !(thread.isLast || rng.chance(FOLLOWED))) continue;
      used.set(thread, (used.get(thread) ?? 0) + 1);
      emails.push(...write(thread, call, story, crm, rng));
    }
  }
  return emails;
}

/** Returns the thread that fits a call and was used least so far. */
function threadFor(call: Call, story: Call[], used: ReadonlyMap<Thread, number>): Thread | undefined {
  const fitting = threads.filter(
    ({ after, courses, isLast }) =>
      after === call.kind &&
      (courses?.includes(call.account.course) ?? true) &&
      (!isLast || story.at(-1) === call),
  );
  const last = fitting.find(({ isLast }) => isLast);
  return last ?? fitting.sort((a, b) => (used.get(a) ?? 0) - (used.get(b) ?? 0))[0];
}

function write(thread: Thread, call: Call, story: Call[], crm: Crm, rng: Rng): DemoEmail[] {
  const { account } = call;
  const { facts } = factsOf(call, story, crm.caseNumber(call));
  const us = personOf(vendorFor(call));
  const them = contactOf(account, thread.contact);
  const copy = thread.copy && contactOf(account, thread.copy);
  const emails: DemoEmail[] = [];
  let { day } = call;
  for (const [index, { from, text }] of thread.messages.entries()) {
    if (index > 0 && !rng.chance(ANSWERED)) break;
    const isSameDay = index === 0 && from === 'us';
    if (!isSameDay) day = calendar.addWorkdays(day, index === 0 ? rng.int(1, MOST_DAYS) : 1);
    if (day > lastDay) break;
    const minute = isSameDay
      ? Math.min(call.minute + rng.int(...AFTER_CALL_MINUTES), LAST_MINUTE + 120)
      : rng.int(FIRST_MINUTE, LAST_MINUTE);
    const [writer, reader] = from === 'us' ? [us, them] : [them, us];
    const known = { ...facts, me: writer.called, you: reader.called };
    const body = [rng.pick(GREETINGS), text, `${rng.pick(CLOSINGS)}\n$me`].join('\n\n');
    emails.push({
      email: {
        id: `mail-${account.domain.split('.')[0]}-${call.kind}-${call.nth + 1}-${index + 1}`,
        subject: fill(`${index > 0 ? 'Re: ' : ''}${thread.subject}`, known),
        sentAt: calendar.iso(calendar.instant(day, minute)),
        from: { name: writer.name, email: writer.email },
        to: [{ name: reader.name, email: reader.email }],
        ...(copy && copy.email !== them.email ? { cc: [{ name: copy.name, email: copy.email }] } : {}),
        text: fill(body, known),
        ...crmIds(call, crm),
      },
    });
  }
  return emails;
}

type Person = Pick<Contact, 'name' | 'called' | 'email'>;

const personOf = ({ user, called }: Colleague): Person => ({ name: user.name, email: user.email, called });

/** Returns the contact with a part, or the first contact if the customer has nobody with it. */
function contactOf(account: Account, part: Contact['part']): Person {
  return account.contacts.find((contact) => contact.part === part) ?? account.contacts[0]!;
}

function vendorFor({ account, kind }: Call): Colleague {
  if (kind === 'support') return account.support;
  if (kind === 'kickoff') return account.rollout;
  return kind === 'review' || kind === 'renewal' ? account.success : account.seller;
}

function crmIds(call: Call, crm: Crm): Partial<DemoEmail['email']> {
  const opportunityId = crm.opportunityId(call);
  return {
    salesforceAccountId: crm.accountId(call.account),
    ...(opportunityId ? { salesforceOpportunityId: opportunityId } : {}),
  };
}

function fill(text: string, facts: Readonly<Record<string, string>>): string {
  return text.replace(/\$([A-Za-z0-9]+)/g, (_, name: string) => {
    const fact = facts[name];
    if (fact === undefined)
      throw new Error(`an e-mail of the demo takes the fact "${name}", which is not there`);
    return fact;
  });
}
