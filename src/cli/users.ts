import type { Command } from 'commander';
import type { Static } from 'typebox';
import { putUsers, type UserInput as UserToPut } from '../domain/users/users.ts';
import { putUsersEndpoint } from '../endpoints/put-users.ts';
import { UserInput } from '../endpoints/schemas/user.ts';
import { count } from '../lib/text.ts';
import { parseDateTime } from '../lib/time.ts';
import { readBodyFile } from './body-file.ts';
import { chooseOrganization } from './choose-organization.ts';
import type { CliContext } from './context.ts';
import { type JsonOption, type OrganizationOption, withJson, withOrganization } from './options.ts';
import { json } from './output.ts';

const COLUMNS = Object.keys(UserInput.properties) as (keyof Static<typeof UserInput>)[];

const HELP = `
A CSV file has a header row that names fields of the API, in any order:
  ${COLUMNS.slice(0, 7).join(', ')},
  ${COLUMNS.slice(7).join(', ')}
Only email is required; an empty cell leaves the field unchanged. A JSON file contains an array of users, or
{"users": [...]}. Existing users are identified by their e-mail address. Either all users of the file are imported, or none.

Examples:
  parley users import team.csv
  parley users import team.json --organization 2`;

/** `parley users import` */
export function addUsers(program: Command, { withDatabase, print }: CliContext): void {
  const users = program
    .command('users')
    .description('Import the users of an organization.')
    .addHelpText('after', '\nExample:\n  parley users import team.csv');

  withJson(withOrganization(users.command('import').description('Create or update users from a file.')))
    .argument('<file>', 'a .csv or .json file')
    .addHelpText('after', HELP)
    .action(async (file: string, options: OrganizationOption & JsonOption) => {
      const given = await readUsers(file);
      const counts = await withDatabase(async (db) => {
        const { id } = await chooseOrganization(db, options.organization);
        return putUsers(db, { organizationId: id }, given);
      });
      if (options.json) return print(json(counts));
      print(`${count(given.length, 'user')}: ${counts.created} created, ${counts.updated} updated.`);
    });
}

/** @throws Fault that names the file, and every fault in it */
async function readUsers(path: string): Promise<UserToPut[]> {
  const users = await readBodyFile<Static<typeof UserInput>, keyof Static<typeof UserInput>>(path, {
    list: 'users',
    columns: COLUMNS,
    required: 'email',
    fieldValue: (column, cell) => (column === 'licenseAdded' ? asBoolean(cell) : cell),
    body: putUsersEndpoint.body!,
  });
  return users.map(({ licenseAssignedAt, ...user }) => ({
    ...user,
    ...(licenseAssignedAt === undefined ? {} : { licenseAssignedAtMs: parseDateTime(licenseAssignedAt) }),
  }));
}

/** Spreadsheets write TRUE; what is neither stays as it is, for the check to refuse. */
function asBoolean(cell: string): boolean | string {
  const lowerCase = cell.toLowerCase();
  return lowerCase === 'true' ? true : lowerCase === 'false' ? false : cell;
}
