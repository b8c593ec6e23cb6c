import type { Command } from 'commander';
import { createKey, listKeys } from '../domain/keys/manage-keys.ts';
import { presentKey } from '../domain/keys/present-key.ts';
import { revokeKey } from '../domain/keys/revoke-key.ts';
import { SCOPES, type Scope } from '../domain/keys/scopes.ts';
import { createKeyEndpoint } from '../endpoints/create-key.ts';
import { compileBodyCheck } from '../http/check-body.ts';
import { chooseOrganization } from './choose-organization.ts';
import type { CliContext } from './context.ts';
import {
  type JsonOption,
  listOf,
  moment,
  type OrganizationOption,
  wholeNumber,
  withJson,
  withOrganization,
} from './options.ts';
import { json, table } from './output.ts';

const EXAMPLES = `
Examples:
  parley keys list
  parley keys create --name 'Warehouse sync' --scopes meetings:read,users:read
  parley keys create --name 'Trial' --scopes ingest:write --expires-at 2026-12-31
  parley keys revoke 7 --organization 2
  parley keys revoke 7 --cascade`;

/** The API refuses what leads here; the operator at the command line may have a reason. */
const NO_ADMIN =
  'warning: the organization has no working key with the scope admin any more; ' +
  'create one with `parley keys create`';

/** `parley keys list|create|revoke` */
export function addKeys(program: Command, context: CliContext): void {
  const keys = program
    .command('keys')
    .description('Manage the API keys of an organization.')
    .addHelpText('after', EXAMPLES);
  addList(keys, context);
  addCreate(keys, context);
  addRevoke(keys, context);
}

function addList(keys: Command, { withDatabase, print }: CliContext): void {
  withJson(withOrganization(keys.command('list').description('List the keys, including revoked ones.')))
    .addHelpText('after', '\nExample:\n  parley keys list --json')
    .action(async (options: OrganizationOption & JsonOption) => {
      const rows = await withDatabase(async (db) => {
        const { id } = await chooseOrganization(db, options.organization);
        return (await listKeys(db, id)).map(presentKey);
      });
      if (options.json) return print(json({ keys: rows }));
      print(
        table(
          ['ID', 'NAME', 'SCOPES', 'CREATED BY', 'CREATED', 'EXPIRES', 'REVOKED', 'LAST USED'],
          rows.map((key) => [
            `${key.id}`,
            key.name,
            key.scopes.join(','),
            key.createdBy === undefined ? '-' : `key ${key.createdBy}`,
            key.createdAt,
            key.expiresAt ?? '-',
            key.revokedAt ?? '-',
            key.lastUsedAt ?? '-',
          ]),
        ),
      );
    });
}

function addCreate(keys: Command, { withDatabase, print }: CliContext): void {
  type Options = OrganizationOption & JsonOption & { name: string; scopes: Scope[]; expiresAt?: number };
  withJson(withOrganization(keys.command('create').description('Create a key. It is printed only once.')))
    .requiredOption('--name <name>', 'the purpose of the key')
    .requiredOption(
      '--scopes <scopes>',
      `its scopes, separated by commas: ${SCOPES.join(', ')}`,
      listOf(SCOPES),
    )
    .option('--expires-at <time>', 'when it expires: a date (00:00 UTC), or a date-time with a zone', moment)
    .addHelpText(
      'after',
      "\nExample:\n  parley keys create --name 'Warehouse sync' --scopes meetings:read,users:read --json | jq -r .key",
    )
    .action(async ({ organization, json: asJson, name, scopes, expiresAt }: Options) => {
      compileBodyCheck(createKeyEndpoint.body!)({ name, scopes });
      const { row, key } = await withDatabase(async (db) => {
        const { id } = await chooseOrganization(db, organization);
        return createKey(db, { organizationId: id }, { name, scopes, expiresAtMs: expiresAt });
      });
      if (asJson) return print(json({ ...presentKey(row), key }));
      print(`Key ${row.id} (${row.name}) is made; it is shown this once:\n\n  ${key}\n`);
    });
}

function addRevoke(keys: Command, { withDatabase, print, complain }: CliContext): void {
  withOrganization(keys.command('revoke').description('Revoke a key immediately and permanently.'))
    .argument('<id>', 'its id, as `parley keys list` shows it', wholeNumber(1, Number.MAX_SAFE_INTEGER))
    .option('--cascade', 'also revoke every key that was created with it, directly or through other keys')
    .addHelpText('after', '\nExample:\n  parley keys revoke 7')
    .action(async (id: number, { organization, cascade }: OrganizationOption & { cascade?: true }) => {
      const { revoked, hasAdmin } = await withDatabase(async (db) => {
        const { id: organizationId } = await chooseOrganization(db, organization);
        return revokeKey(db, { organizationId }, id, { cascade: cascade ?? false });
      });
      for (const one of revoked) print(`Key ${one.id} is revoked.`);
      if (!hasAdmin) complain(NO_ADMIN);
    });
}
