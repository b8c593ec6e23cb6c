import type { Queries, Statement } from '../../db/database.ts';
import type { Change } from '../changes/read-changes.ts';
import type { VerifiedQuote } from '../signals/quotes.ts';

/** The most characters of a quote; Slack cuts a message of more than 40,000. */
const MAX_QUOTE_CHARACTERS = 600;

const selectQuotes: Statement = {
  name: 'select-quotes-of-executions',
  // Served by the primary keys.
  text: `select x.id, e.quotes from signal_executions x
         join signal_evaluations e
           on e.organization_id = x.organization_id and e.run_id = x.run_id and e.signal_id = x.signal_id
         where x.organization_id = $1 and x.id = any ($2::bigint[])`,
};

/** The fields of an execution, as the API shows it, that the text needs. */
type Execution = {
  signalId: number;
  signalName: string;
  sourceType: 'meeting' | 'email';
  sourceId: number | string;
  sourceTitle: string;
  reason: string;
  crmAccountName?: string;
  crmAccountId?: string;
};

/**
 * Renders matches of signals as messages for an incoming webhook of Slack: the signal, the conversation with a link to the
 * moment, the account and the first quote.
 * @param publicUrl the beginning of links to the console, without a slash at the end
 * @param dataOf the executions as JSON texts
 * @returns undefined for an execution that is gone
 */
export async function renderSlack(
  db: Queries,
  { organizationId, publicUrl }: { organizationId: number; publicUrl: string },
  changes: readonly Change[],
  dataOf: (change: Change) => string | undefined,
): Promise<(change: Change) => string | undefined> {
  type Row = { id: number; quotes: VerifiedQuote[] };
  const ids = changes.map(({ id }) => id);
  const rows = await db.query<Row>(selectQuotes, [organizationId, ids]);
  const quoteOf = new Map(rows.map(({ id, quotes }) => [id, quotes[0]]));
  return (change) => {
    const data = dataOf(change);
    if (data === undefined) return undefined;
    return JSON.stringify({
      text: textOf(publicUrl, JSON.parse(data) as Execution, change.id, quoteOf.get(change.id)),
    });
  };
}

function textOf(
  publicUrl: string,
  execution: Execution,
  executionId: number,
  quote: VerifiedQuote | undefined,
): string {
  const { signalId, signalName, sourceType, sourceId, sourceTitle, crmAccountName, crmAccountId } = execution;
  const place = new URLSearchParams({ signal: `${signalId}` });
  if (sourceType === 'email') place.set('execution', `${executionId}`);
  if (quote?.entryIndex !== undefined) place.set('entry', `${quote.entryIndex}`);
  const path = sourceType === 'email' ? 'emails' : 'meetings';
  const link = `<${publicUrl}/${path}/${sourceId}?${place}|${inLink(sourceTitle)}>`;
  const account = crmAccountName ?? crmAccountId;
  const lines = [
    `*${escapeSlack(oneLine(signalName))}* in ${link}`,
    ...(account === undefined ? [] : [`Account: ${escapeSlack(oneLine(account))}`]),
    `> ${quote ? quoteText(quote) : escapeSlack(oneLine(execution.reason))}`,
  ];
  return lines.join('\n');
}

function quoteText({ text, speaker }: VerifiedQuote): string {
  const said = escapeSlack(shortened(oneLine(text)));
  return speaker === undefined ? said : `${escapeSlack(oneLine(speaker))}: ${said}`;
}

/** A vertical line ends the URL of a link, and is not escaped by anything. */
const inLink = (text: string) => escapeSlack(oneLine(text)).replaceAll('|', '¦') || 'Untitled';

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

function shortened(text: string): string {
  if (text.length <= MAX_QUOTE_CHARACTERS) return text;
  return `${text.slice(0, MAX_QUOTE_CHARACTERS).toWellFormed()}…`;
}

/** Escapes the three control characters of Slack, so that no text can mention people or make links. */
function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
