import type { Command } from 'commander';
import {
  createOrganization,
  listOrganizations,
  type NewOrganization,
} from '../domain/organizations/create-organization.ts';
import { createOrganizationEndpoint } from '../endpoints/create-organization.ts';
import { compileBodyCheck } from '../http/check-body.ts';
import type { CliContext } from './context.ts';
import { type JsonOption, repeatable, withJson } from './options.ts';
import { json, table } from './output.ts';

const EXAMPLES = `
Examples:
  parley organizations list
  parley organizations create --name 'Acme' --domain acme.example --domain acme.test
  parley organizations create --name 'Acme' --json | jq -r .key`;

/** `parley organizations list|create` */
export function addOrganizations(program: Command, { withDatabase, print }: CliContext): void {
  const organizations = program
    .command('organizations')
    .description('List and create the tenants of this installation.')
    .addHelpText('after', EXAMPLES);

  withJson(organizations.command('list').description('List the organizations.'))
    .addHelpText('after', '\nExample:\n  parley organizations list --json')
    .action(async ({ json: asJson }: JsonOption) => {
      const all = await withDatabase((db) => listOrganizations(db));
      if (asJson) return print(json({ organizations: all }));
      print(
        table(
          ['ID', 'NAME', 'DOMAINS'],
          all.map(({ id, name, domains }) => [`${id}`, name, domains.join(', ')]),
        ),
      );
    });

  withJson(organizations.command('create').description('Create an organization and its first key.'))
    .requiredOption('--name <name>', 'its name')
    .addOption(
      repeatable(
        '--domain <domain>',
        'an e-mail domain of its own people, who count as internal; repeatable',
      ),
    )
    .addHelpText(
      'after',
      "\nThe key has every scope except operator and is printed only once.\n\nExample:\n  parley organizations create --name 'Acme' --domain acme.example",
    )
    .action(async (options: JsonOption & { name: string; domain?: string[] }) => {
      const check = compileBodyCheck(createOrganizationEndpoint.body!);
      const wanted = check({ name: options.name, domains: options.domain ?? [] }) as NewOrganization;
      const { organization, key } = await withDatabase((db) => createOrganization(db, wanted));
      if (options.json) return print(json({ ...organization, key }));
      print(`Organization ${organization.id} (${organization.name}) is made.`);
      print(`Its first key, shown this once:\n\n  ${key}\n`);
    });
}
