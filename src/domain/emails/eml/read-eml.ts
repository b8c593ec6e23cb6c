import PostalMime, { addressParser, type Email } from 'postal-mime';
import { isEmail, isStorableText, toStorableText } from '../../../lib/text.ts';
import type { Mailbox } from '../incoming-email.ts';
import { withReadableHeaders } from './charsets.ts';
import { parseMailDate } from './mail-date.ts';
import { type MimePart, textBodyOf } from './text-body.ts';

/** The contents of an e-mail's file, without the parts that are missing or unreadable. */
export type ReadEml = {
  messageId?: string;
  subject: string;
  sentMs?: number;
  /**
   * The time at which the first server received it, by that server's clock: not before it was sent, and most likely
   * soon afterwards.
   */
  receivedMs?: number;
  from?: Mailbox;
  to: Mailbox[];
  cc: Mailbox[];
  text: string;
  /** Sentences for the user that say which parts were malformed or omitted, and how they were handled. */
  warnings: string[];
};

/** The limits for the contents: those of the operation that ingests e-mails. */
export type EmlBounds = {
  maxSubjectLength: number;
  maxNameLength: number;
  maxRecipients: number;
  maxMessageIdLength: number;
};

/**
 * The error that the file cannot be read as an e-mail at all; the message says why, worded to follow the file's name
 * and a colon.
 */
export class EmlError extends Error {
  override name = 'EmlError';
}

/** The deepest nesting that is parsed; forwarded messages are nested less deeply. */
const MAX_PART_DEPTH = 50;
const MAX_HEADERS_BYTES = 1024 * 1024;

/** Attachments of 25 MiB have half as many. For each line that is not base64, the parser needs a kilobyte and 8 µs. */
const MAX_LINES = 1_000_000;

/**
 * Reads an e-mail (RFC 5322 and MIME) from the bytes of its file, even if it is malformed.
 * @throws EmlError if nothing can be read
 */
export async function readEml(bytes: Buffer, bounds: EmlBounds): Promise<ReadEml> {
  const { email, root } = await parse(bytes);
  const warnings: string[] = [];
  const storable = (text: string, what: string) => {
    if (!isStorableText(text))
      warnings.push(`its ${what} had characters that cannot be stored; they are removed`);
    return toStorableText(text);
  };
  const { text, attachments } = textBodyOf(root);
  if (attachments > 0)
    warnings.push(`${attachments} ${attachments === 1 ? 'attachment is' : 'attachments are'} not kept`);
  const [from] = [...mailboxes(email, 'from', bounds), ...mailboxes(email, 'sender', bounds)].filter(
    isMailbox,
  );
  return {
    messageId: messageIdOf(email, bounds, warnings),
    subject: subjectOf(email, bounds, warnings, storable),
    sentMs: sentMsOf(email, warnings),
    receivedMs: receivedMsOf(email),
    from,
    to: recipients(email, 'to', bounds, warnings),
    cc: recipients(email, 'cc', bounds, warnings),
    text: storable(text, 'text'),
    warnings,
  };
}

async function parse(bytes: Buffer): Promise<{ email: Email; root: MimePart }> {
  if (hasMoreLines(bytes, MAX_LINES)) throw new EmlError(`it has more than ${MAX_LINES} lines`);
  // Forwarded messages count as attachments, so they need not be parsed.
  const parser = new PostalMime({
    forceRfc822Attachments: true,
    maxNestingDepth: MAX_PART_DEPTH,
    maxHeadersSize: MAX_HEADERS_BYTES,
  });
  try {
    const email = await parser.parse(withReadableHeaders(withoutBlankStart(bytes)));
    return { email, root: (parser as unknown as { root: MimePart }).root };
  } catch (error) {
    throw new EmlError(`it cannot be read as an e-mail: ${(error as Error).message}`, { cause: error });
  }
}

function hasMoreLines(bytes: Buffer, max: number): boolean {
  let lines = 0;
  for (let at = bytes.indexOf(0x0a); at >= 0 && lines <= max; at = bytes.indexOf(0x0a, at + 1)) lines += 1;
  return lines > max;
}

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** Removes a byte order mark and blank lines before the headers, which would otherwise be taken for text. */
function withoutBlankStart(bytes: Buffer): Buffer {
  let start = bytes.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0;
  while (bytes[start] === 0x0a || bytes[start] === 0x0d) start += 1;
  return bytes.subarray(start);
}

function header(email: Email, key: string): string | undefined {
  return email.headers.find((one) => one.key === key)?.value;
}

function messageIdOf(email: Email, bounds: EmlBounds, warnings: string[]): string | undefined {
  const value = header(email, 'message-id') ?? '';
  const id = toStorableText(/<[^<>\s]+>/.exec(value)?.[0] ?? value.trim());
  if (id.length <= bounds.maxMessageIdLength) return id === '' ? undefined : id;
  warnings.push('its Message-ID is too long to be one; it is left out');
  return undefined;
}

function subjectOf(
  email: Email,
  { maxSubjectLength }: EmlBounds,
  warnings: string[],
  storable: (text: string, what: string) => string,
): string {
  const subject = storable(email.subject ?? '', 'subject')
    .replace(/\s+/g, ' ')
    .trim();
  if (subject.length <= maxSubjectLength) return subject;
  warnings.push(`its subject has ${subject.length} characters; the first ${maxSubjectLength} are kept`);
  return clipped(subject, maxSubjectLength);
}

function sentMsOf(email: Email, warnings: string[]): number | undefined {
  const own = parseMailDate(header(email, 'date') ?? '');
  if (own && !own.isZoneKnown) warnings.push('its Date has no zone that can be read; UTC is taken');
  return own?.ms;
}

function receivedMsOf(email: Email): number | undefined {
  const received = email.headers.findLast(({ key }) => key === 'received')?.value ?? '';
  return parseMailDate(received.slice(received.lastIndexOf(';') + 1))?.ms;
}

type Found = { email: string; name?: string };

/** Returns all mailboxes in the headers of the name, including those in groups, unchecked. */
function mailboxes(email: Email, key: string, { maxNameLength }: EmlBounds): Found[] {
  const values = email.headers.filter((one) => one.key === key && one.value !== '').map(({ value }) => value);
  return values.flatMap((value) =>
    addressParser(value, { flatten: true }).map((one) => {
      const address = toStorableText(one.address ?? '').replace(/^[\s<"']+|[\s>"',;.]+$/g, '');
      const name = clipped(
        toStorableText(one.name ?? '')
          .replace(/\s+/g, ' ')
          .trim(),
        maxNameLength,
      );
      return name === '' || name === address ? { email: address } : { email: address, name };
    }),
  );
}

function isMailbox({ email }: Found): boolean {
  return isEmail(email);
}

function recipients(email: Email, key: 'to' | 'cc', bounds: EmlBounds, warnings: string[]): Mailbox[] {
  const all = mailboxes(email, key, bounds);
  const valid = all.filter(isMailbox);
  const named = all.filter(({ email: address, name }) => address !== '' || name !== undefined);
  const lost = named.length - valid.length;
  if (lost > 0)
    warnings.push(
      `${lost} of those in its ${key} header ${lost === 1 ? 'has' : 'have'} no e-mail address; left out`,
    );
  if (valid.length <= bounds.maxRecipients) return valid;
  warnings.push(
    `its ${key} header has ${valid.length} recipients; the first ${bounds.maxRecipients} are kept`,
  );
  return valid.slice(0, bounds.maxRecipients);
}

/** Shortens a text to a length without splitting a surrogate pair. */
function clipped(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '');
}
