import { decodeLeniently, decodeText, decodeTextOrWindows1252 } from '../../../lib/decode-text.ts';
import { Fault } from '../../../lib/faults.ts';
import { listInWords } from '../../../lib/text.ts';
import { fileExtensions, fileFormats, formatsForName } from '../formats/index.ts';
import type { ParsedMeetings, ParsedTranscript } from '../formats/types.ts';

/** A file whose format is known. */
export type RecognisedFile = {
  /** The name of its format. */
  format: string;
  /** Messages about the reading of its bytes. */
  notes: string[];
  /** Reads the content. @throws TranscriptFormatError if it is malformed */
  parse(): Parsed | Promise<Parsed>;
};

type Parsed = ParsedTranscript | ParsedMeetings;

/**
 * Recognises the format of a file by its content. If no format recognises it and the name's ending belongs to one format
 * only, that format reads it, because it knows best what is missing.
 * @throws Fault 400, worded to follow the file's name and a colon, if there is no format for it
 */
export function openFile(path: string, bytes: Uint8Array): RecognisedFile {
  for (const format of fileFormats) {
    if (format.reads === 'bytes' && format.recognises(bytes)) return opened(format, bytes);
  }
  const { text, note } = decodeTextOrWindows1252(bytes);
  for (const format of fileFormats) {
    if (format.reads !== 'bytes' && format.recognises(text)) return opened(format, text, note);
  }
  // Bytes that are in no encoding of text that files declare are text only if a format recognises it.
  if (note !== undefined) decodeText(bytes);
  const [only, ...others] = formatsForName(path);
  if (only === undefined) {
    throw new Fault('invalid', `only ${listInWords(fileExtensions, 'and')} files can be imported`);
  }
  if (others.length === 0) return only.reads === 'bytes' ? opened(only, bytes) : opened(only, text);
  const names = listInWords(
    [only, ...others].map(({ name }) => name),
    'or',
  );
  throw new Fault('invalid', `its content is in no known format; such a file contains ${names}`);
}

/** The bytes at the beginning of a file by which {@link isInTextFormat} recognises its format. */
export const BYTES_TO_RECOGNISE = 65_536;

/** Returns whether a format of texts recognises the beginning of a file. */
export function isInTextFormat(beginning: Uint8Array): boolean {
  // The beginning may end within a character.
  const text = decodeLeniently(beginning);
  return fileFormats.some((format) => format.reads !== 'bytes' && format.recognises(text));
}

type Readable<Content> = { name: string; parse(content: Content): Parsed | Promise<Parsed> };

function opened<Content>(format: Readable<Content>, content: Content, note?: string): RecognisedFile {
  return {
    format: format.name,
    notes: note === undefined ? [] : [note],
    parse: () => format.parse(content),
  };
}
