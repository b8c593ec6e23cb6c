import type { DemoCompany, DemoUser } from '@parley/demo';
import type { Command } from 'commander';
import type { Database } from '../db/database.ts';
import { listCrmRecords, putCrmRecords } from '../domain/crm/crm-records.ts';
import {
  createOrganization,
  listOrganizations,
  type Organization,
} from '../domain/organizations/create-organization.ts';
import { listSignals } from '../domain/signals/list-signals.ts';
import { createSignals } from '../domain/signals/manage-signals.ts';
import { listUsers, putUsers, type UserInput } from '../domain/users/users.ts';
import { emailKey } from '../lib/text.ts';
import { parseDateTime } from '../lib/time.ts';
import { urlOf } from '../processes/addresses.ts';
import { chooseOrganization } from './choose-organization.ts';
import type { CliContext, Opened } from './context.ts';
import { type LoadCounts, loadConversations } from './demo-conversations.ts';
import { loadRecordings } from './demo-recordings.ts';
import { type OrganizationOption, withOrganization } from './options.ts';
import { count } from './output.ts';

/** More than the invented company has, and room for those that an organization has already. */
const MAX_USERS = 100_000;

const HELP = `
The command loads users, CRM records, signals, meetings, e-mails and a recording. They are the same in every run, so running
it again changes nothing. Without --organization, the first run creates an organization of its own and prints its key.

Examples:
  parley demo
  parley demo --organization 2`;

/** `parley demo` */
export function addDemo(program: Command, context: CliContext): void {
  withOrganization(program.command('demo').description('Load an invented company to try Parley with.'))
    .addHelpText('after', HELP)
    .action(async ({ organization }: OrganizationOption) => {
      await context.withDatabase((_db, opened) => loadDemo(opened, organization, context));
    });
}

async function loadDemo(
  opened: Opened,
  wanted: number | undefined,
  { print, complain }: CliContext,
): Promise<void> {
  const { db, config } = opened;
  // Loaded only here: the invented company is a fifth of all code.
  const { demoCompany } = await import('@parley/demo');
  const company = demoCompany();
  const { organization, key } =
    wanted === undefined
      ? await findOrMake(db, company)
      : { organization: await chooseOrganization(db, wanted), key: undefined };
  const users = await loadUsers(db, organization.id, company.users);
  await loadCrmRecords(db, organization.id, company.crmRecords);
  const signals = await loadSignals(db, organization.id, company.signals);
  const { meetings, emails, meetingIds } = await loadConversations(opened, organization.id, company, () =>
    complain('stopping; what is being loaded is finished first'),
  );
  const publicUrl = config.publicUrl ?? urlOf(config.host, config.apiPort);
  // Whatever fails here, the key below is shown but once.
  const recordings = await loadRecordings(opened, organization.id, meetingIds, publicUrl).catch((error) => {
    complain(`the recording was not stored: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
    return { created: 0, unchanged: 0, meetingIds: [] };
  });
  print(
    `Organization ${organization.id} (${organization.name}) has the invented company.\n` +
      `${count(company.users.length, 'user')}: ${users.created} created, ${users.updated} updated, ${users.unchanged} unchanged.\n` +
      `${count(company.signals.length, 'signal')}: ${signals} created.\n` +
      `${summaryOf(meetings, 'meeting')}\n${summaryOf(emails, 'e-mail')}\n` +
      `${count(recordings.created + recordings.unchanged, 'recording')}: ${recordings.created} created, ${recordings.unchanged} unchanged.`,
  );
  const notBegun = meetings.notBegun + emails.notBegun;
  if (notBegun > 0) {
    complain(`stopped: ${count(notBegun, 'conversation')} not loaded; run it again to go on`);
    process.exitCode = 1;
  }
  print(
    key
      ? firstSteps(publicUrl, key, company, recordings.meetingIds)
      : `A key to read them: ${keyCommand(organization.id)}`,
  );
}

function summaryOf({ created, updated, unchanged }: LoadCounts, noun: string): string {
  const all = count(created + updated + unchanged, noun);
  return `${all}: ${created} created, ${updated} updated, ${unchanged} unchanged.`;
}

/** The organization that an earlier run made, or a new one with its key. */
async function findOrMake(
  db: Database,
  { organization: { name, domains } }: DemoCompany,
): Promise<{ organization: Organization; key?: string }> {
  const made = (await listOrganizations(db)).find(
    (one) => one.name === name && domains.every((domain) => one.domains.includes(domain)),
  );
  return made ? { organization: made } : createOrganization(db, { name, domains });
}

/** Puts the CRM records in where any is missing or has another name. */
async function loadCrmRecords(db: Database, organizationId: number, records: DemoCompany['crmRecords']) {
  const stored = await listCrmRecords(db, organizationId);
  const names = new Map(stored.map((record) => [`${record.type} ${record.id}`, record.name]));
  const missing = records.filter((record) => names.get(`${record.type} ${record.id}`) !== record.name);
  if (missing.length > 0) await putCrmRecords(db, { organizationId }, missing);
}

/** Makes the signals that the organization has not, before the meetings come that they are to judge. */
async function loadSignals(db: Database, organizationId: number, signals: DemoCompany['signals']) {
  const known = new Set((await listSignals(db, organizationId)).map(({ signalName }) => signalName));
  const missing = signals.filter(({ signalName }) => !known.has(signalName));
  if (missing.length > 0) await createSignals(db, { organizationId }, missing);
  return missing.length;
}

/** Puts the users in where any is missing or differs. */
async function loadUsers(db: Database, organizationId: number, users: readonly DemoUser[]) {
  const wanted: UserInput[] = users.map(({ licenseAssignedAt, ...user }) => ({
    ...user,
    ...(licenseAssignedAt === undefined ? {} : { licenseAssignedAtMs: parseDateTime(licenseAssignedAt) }),
  }));
  const page = { limit: MAX_USERS, offset: 0 };
  const stored = await listUsers(db, organizationId, {}, page);
  const byEmail = new Map(stored.users.map((user) => [emailKey(user.email), user]));
  const missing = wanted.filter((user) => {
    const known = byEmail.get(emailKey(user.email));
    return (Object.keys(user) as (keyof UserInput)[]).some((field) => known?.[field] !== user[field]);
  });
  const counts =
    missing.length === 0 ? { created: 0, updated: 0 } : await putUsers(db, { organizationId }, missing);
  return { ...counts, unchanged: users.length - missing.length };
}

function firstSteps(
  publicUrl: string,
  key: string,
  { meetings }: DemoCompany,
  [heard]: readonly number[],
): string {
  const [first] = meetings.map(({ meeting }) => meeting.startTime).toSorted();
  return [
    `Its key, shown this once:\n\n  ${key}\n`,
    `With the service running, open ${publicUrl}/ and sign in with it` +
      (heard === undefined ? '.\n' : `; the meeting to hear: ${publicUrl}/meetings/${heard}\n`),
    `Or:\n\n  curl -H 'X-API-Key: ${key}' '${publicUrl}/v1/meetings?from=${first}&pageSize=1'\n`,
  ].join('\n');
}

function keyCommand(organizationId: number): string {
  return `parley keys create --organization ${organizationId} --name reader --scopes meetings:read,users:read,signals:read`;
}
