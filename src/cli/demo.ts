import type { DemoCompany } from '@parley/demo';
import type { Command } from 'commander';
import type { Database } from '../db/database.ts';
import { inventedCompany } from '../domain/demo/invented-company.ts';
import type { LoadCounts } from '../domain/demo/load-conversations.ts';
import { type LoadRules, loadCrmRecords, loadSignals, loadUsers } from '../domain/demo/load-demo.ts';
import { type LoadedRecordings, loadRecordings } from '../domain/demo/load-recordings.ts';
import { beginLoadByHand, finishDemoLoad } from '../domain/demo/request-demo.ts';
import {
  createOrganization,
  listOrganizations,
  type Organization,
} from '../domain/organizations/create-organization.ts';
import { count } from '../lib/text.ts';
import { urlOf } from '../processes/addresses.ts';
import { chooseOrganization } from './choose-organization.ts';
import type { CliContext, Opened } from './context.ts';
import { showLoad } from './demo-conversations.ts';
import { type OrganizationOption, withOrganization } from './options.ts';

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
  const company = await inventedCompany();
  const { organization, key } =
    wanted === undefined
      ? await findOrMake(db, company)
      : { organization: await chooseOrganization(db, wanted), key: undefined };
  await beginLoadByHand(db, organization.id);
  const rules = { actor: { organizationId: organization.id }, mayUpdate: true };
  const users = await loadUsers(opened, rules, company.users);
  await loadCrmRecords(opened, rules, company.crmRecords);
  const signals = await loadSignals(opened, rules, company.signals);
  const { meetings, emails, meetingIds } = await showLoad(opened, rules, company, () =>
    complain('stopping; what is being loaded is finished first'),
  );
  const publicUrl = config.publicUrl ?? urlOf(config.host, config.apiPort);
  // Whatever fails here, the key below is shown but once.
  const recordings = await storeRecordings(opened, rules, meetingIds, publicUrl).catch((error) => {
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
  } else await finishDemoLoad(db, organization.id);
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

async function storeRecordings(
  opened: Opened,
  rules: LoadRules,
  meetingIds: ReadonlyMap<string, number>,
  publicUrl: string,
): Promise<LoadedRecordings> {
  // Loaded only here, because it brings what workers need.
  const { openBlobs } = await import('../processes/background.ts');
  const { db, queue, config, log } = opened;
  const { blobs } = await openBlobs(config, db, publicUrl, log);
  return loadRecordings({ db, queue, blobs }, rules, meetingIds);
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
