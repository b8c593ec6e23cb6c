import { basename, extname } from 'node:path';
import type { Command } from 'commander';
import type { Static } from 'typebox';
import { putUsers, type UserInput as UserToPut } from '../domain/users/users.ts';
import { putUsersEndpoint } from '../endpoints/put-users.ts';
import { UserInput } from '../endpoints/schemas/user.ts';
import { compileBodyCheck } from '../http/check-body.ts';
import { Fault } from '../lib/faults.ts';
import { parseDateTime } from '../lib/time.ts';
import { chooseOrganization } from './choose-organization.ts';
import type { CliContext } from './context.ts';
import { readCsv } from './csv.ts';
import { type JsonOption, type OrganizationOption, withJson, withOrganization } from './options.ts';
import { count, json } from './output.ts';
import { readTextFile } from './read-text-file.ts';

/** Some hundred thousand users. All of them go in at once. */
const MAX_FILE_BYTES = 32 * 1024 * 1024;

const COLUMNS = Object.keys(UserInput.properties) as (keyof Static<typeof UserInput>)[];

const HELP = `
A CSV file has a header row that names fields of the API, in any order:
  ${COLUMNS.slice(0, 7).join(', ')},
  ${COLUMNS.slice(7).join(', ')}
Only email is required; an empty cell leaves the field as it is. A JSON file holds an array of users, or
{"users": [...]}. Users are known again by their e-mail address. All users of the file are taken, or none.

Examples:
  parley users import team.csv
  parley users import team.json --organization 2`;

/** `parley users import` */
export function addUsers(program: Command, { withDatabase, print }: CliContext): void {
  const users = program
    .command('users')
    .description('The users of an organization.')
    .addHelpText('after', '\nExample:\n  parley users import team.csv');

  withJson(withOrganization(users.command('import').description('Make or update users from a file.')))
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
  try {
    const text = await readTextFile(path, MAX_FILE_BYTES);
    const extension = extname(path).toLowerCase();
    if (extension === '.csv') return fromCsv(text);
    if (extension === '.json') return toPut(fromJson(text));
    throw new Fault('invalid', 'the name must end in .csv or .json');
  } catch (error) {
    if (error instanceof Fault) throw new Fault(error.kind, `${basename(path)}: ${error.message}`);
    throw error;
  }
}

function fromCsv(text: string): UserToPut[] {
  const rows = readCsv(text, COLUMNS, 'email');
  const users = rows.map(({ cells: { licenseAdded, ...cells } }) => ({
    ...cells,
    ...(licenseAdded === undefined ? {} : { licenseAdded: asBoolean(licenseAdded) }),
  }));
  try {
    return toPut({ users });
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const message = error.message
      .replaceAll(/\busers\[(\d+)\]\./g, (_, index: string) => `line ${rows[Number(index)]!.line}: `)
      .replaceAll(/\busers\[(\d+)\]/g, (_, index: string) => `line ${rows[Number(index)]!.line}`);
    throw new Fault(error.kind, message);
  }
}

/** Spreadsheets write TRUE; what is neither stays as it is, for the check to refuse. */
function asBoolean(cell: string): boolean | string {
  const lowerCase = cell.toLowerCase();
  return lowerCase === 'true' ? true : lowerCase === 'false' ? false : cell;
}

function fromJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? { users: value } : value;
  } catch {
    throw new Fault('invalid', 'it is not valid JSON');
  }
}

/** Checks what PUT /admin/v1/users checks. */
function toPut(body: unknown): UserToPut[] {
  const { users } = compileBodyCheck(putUsersEndpoint.body!)(body) as { users: Static<typeof UserInput>[] };
  return users.map(({ licenseAssignedAt, ...user }) => ({
    ...user,
    ...(licenseAssignedAt === undefined ? {} : { licenseAssignedAtMs: parseDateTime(licenseAssignedAt) }),
  }));
}
