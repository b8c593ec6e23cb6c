import { htmlToText } from '../../../lib/html-text.ts';
import { charsetOf, decodeUtf7, isUtf7 } from './charsets.ts';

/**
 * A part of a parsed message. The parser's published types omit this tree, which we use because only it tells to which
 * part a text belongs. The parser's version is pinned, and the tests of text bodies would reveal a change.
 */
export type MimePart = {
  contentType: { parsed: { value: string; params: Record<string, string> }; multipart: string | false };
  contentDisposition: { parsed: { value: string } };
  /** The content after transfer decoding, before its charset is decoded. */
  content: ArrayBuffer | null;
  childNodes: MimePart[];
  /** Returns the content as text, with flowed lines joined, by the charset among the parameters. */
  getTextContent(): string;
};

/** The readable text of a part. `kind` is plain if none of it was HTML. */
type Body = { text: string; kind: 'plain' | 'html' };

/** The text of a message, and the number of its parts that are not text. */
export type TextBody = { text: string; attachments: number };

/** Returns the text of a message: its plain text if it has some, otherwise the text of its HTML. Line breaks are LF. */
export function textBodyOf(root: MimePart): TextBody {
  const found: TextBody = { text: '', attachments: 0 };
  found.text = bodyOf(root, found).text;
  return found;
}

const NOTHING: Body = { text: '', kind: 'plain' };

function bodyOf(part: MimePart, found: TextBody): Body {
  const { multipart } = part.contentType;
  if (multipart === false) return leafBody(part, found);
  // If no boundaries are found, all of the text is in the preamble.
  if (part.childNodes.length === 0) return decoded(part, false);
  const bodies = part.childNodes
    .map((child) => (isOtherRendition(child, multipart) ? NOTHING : bodyOf(child, found)))
    .map((body) => withoutBrokenBoundary(body, part.contentType.parsed.params.boundary))
    .filter(({ text }) => text !== '');
  if (bodies.length === 0) return NOTHING;
  // The last alternative is the richest, but plain text is the sender's own.
  if (multipart === 'alternative') return bodies.find(({ kind }) => kind === 'plain') ?? bodies.at(-1)!;
  const isPlain = bodies.every(({ kind }) => kind === 'plain');
  return { text: bodies.map(({ text }) => text).join('\n\n'), kind: isPlain ? 'plain' : 'html' };
}

function leafBody(part: MimePart, found: TextBody): Body {
  const kind = kindOf(part);
  if (kind !== undefined) return decoded(part, kind === 'html');
  if ((part.content?.byteLength ?? 0) > 0) found.attachments += 1;
  return NOTHING;
}

/**
 * Returns whether the part repeats the contents of its neighbours in another format, such as a calendar entry or rich
 * text.
 */
function isOtherRendition(part: MimePart, multipart: string): boolean {
  const { parsed, multipart: isNode } = part.contentType;
  const isFile = part.contentDisposition.parsed.value === 'attachment' || parsed.params.name !== undefined;
  return multipart === 'alternative' && !isNode && !isFile && kindOf(part) === undefined;
}

/** Returns undefined if the part is not readable text. A part with an invalid type is text (RFC 2045, 5.2). */
function kindOf({ contentType, contentDisposition }: MimePart): Body['kind'] | undefined {
  if (contentDisposition.parsed.value === 'attachment') return undefined;
  const type = contentType.parsed.value;
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html';
  return type === 'text/plain' || !type.includes('/') ? 'plain' : undefined;
}

function decoded(part: MimePart, isHtml: boolean): Body {
  if (part.content === null) return NOTHING;
  const { params } = part.contentType.parsed;
  const charset = charsetOf(new Uint8Array(part.content), params.charset, isHtml);
  params.charset = isUtf7(charset) ? 'us-ascii' : charset;
  const content = part.getTextContent();
  const text = isUtf7(charset) ? decodeUtf7(content) : content;
  if (isHtml) return { text: htmlToText(text), kind: 'html' };
  return { text: withoutBlankEnds(text.replaceAll('\r\n', '\n').replaceAll('\r', '\n')), kind: 'plain' };
}

/** Removes a boundary in the last line, which is not part of the text even if it is truncated. */
function withoutBrokenBoundary(body: Body, boundary: string | undefined): Body {
  const lastLine = body.text.lastIndexOf('\n') + 1;
  if (!boundary || !body.text.startsWith(`--${boundary}`, lastLine)) return body;
  return { ...body, text: body.text.slice(0, lastLine).trimEnd() };
}

/** Removes blank lines before the first word and white space after the last. */
function withoutBlankEnds(text: string): string {
  const ended = text.trimEnd();
  const start = ended.length - ended.trimStart().length;
  return ended.slice(ended.lastIndexOf('\n', start) + 1);
}
