import { csvRecord } from '../../parts/csv.ts';
import type { Execution } from './queries.ts';

/** Bytes that tell spreadsheets that the file is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

type Cell = string | number | undefined;

/** The columns of the CSV, by their names in the API. */
const COLUMNS: readonly [name: string, cell: (execution: Execution) => Cell][] = [
  ['executionId', ({ executionId }) => executionId],
  ['triggeredAt', ({ triggeredAt }) => triggeredAt],
  ['signalId', ({ signalId }) => signalId],
  ['signalName', ({ signalName }) => signalName],
  ['sourceType', ({ sourceType }) => sourceType],
  ['sourceId', ({ sourceId }) => sourceId],
  ['sourceTitle', ({ sourceTitle }) => sourceTitle],
  ['reason', ({ reason }) => reason],
  ['followUps', ({ followUpPrompts = [] }) => linesOf(followUpPrompts)],
  ['hostEmail', ({ hostEmail }) => hostEmail],
  ['attendeeEmails', ({ attendeeEmails }) => attendeeEmails.join('; ')],
  ['crmAccountId', ({ crmAccountId }) => crmAccountId],
  ['crmAccountName', ({ crmAccountName }) => crmAccountName],
  ['crmOpportunityId', ({ crmOpportunityId }) => crmOpportunityId],
  ['crmOpportunityName', ({ crmOpportunityName }) => crmOpportunityName],
  ['crmLeadId', ({ crmLeadId }) => crmLeadId],
  ['crmLeadName', ({ crmLeadName }) => crmLeadName],
  ['prompt', ({ prompt }) => prompt],
];

const linesOf = (followUps: readonly { name: string; response: string }[]): string =>
  followUps.map(({ name, response }) => `${name}: ${response}`).join('\n');

/** The first line. */
export const csvHeader = (): string => csvRecord(COLUMNS.map(([name]) => name));

/** The lines of a page of executions. */
export const csvLines = (executions: readonly Execution[]): string =>
  executions.map((execution) => csvRecord(COLUMNS.map(([, cell]) => cell(execution)))).join('');
