import type { Command } from 'commander';
import { type AuditRecord, listAudit } from '../domain/audit/list-audit.ts';
import { formatDateTime } from '../lib/time.ts';
import { chooseOrganization } from './choose-organization.ts';
import { type CliContext, UsageError } from './context.ts';
import { addDefaultList } from './default-list.ts';
import {
  type JsonOption,
  moment,
  type OrganizationOption,
  wholeNumber,
  withJson,
  withOrganization,
} from './options.ts';
import { json, table } from './output.ts';

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 10_000;

/** The filters of the list; times are milliseconds since the epoch. */
type FilterOptions = { actor?: number; action?: string; from?: number; to?: number };

/** `parley audit [list]` */
export function addAudit(program: Command, { withDatabase, print }: CliContext): void {
  const audit = program
    .command('audit')
    .description('Show who changed what in an organization.')
    .addHelpText('after', '\nExample:\n  parley audit list --limit 100');

  withJson(withOrganization(addDefaultList(audit).description('List the changes, newest first.')))
    .option('--limit <number>', 'the number of records', wholeNumber(1, MAX_LIMIT), DEFAULT_LIMIT)
    .option(
      '--actor <key id>',
      'only changes made with this key of the organization',
      wholeNumber(1, Number.MAX_SAFE_INTEGER),
    )
    .option('--action <action>', 'only this action, such as meeting.restore')
    .option('--from <time>', 'only records from this time', moment)
    .option('--to <time>', 'only records up to this time', moment)
    .addHelpText(
      'after',
      '\nExample:\n  parley audit list --action key.create --from 2026-01-31 --limit 1000',
    )
    .action(async (options: OrganizationOption & JsonOption & FilterOptions & { limit: number }) => {
      const { actor, action, from: fromMs, to: toMs } = options;
      if (fromMs !== undefined && toMs !== undefined && toMs < fromMs) {
        throw new UsageError('--to must not be before --from');
      }
      const filter = { actor, action, fromMs, toMs };
      const records = await withDatabase(async (db) => {
        const { id } = await chooseOrganization(db, options.organization);
        return (await listAudit(db, id, filter, options.limit)).map(present);
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
