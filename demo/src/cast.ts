import type { Contact, CustomerPart } from './accounts.ts';
import { type Colleague, team } from './data/team.ts';
import { type Rng, seeded } from './prng.ts';
import type { Call, Kind } from './story.ts';

/** A participant of a call, on either side. */
export type Member = { name: string; called: string; email: string; internal: boolean };

/**
 * The participants of a call. Letters of the vendor: A is the lead, S the specialist, M the manager. Letters of the
 * customer: C is operations, T technology, F money, X field work. L (the customer's first voice), N (the second) and V
 * (the vendor's second) are other names for some of those. Members in `silent` attend without speaking.
 */
export type Cast = { by: Record<string, Member>; silent: Member[] };

const ofVendor = ({ user, called }: Colleague): Member => ({
  name: user.name,
  called,
  email: user.email,
  internal: true,
});

const ofCustomer = ({ name, called, email }: Contact): Member => ({ name, called, email, internal: false });

/** Returns the first colleague with a job. */
export function colleagueWith(job: Colleague['job']): Colleague {
  return team.find((colleague) => colleague.job === job)!;
}

/** The probability that each contact of the customer attends a kind of call; 1 is always, absent never. */
const INVITED: Record<Exclude<Kind, 'forecast'>, Partial<Record<CustomerPart, number>>> = {
  discovery: { C: 1, T: 0.5, X: 0.45, F: 0.15 },
  demo: { C: 1, X: 0.7, T: 0.65, F: 0.2 },
  security: { T: 1, C: 0.65, F: 0.3 },
  pricing: { C: 1, F: 0.85, T: 0.1 },
  kickoff: { C: 1, T: 1, X: 0.95, F: 0.15 },
  review: { C: 1, X: 0.65, T: 0.45, F: 0.35 },
  renewal: { C: 1, F: 0.85, X: 0.15 },
  support: { X: 0.9, C: 0.85, T: 0.75, F: 0.1 },
};

/** The order in which the customer's contacts become its first and second voice. */
const VOICES: Partial<Record<Kind, string>> = { security: 'TCF', support: 'CXTF', kickoff: 'CXTF' };
const USUAL_VOICES = 'CXTF';

function vendorSide(call: Call, rng: Rng): Record<string, Colleague> {
  const { account, kind } = call;
  switch (kind) {
    case 'discovery':
      return { A: account.seller, ...(rng.chance(0.4) ? { S: account.engineer } : {}) };
    case 'demo':
      return { A: account.seller, S: account.engineer };
    case 'security':
      return { A: account.seller, S: colleagueWith('security') };
    case 'kickoff':
      return { A: account.seller, S: account.rollout };
    case 'support':
      return { A: colleagueWith('support-lead'), S: account.support };
    case 'renewal': {
      const manager = rng.chance(account.course === 'shaky' ? 0.75 : 0.15);
      return { A: account.success, ...(manager ? { M: colleagueWith('success-lead') } : {}) };
    }
    case 'review':
      return { A: account.success, ...(rng.chance(0.2) ? { S: account.rollout } : {}) };
    default:
      return { A: account.seller };
  }
}

/** Returns the cast of a call with a customer: two to seven people. */
export function castOf(call: Call): Cast {
  const { account, kind } = call;
  const rng = seeded(`cast ${account.domain} ${kind} ${call.nth}`);
  const by: Record<string, Member> = {};
  for (const [letter, colleague] of Object.entries(vendorSide(call, rng))) by[letter] = ofVendor(colleague);
  const invited = INVITED[kind as Exclude<Kind, 'forecast'>];
  const absent: Contact[] = [];
  for (const contact of account.contacts) {
    if (rng.chance(invited[contact.part] ?? 0)) by[contact.part] = ofCustomer(contact);
    else absent.push(contact);
  }
  // An escalation needs somebody who uses the product, and complains.
  if (!by.C && !by.X) by.C = ofCustomer(account.contacts[0]!);
  const silent = absent.filter((contact) => !by[contact.part] && rng.chance(0.3)).map(ofCustomer);
  // A manager sometimes attends without speaking.
  if (rng.chance(0.12))
    silent.push(ofVendor(colleagueWith(kind === 'support' ? 'success-lead' : 'sales-lead')));
  const voices = [...(VOICES[kind] ?? USUAL_VOICES)].filter((letter) => by[letter]);
  by.L = by[voices[0]!]!;
  if (voices[1]) by.N = by[voices[1]]!;
  const second = by.S ?? by.M;
  if (second) by.V = second;
  return { by, silent };
}
