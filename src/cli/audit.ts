import type { Command } from 'commander';
import { type AuditRecord, listAudit } from '../domain/audit/list-audit.ts';
import { formatDateTime } from '../lib/time.ts';
import { chooseOrganization } from './choose-organization.ts';
import type { CliContext } from './context.ts';
import {
  type JsonOption,
  type OrganizationOption,
  wholeNumber,
  withJson,
  withOrganization,
} from './options.ts';
import { json, table } from './output.ts';

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 10_000;

/** `parley audit list` */
export function addAudit(program: Command, { withDatabase, print }: CliContext): void {
  const audit = program
    .command('audit')
    .description('Who changed what in an organization.')
    .addHelpText('after', '\nExample:\n  parley audit list --limit 100');

  withJson(withOrganization(audit.command('list').description('List the changes, newest first.')))
    .option('--limit <number>', 'how many', wholeNumber(1, MAX_LIMIT), DEFAULT_LIMIT)
    .addHelpText(
      'after',
      '\nExample:\n  parley audit list --limit 1000 --json | jq \'.records[] | select(.action == "key.create")\'',
    )
    .action(async (options: OrganizationOption & JsonOption & { limit: number }) => {
      const records = await withDatabase(async (db) => {
        const { id } = await chooseOrganization(db, options.organization);
        return (await listAudit(db, id, options.limit)).map(present);
      });
      if (options.json) return print(json({ records }));
      print(
        table(
          ['TIME', 'BY', 'ACTION', 'SUBJECT', 'DETAIL'],
          records.map(({ at, keyId, action, subject, detail }) => [
            at,
            keyId === undefined ? 'command line' : `key ${keyId}`,
            action,
            subject,
            JSON.stringify(detail),
          ]),
        ),
      );
    });
}

function present({ id, at, actorKeyId, requestId, action, subject, detail }: AuditRecord) {
  return {
    id,
    at: formatDateTime(at),
    keyId: actorKeyId ?? undefined,
    requestId: requestId ?? undefined,
    action,
    subject,
    detail,
  };
}
