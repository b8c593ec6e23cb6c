import type { Command } from 'commander';
import { type CrmRecord, putCrmRecords } from '../domain/crm/crm-records.ts';
import { putCrmRecordsEndpoint } from '../endpoints/put-crm-records.ts';
import { count } from '../lib/text.ts';
import { readBodyFile } from './body-file.ts';
import { chooseOrganization } from './choose-organization.ts';
import type { CliContext } from './context.ts';
import { type JsonOption, type OrganizationOption, withJson, withOrganization } from './options.ts';
import { json } from './output.ts';

const COLUMNS = ['type', 'id', 'name', 'domains'] as const;

const HELP = `
A CSV file has a header row that names the columns, in any order: ${COLUMNS.join(', ')}. type is ACCOUNT,
OPPORTUNITY, LEAD or CASE; domains, for accounts only, are separated by spaces. A JSON file contains an array of
records, or {"records": [...]}. Existing records are identified by type and id. Either all records of the file are
imported, or none.

Examples:
  parley crm import accounts.csv
  parley crm import records.json --organization 2`;

/** `parley crm import` */
export function addCrm(program: Command, { withDatabase, print }: CliContext): void {
  const crm = program
    .command('crm')
    .description('Import the names of CRM records.')
    .addHelpText('after', '\nExample:\n  parley crm import accounts.csv');

  withJson(withOrganization(crm.command('import').description('Create or update CRM records from a file.')))
    .argument('<file>', 'a .csv or .json file')
    .addHelpText('after', HELP)
    .action(async (file: string, options: OrganizationOption & JsonOption) => {
      const records = await readBodyFile<CrmRecord, (typeof COLUMNS)[number]>(file, {
        list: 'records',
        columns: COLUMNS,
        required: 'id',
        fieldValue: (column, cell) => (column === 'domains' ? cell.split(/\s+/).filter(Boolean) : cell),
        body: putCrmRecordsEndpoint.body!,
      });
      const counts = await withDatabase(async (db) => {
        const { id } = await chooseOrganization(db, options.organization);
        return putCrmRecords(db, { organizationId: id }, records);
      });
      if (options.json) return print(json(counts));
      print(`${count(records.length, 'record')}: ${counts.created} created, ${counts.updated} updated.`);
    });
}
