import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';

/** Labels under which programs send text in any charset. */
const UNTRUSTED = new Set([
  '',
  'us-ascii',
  'ascii',
  'ansi_x3.4-1968',
  'iso-8859-1',
  'latin1',
  'windows-1252',
  'cp1252',
]);

/** The number of bytes of a page that are searched for the name of its charset, as in browsers. */
const MAX_SNIFFED_BYTES = 1024;

/** The charset that Windows assumes for text without a charset, and browsers for ISO-8859-1. */
const FALLBACK = 'windows-1252';

/**
 * Returns the charset with which a text is to be decoded. Bytes beyond ASCII that are valid UTF-8 are hardly ever
 * anything else, so they are decoded as UTF-8 if no charset is given, or one that programs write into everything.
 * @param label the charset that the part's Content-Type names, if any
 */
export function charsetOf(bytes: Uint8Array, label: string | undefined, isHtml: boolean): string {
  const given = (label ?? '').trim().toLowerCase();
  if (!UNTRUSTED.has(given)) return given;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isUtf8(text)) return text.includes('\x1b$') ? 'iso-2022-jp' : 'utf-8';
  if (given !== '') return given;
  const head = isHtml ? text.toString('latin1', 0, MAX_SNIFFED_BYTES) : '';
  return /charset\s*=\s*["']?([\w.:-]+)/i.exec(head)?.[1]?.toLowerCase() ?? FALLBACK;
}

/**
 * Returns whether the label names UTF-7 (RFC 2152), which looks like ASCII and which no decoder of the platform knows.
 */
export function isUtf7(label: string): boolean {
  return /^(?:x-)?(?:unicode-1-1-)?utf-?7$/.test(label);
}

/** Decodes UTF-7. @param text bytes of UTF-7 decoded as ASCII */
export function decodeUtf7(text: string): string {
  return text.replace(/\+([A-Za-z0-9+/]*)-?/g, (_, encoded: string) => {
    if (encoded === '') return '+';
    const bytes = Buffer.from(encoded, 'base64');
    return bytes
      .subarray(0, bytes.length - (bytes.length % 2))
      .swap16()
      .toString('utf16le');
  });
}

/**
 * Converts headers that contain raw bytes of another charset to UTF-8. The charset is that of the message's text if it
 * names one, as programs that write such headers mean it. Other messages are returned unchanged.
 */
export function withReadableHeaders(message: Buffer): Buffer {
  const end = endOfHeaders(message);
  const headers = message.subarray(0, end);
  if (isUtf8(headers)) return message;
  const label = /charset\s*=\s*"?([\w.:-]+)/i.exec(headers.toString('latin1'))?.[1];
  const decoder = decoderFor(label);
  const lines: Buffer[] = [];
  for (let start = 0; start < headers.length; ) {
    const lineEnd = headers.indexOf(0x0a, start);
    const next = lineEnd < 0 ? headers.length : lineEnd + 1;
    const line = headers.subarray(start, next);
    lines.push(isUtf8(line) ? line : Buffer.from(decoder.decode(line)));
    start = next;
  }
  return Buffer.concat([...lines, message.subarray(end)]);
}

function endOfHeaders(message: Buffer): number {
  const ends = ['\n\r\n', '\n\n'].map((blank) => message.indexOf(blank)).filter((index) => index >= 0);
  return ends.length === 0 ? message.length : Math.min(...ends) + 1;
}

function decoderFor(label: string | undefined): TextDecoder {
  const isUsable = label !== undefined && !UNTRUSTED.has(label.toLowerCase()) && !/^utf-?8$/i.test(label);
  try {
    return new TextDecoder(isUsable ? label : FALLBACK);
  } catch {
    return new TextDecoder(FALLBACK);
  }
}
