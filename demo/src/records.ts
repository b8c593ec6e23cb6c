import { numbersOf } from './account-numbers.ts';
import { type Account, accounts } from './accounts.ts';
import { yearOf } from './calendar.ts';
import { incidents } from './data/incidents.ts';
import { type Rng, seeded } from './prng.ts';
import { salesforceId } from './salesforce-id.ts';
import { type Call, lastDay } from './story.ts';
import type { DemoCrmRecord } from './types.ts';

/** The CRM of the demo, with functions that find the ids of a call. */
export type Crm = {
  records: DemoCrmRecord[];
  accountId(account: Account): string;
  /** Returns the opportunity of a call; undefined for routine calls. */
  opportunityId(call: Call): string | undefined;
  /** Returns the number of a support call's case. */
  caseNumber(call: Call): string;
};

/** Leads without a meeting, who requested a call and have not had one. */
const COLD_LEADS = `
Penelope Vassiliadou|Thalassa Pumps
Tariku Bekele|Highland Solar Works
Marit Oksanen|Pohjola Lift Care
Quentin Abernathy|Abernathy Cold Chain
李雪梅 (Li Xuemei)|Jinhai Charging
Rosalind Achieng|Lakeside Medical Engineering
Vítor Damasceno|Damasceno Panificação
Ayşe Nur Kılıç|Ege Forklift Servis
`;

const opportunityKinds: Record<string, string> = {
  discovery: 'new',
  demo: 'new',
  security: 'new',
  pricing: 'new',
  kickoff: 'new',
  renewal: 'renewal',
};

function opportunityName(account: Account, sort: string): string {
  const { seats, products, extra } = numbersOf(account);
  if (sort === 'renewal') return `${account.spoken} – Renewal ${yearOf(lastDay) + 1}`;
  if (sort === 'expansion') return `${account.spoken} – Expansion ${extra}`;
  return `${account.spoken} – ${products} (${seats} ${account.trade.techs})`;
}

function leadRecords(next: (type: DemoCrmRecord['type']) => string): DemoCrmRecord[] {
  const warm = accounts
    .filter(({ course }) => course === 'open' || course === 'lost')
    .map((account) => `${account.contacts[0]!.name}|${account.name}`);
  const cold = COLD_LEADS.trim().split('\n');
  return [...warm, ...cold].map((row) => {
    const [person, company] = row.split('|');
    return { type: 'LEAD', id: next('LEAD'), name: `${person} (${company})` };
  });
}

/** Returns the CRM for the year's calls. The ids of each type differ by a serial number. */
export function crmFor(calls: Call[]): Crm {
  const rng: Rng = seeded('crm');
  const serials = new Map<string, number>();
  const next = (type: DemoCrmRecord['type']): string => {
    const serial = (serials.get(type) ?? 10_247) + rng.int(1, 90);
    serials.set(type, serial);
    return salesforceId(type, serial, rng);
  };
  const records: DemoCrmRecord[] = [];
  const accountIds = new Map<Account, string>();
  const opportunityIds = new Map<string, string>();
  const caseNumbers = new Map<Call, string>();
  for (const account of accounts) {
    const id = next('ACCOUNT');
    accountIds.set(account, id);
    records.push({ type: 'ACCOUNT', id, name: account.name, domains: [account.domain] });
  }
  for (const call of calls) {
    const sort = opportunityKinds[call.kind];
    const key = `${call.account.domain} ${sort}`;
    if (!sort || opportunityIds.has(key)) continue;
    const id = next('OPPORTUNITY');
    opportunityIds.set(key, id);
    records.push({ type: 'OPPORTUNITY', id, name: opportunityName(call.account, sort) });
  }
  // Customers that grow have an opportunity without calls.
  for (const account of accounts.filter(({ course }) => course === 'grow')) {
    records.push({
      type: 'OPPORTUNITY',
      id: next('OPPORTUNITY'),
      name: opportunityName(account, 'expansion'),
    });
  }
  records.push(...leadRecords(next));
  let caseSerial = 104_811;
  for (const call of calls) {
    if (!call.incident) continue;
    caseSerial += rng.int(3, 71);
    caseNumbers.set(call, String(caseSerial));
    const name = `${caseSerial}: ${incidents[call.incident]!.case} (${call.account.spoken})`;
    records.push({ type: 'CASE', id: next('CASE'), name });
  }
  return {
    records,
    accountId: (account) => accountIds.get(account)!,
    opportunityId: (call) => opportunityIds.get(`${call.account.domain} ${opportunityKinds[call.kind]}`),
    caseNumber: (call) => caseNumbers.get(call) ?? '',
  };
}
