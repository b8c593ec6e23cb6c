import type { Match } from '../../domain/signals/read-matches.ts';
import { formatDay } from '../../lib/time.ts';
import { cite, citedLine, label, oneLineOf } from './lines.ts';

type Conversation = { meetingId?: number | string | null; emailId?: number | null };

/** The citation of a quote; one without a place is from the title or the subject. */
export function citeQuote(
  { meetingId, emailId }: Conversation,
  { entryIndex, timestampSeconds }: { entryIndex?: number; timestampSeconds?: number },
): string {
  if (meetingId === undefined || meetingId === null) {
    return `email:${emailId}${entryIndex === undefined ? '' : `#${entryIndex}`}`;
  }
  return entryIndex === undefined ? `meeting:${meetingId}` : cite(meetingId, entryIndex, timestampSeconds);
}

/** The conversation of a match: `meeting 12, 2026-01-31: Acme: quarterly review (Acme)`. */
export function conversationOf(match: Match): string {
  const { meetingId, emailId, atMs, title, accountName, accountId } = match;
  const kind = meetingId === null ? `email ${emailId}` : `meeting ${meetingId}`;
  const account = accountName ?? accountId;
  return `${kind}, ${formatDay(atMs)}: ${label(title)}${account === null ? '' : ` (${label(account)})`}`;
}

/** Returns a match with why it is one, and its quotes. */
export function matchLines(match: Match): string {
  const { signalName, reason, quotes } = match;
  const quoted = quotes.map((quote) => citedLine(citeQuote(match, quote), quote));
  return [`- ${label(signalName)} in ${conversationOf(match)}: ${oneLineOf(reason)}`, ...quoted].join('\n');
}
