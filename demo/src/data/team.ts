import type { DemoUser } from '../types.ts';

/** The job of a colleague, which determines in which calls they take part. */
export type Job =
  | 'chief'
  | 'sales-lead'
  | 'seller'
  | 'engineer'
  | 'security'
  | 'success-lead'
  | 'success'
  | 'rollout'
  | 'support-lead'
  | 'support'
  | 'operations'
  | 'none';

/** A colleague of the invented vendor: the user record, the name used in speech, the languages spoken. */
export type Colleague = { user: DemoUser; called: string; job: Job; languages: string[] };

/** The invented vendor itself. */
export const vendor = {
  name: 'Tarnwick Software',
  spoken: 'Tarnwick',
  domains: ['tarnwick.example', 'tarnwick-labs.example'],
};

/** Name | spoken name | e-mail | job | languages | role | title | department | CRM role | license since */
const table = `
Ingrid Solheim-Achterberg|Ingrid|ingrid.solheim@tarnwick.example|chief|en,de|ORGANIZATION_ADMIN|Chief Revenue Officer|Revenue|CRO|2023-01-09
Mateusz Wiśniewski|Mateusz|mateusz.wisniewski@tarnwick.example|sales-lead|en,de|EDITOR|Head of Sales EMEA|Sales|Sales Director|2023-02-01
Adaeze Okwuosa|Adaeze|adaeze.okwuosa@tarnwick.example|seller|en|USER|Senior Account Executive|Sales|Account Executive|2023-05-15
Lucas Ferreira-Brandt|Lucas|lucas.ferreira@tarnwick.example|seller|en,es|user|Account Executive|Sales|Account Executive|2024-01-22
Siobhán Ní Dhálaigh|Siobhán|siobhan.nidhalaigh@tarnwick.example|seller|en|USER|Account Executive|Sales|Account Executive|2024-03-04
Tomáš Dvořáček|Tomáš|tomas.dvoracek@tarnwick.example|seller|en,de|USER|Account Executive DACH|Sales|Account Executive|2023-09-11
Camille Rousselet|Camille|camille.rousselet@tarnwick.example|seller|en,fr|User|Account Executive France|Sales|Account Executive|2024-06-03
Yuki Hoshino|Yuki|yuki.hoshino@tarnwick.example|seller|en,ja|USER|Account Executive APAC|Sales|Account Executive|2025-02-17
Rajesh Venkataraghavan|Rajesh|rajesh.venkataraghavan@labs.tarnwick.example|engineer|en|EDITOR|Principal Solutions Engineer|Presales|Sales Engineer|2023-02-01
Elif Karadağ|Elif|elif.karadag@labs.tarnwick.example|engineer|en,de|USER|Solutions Engineer|Presales|Sales Engineer|2024-08-19
Jonas Bergqvist|Jonas|jonas.bergqvist@labs.tarnwick.example|engineer|en|user|Solutions Engineer|Presales|Sales Engineer|2025-01-13
Noor van der Linde|Noor|noor.vanderlinde@tarnwick-labs.example|security|en,de|EDITOR|Security and Compliance Lead|Engineering||2024-02-05
Thandiwe Mkhabela|Thandiwe|thandiwe.mkhabela@tarnwick.example|success-lead|en,fr|EDITOR|Head of Customer Success|Customer Success|CS Director|2023-03-20
Aurélie Descombes|Aurélie|aurelie.descombes@tarnwick.example|success|en,fr|USER|Customer Success Manager|Customer Success|CSM|2023-10-02
Bjørn Haugland|Bjørn|bjorn.haugland@tarnwick.example|success|en|USER|Customer Success Manager|Customer Success|CSM|2024-04-15
Mei-Ling Tsao|Mei-Ling|meiling.tsao@tarnwick.example|success|en,ja|user|Customer Success Manager|Customer Success|CSM|2025-03-10
Diego Arrizabalaga|Diego|diego.arrizabalaga@tarnwick.example|success|en,es|USER|Customer Success Manager|Customer Success|CSM|2024-09-02
Friederike Amsel|Friederike|friederike.amsel@tarnwick.example|success|en,de|USER|Senior Customer Success Manager|Customer Success|CSM|2023-06-12
Hanna Kowalczyk-Reuter|Hanna|hanna.kowalczyk@tarnwick.example|rollout|en,de|USER|Implementation Manager|Services||2023-11-06
Omar Benchekroun|Omar|omar.benchekroun@tarnwick.example|rollout|en,fr,es|VIEWER|Implementation Consultant|Services||
Priya Sundaresan|Priya|priya.sundaresan@tarnwick.example|support-lead|en|EDITOR|Support Manager|Support|Service Manager|2024-01-08
Kwabena Asante-Boateng|Kwabena|kwabena.asante@tarnwick-labs.example|support|en|USER|Senior Support Engineer|Support|Service Agent|2024-10-21
Søren Lykkegaard|Søren|soren.lykkegaard@tarnwick-labs.example|support|en,de|viewer|Support Engineer|Support|Service Agent|
Greta Lindqvist-Moreau|Greta|greta.lindqvist@tarnwick.example|operations|en,fr|USER_ADMIN|Revenue Operations Manager|Revenue|RevOps|2023-02-01
Dmytro Kovalenko|Dmytro|dmytro.kovalenko@tarnwick.example|none|en|user_admin|IT Administrator|IT||
Isabela Montanhês|Isabela|isabela.montanhes@tarnwick.example|none|en,es|VIEWER|Finance Analyst|Finance||
`;

/** The characters of chat user ids, without vowels, so that no words result. */
const CHAT_CHARS = 'BCDFGHJKLMNPQRSTVWXZ0123456789';

function chatUserId(index: number): string {
  let id = 'U0';
  let rest = (index + 7) * 48_271_357;
  for (let i = 0; i < 9; i++) {
    id += CHAT_CHARS.charAt(rest % CHAT_CHARS.length);
    rest = Math.floor(rest / 7) + i;
  }
  return id;
}

function colleague(row: string, index: number): Colleague {
  const [name, called, email, job, languages, role, title, department, crmRole, since] = row.split('|');
  const user: DemoUser = {
    email: email!,
    name: name!,
    role: role!,
    type: job === 'support' ? 'CONTRACTOR' : 'STANDARD',
    licenseAdded: since !== '',
    // The list has gaps, as any real one: an expired CRM login, and a calendar that was never connected.
    ...(crmRole ? { crmAuthStatus: index === 7 ? 'EXPIRED' : 'AUTHENTICATED', crmUserRole: crmRole } : {}),
    calendarAuthStatus: index === 22 || index === 25 ? 'NOT_AUTHENTICATED' : 'AUTHENTICATED',
    ...(index === 24 ? {} : { chatUserId: chatUserId(index) }),
    title: title!,
    crmDepartment: department!,
    ...(since ? { licenseAssignedAt: `${since}T08:00:00Z` } : {}),
  };
  return { user, called: called!, job: job as Job, languages: languages!.split(',') };
}

/** All colleagues at the vendor, in the order of the table. */
export const team: Colleague[] = table.trim().split('\n').map(colleague);
