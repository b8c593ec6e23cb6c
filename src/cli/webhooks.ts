import type { Command } from 'commander';
import { listAttempts, OUTCOMES, presentAttempt } from '../domain/webhooks/attempts.ts';
import {
  createWebhook,
  deleteWebhook,
  type NewWebhook,
  replayAfter,
  rotateWebhook,
  updateWebhook,
} from '../domain/webhooks/manage-webhooks.ts';
import { FORMATS } from '../domain/webhooks/message.ts';
import { presentWebhook, presentWithSecret } from '../domain/webhooks/present-webhook.ts';
import { listWebhooks, readWebhook } from '../domain/webhooks/read-webhooks.ts';
import { testWebhook } from '../domain/webhooks/test-webhook.ts';
import { SIGNINGS } from '../domain/webhooks/webhook-keys.ts';
import { createWebhookEndpoint } from '../endpoints/create-webhook.ts';
import { updateWebhookEndpoint } from '../endpoints/update-webhook.ts';
import { compileBodyCheck } from '../http/check-body.ts';
import { createPostWebhook } from '../processes/post-webhook.ts';
import { chooseOrganization } from './choose-organization.ts';
import type { CliContext, Opened } from './context.ts';
import {
  choiceOf,
  type JsonOption,
  type OrganizationOption,
  repeatable,
  wholeNumber,
  withJson,
  withOrganization,
} from './options.ts';
import { json, table } from './output.ts';

const EXAMPLES = `
Examples:
  parley webhooks list
  parley webhooks add https://hooks.example.com/parley --types meeting,execution
  parley webhooks test 3`;

type Options = OrganizationOption & JsonOption;

/** The settings that are given as options. */
type SettingOptions = Options & {
  url?: string;
  types?: string[];
  signals?: string[];
  description?: string;
  format?: string;
  signing?: string;
  after?: string;
  enable?: true;
  disable?: true;
};

/** `parley webhooks list|add|show|update|remove|rotate|test|deliveries|replay` */
export function addWebhooks(program: Command, context: CliContext): void {
  const webhooks = program
    .command('webhooks')
    .description('Manage the URLs that are sent what changes in an organization.')
    .addHelpText('after', EXAMPLES);
  addReading(webhooks, context);
  addSettings(webhooks, context);
  addActions(webhooks, context);
  addDeliveries(webhooks, context);
}

/** Does `work` for the chosen organization. */
function inOrganization<Result>(
  { withDatabase }: CliContext,
  { organization }: OrganizationOption,
  work: (organizationId: number, opened: Opened) => Promise<Result>,
): Promise<Result> {
  return withDatabase(async (db, opened) => {
    const { id } = await chooseOrganization(db, organization);
    return work(id, opened);
  });
}

function addReading(webhooks: Command, context: CliContext): void {
  const { print } = context;
  withJson(withOrganization(webhooks.command('list').description('List the webhooks with their states.')))
    .addHelpText('after', '\nExample:\n  parley webhooks list --json')
    .action(async (options: Options) => {
      const found = await inOrganization(context, options, async (id, { db }) =>
        (await listWebhooks(db, id)).map((one) => presentWebhook(id, one)),
      );
      print(options.json ? json({ webhooks: found }) : overview(found));
    });
  withId(withJson(withOrganization(webhooks.command('show').description('Show everything about a webhook.'))))
    .addHelpText('after', '\nExample:\n  parley webhooks show 3')
    .action(async (id: number, options: Options) => {
      const found = await inOrganization(context, options, async (organizationId, { db }) =>
        presentWebhook(organizationId, await readWebhook(db, organizationId, id)),
      );
      print(options.json ? json(found) : details(found));
    });
}

function addSettings(webhooks: Command, context: CliContext): void {
  const { print } = context;
  withSettings(withJson(withOrganization(webhooks.command('add').description('Create a webhook.'))))
    .argument('<url>', 'the http or https URL that messages are posted to')
    .option('--signing <kind>', `how messages are signed: ${SIGNINGS.join(' or ')}`, choiceOf(SIGNINGS))
    .option('--after <cursor>', 'where it begins in the feed of changes; by default with what follows')
    .addHelpText(
      'after',
      '\nExample:\n  parley webhooks add https://hooks.example.com/parley --types meeting',
    )
    .action(async (url: string, options: SettingOptions) => {
      const wanted = compileBodyCheck(createWebhookEndpoint.body!)({
        ...settingsOf(options),
        url,
      }) as NewWebhook;
      const made = await inOrganization(context, options, async (organizationId, { db, config }) =>
        presentWithSecret(
          organizationId,
          await createWebhook(db, { organizationId }, wanted, config.fetchAllow),
        ),
      );
      print(options.json ? json(made) : `Webhook ${made.id} is made.\n\n${keyText(made)}\n`);
    });
  withId(
    withSettings(withJson(withOrganization(webhooks.command('update').description('Change a webhook.'))))
      .option('--url <url>', 'the URL that messages are posted to')
      .option('--enable', 'send messages, from where it stopped')
      .option('--disable', 'send nothing until it is enabled again'),
  )
    .addHelpText('after', '\nExample:\n  parley webhooks update 3 --disable')
    .action(async (id: number, options: SettingOptions) => {
      const changes = compileBodyCheck(updateWebhookEndpoint.body!)(
        settingsOf(options),
      ) as Partial<NewWebhook>;
      const changed = await inOrganization(context, options, async (organizationId, { db, config }) =>
        presentWebhook(
          organizationId,
          await updateWebhook(db, { organizationId }, id, changes, config.fetchAllow),
        ),
      );
      print(options.json ? json(changed) : overview([changed]));
    });
}

function addActions(webhooks: Command, context: CliContext): void {
  const { print } = context;
  withId(withOrganization(webhooks.command('remove').description('Delete a webhook with its keys.')))
    .addHelpText('after', '\nExample:\n  parley webhooks remove 3')
    .action(async (id: number, options: Options) => {
      await inOrganization(context, options, (organizationId, { db }) =>
        deleteWebhook(db, { organizationId }, id),
      );
      print(`Webhook ${id} is deleted.`);
    });
  const rotate = webhooks
    .command('rotate')
    .description('Make a new key; the earlier one signs for 24 hours more.');
  withId(withJson(withOrganization(rotate)))
    .addHelpText('after', '\nExample:\n  parley webhooks rotate 3')
    .action(async (id: number, options: Options) => {
      const made = await inOrganization(context, options, async (organizationId, { db }) =>
        presentWithSecret(organizationId, await rotateWebhook(db, { organizationId }, id)),
      );
      print(options.json ? json(made) : `Webhook ${id} has a new key.\n\n${keyText(made)}\n`);
    });
  const replay = webhooks.command('replay').description('Send everything after a cursor again.');
  withId(withOrganization(replay))
    .requiredOption('--after <cursor>', 'a cursor of the feed of changes')
    .addHelpText('after', '\nExample:\n  parley webhooks replay 3 --after x4Jm0Q1lMS4xLnpzLmxq')
    .action(async (id: number, options: Options & { after: string }) => {
      const { behind } = await inOrganization(context, options, (organizationId, { db }) =>
        replayAfter(db, { organizationId }, id, options.after),
      );
      print(`Webhook ${id} is set back: ${behind} changes follow.`);
    });
}

function addDeliveries(webhooks: Command, context: CliContext): void {
  const { print } = context;
  withId(
    withJson(
      withOrganization(webhooks.command('test').description('Send a test message and show the answer.')),
    ),
  )
    .addHelpText('after', '\nExample:\n  parley webhooks test 3')
    .action(async (id: number, options: Options) => {
      const attempt = await inOrganization(context, options, async (organizationId, { db, config, log }) => {
        const parts = { db, post: createPostWebhook(config.fetchAllow, log) };
        return presentAttempt(await testWebhook(parts, { organizationId }, id, new AbortController().signal));
      });
      print(options.json ? json(attempt) : attempts([attempt]));
      if (attempt.status === 'failed') process.exitCode = 1;
    });
  const deliveries = webhooks
    .command('deliveries')
    .description('List the attempts of the last 7 days, newest first.');
  withId(withJson(withOrganization(deliveries)))
    .option('--status <outcome>', `only those that ${OUTCOMES.join(' or ')}`, choiceOf(OUTCOMES))
    .option('--before <id>', 'only those older than this one', wholeNumber(1, Number.MAX_SAFE_INTEGER))
    .option('--limit <number>', 'how many, 20 by default', wholeNumber(1, 1000))
    .addHelpText('after', '\nExample:\n  parley webhooks deliveries 3 --status failed')
    .action(async (id: number, options: Options & DeliveryOptions) => {
      const { status, before = Number.MAX_SAFE_INTEGER, limit = 20 } = options;
      const found = await inOrganization(context, options, async (organizationId, { db }) => {
        await readWebhook(db, organizationId, id);
        return (await listAttempts(db, [organizationId, id], { status, before, limit })).map((row) =>
          presentAttempt(row),
        );
      });
      print(options.json ? json({ deliveries: found }) : attempts(found));
    });
}

type DeliveryOptions = { status?: (typeof OUTCOMES)[number]; before?: number; limit?: number };

function withId(command: Command): Command {
  const description = 'its id, as `parley webhooks list` shows it';
  return command.argument('<id>', description, wholeNumber(1, Number.MAX_SAFE_INTEGER));
}

function withSettings(command: Command): Command {
  return command
    .addOption(repeatable('--types <types>', 'the types of entities whose changes are sent; all by default'))
    .addOption(repeatable('--signals <ids>', 'only executions of these signals'))
    .option('--description <text>', 'a note for people')
    .option('--format <format>', `the form of the messages: ${FORMATS.join(' or ')}`, choiceOf(FORMATS));
}

/** The fields of a body that the options stand for. */
function settingsOf({
  url,
  types,
  signals,
  description,
  format,
  signing,
  after,
  enable,
  disable,
}: SettingOptions) {
  const enabled = enable ? true : disable ? false : undefined;
  const given = { url, types, signalIds: signals?.map(Number), description, format, signing, after, enabled };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

type Shown = ReturnType<typeof presentWebhook>;

function overview(found: readonly Shown[]): string {
  return table(
    ['ID', 'URL', 'TYPES', 'STATE', 'BEHIND', 'PENDING', 'REASON'],
    found.map(({ id, url, types, state, behind, pending, reason }) => [
      ...[id, url, types.join(','), state, `${behind}`, `${pending}`],
      reason ?? '-',
    ]),
  );
}

function details(webhook: Shown): string {
  const rows = Object.entries(webhook).filter(([, value]) => value !== undefined);
  return table(
    ['FIELD', 'VALUE'],
    rows.map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : `${value}`]),
  );
}

function keyText({ secret, publicKey }: ReturnType<typeof presentWithSecret>): string {
  return secret === undefined
    ? `The public key that verifies its messages:\n\n  ${publicKey}`
    : `The secret that signs its messages is shown this once:\n\n  ${secret}`;
}

function attempts(found: readonly ReturnType<typeof presentAttempt>[]): string {
  return table(
    ['ID', 'AT', 'TYPE', 'ENTITY', 'ATTEMPT', 'STATUS', 'HTTP', 'MS', 'ERROR'],
    found.map(({ id, at, type, entityId, attempt, status, httpStatus, ms, error }) => [
      ...[id, at, type, entityId ?? '-', `${attempt}`, status],
      ...[`${httpStatus ?? '-'}`, `${ms}`, error ?? '-'],
    ]),
  );
}
