import { csvRecord } from '../../parts/csv.ts';
import { stringifySearch } from '../../search-params.ts';
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
  ['sourceTime', ({ sourceTime }) => sourceTime],
  ['reason', ({ reason }) => reason],
  ['quote', ({ quotes }) => quotes?.[0]?.text],
  ['quoteSpeaker', ({ quotes }) => quotes?.[0]?.speaker],
  ['quoteTime', ({ quotes }) => quotes?.[0]?.timestamp],
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
  ['link', linkOf],
];

/** Opens the conversation in the console, at the first quote. */
function linkOf({ sourceType, sourceId, signalId, executionId, quotes }: Execution): string {
  const { entryIndex: entry, timestampSeconds: seconds } = quotes?.[0] ?? {};
  const path = sourceType === 'email' ? `/emails/${sourceId}` : `/meetings/${sourceId}`;
  const search = stringifySearch({
    ...(sourceType === 'email' ? { execution: executionId } : {}),
    ...(seconds === undefined ? {} : { t: Math.max(0, Math.floor(seconds)) }),
    ...{ signal: signalId, entry },
  });
  return `${window.location.origin}${path}${search}`;
}

const linesOf = (followUps: readonly { name: string; response: string }[]): string =>
  followUps.map(({ name, response }) => `${name}: ${response}`).join('\n');

/** The first line. */
export const csvHeader = (): string => csvRecord(COLUMNS.map(([name]) => name));

/** The lines of a page of executions. */
export const csvLines = (executions: readonly Execution[]): string =>
  executions.map((execution) => csvRecord(COLUMNS.map(([, cell]) => cell(execution)))).join('');
