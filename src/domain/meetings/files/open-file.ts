import { decodeLeniently, decodeText, decodeTextOrWindows1252 } from '../../../lib/decode-text.ts';
import { Fault } from '../../../lib/faults.ts';
import { listInWords } from '../../../lib/text.ts';
import { fileFormats, formatsForName } from '../formats/index.ts';
import type { ParsedMeetings, ParsedTranscript } from '../formats/types.ts';
import { isAnyArchive } from './open-archive.ts';

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
  if (bytes.length === 0) throw new Fault('invalid', 'the file is empty');
  const { text, note } = decodeTextOrWindows1252(bytes);
  for (const format of fileFormats) {
    if (format.reads !== 'bytes' && format.recognises(text)) return opened(format, text, note);
  }
  // Bytes that are in no encoding of text that files declare are text only if a format recognises it.
  if (note !== undefined) decodeText(bytes);
  if (isAnyArchive(path)) throw new Fault('invalid', 'only ZIP archives are opened; unpack it');
  if (path.toLowerCase().endsWith('.eml')) {
    throw new Fault('invalid', 'an e-mail is imported by parley import, or ingested by the receiver');
  }
  const [only, ...others] = formatsForName(path);
  if (only !== undefined && others.length === 0) {
    return only.reads === 'bytes' ? opened(only, bytes) : opened(only, text);
  }
  const candidates = only === undefined ? fileFormats : [only, ...others];
  const names = listInWords(
    candidates.map(({ name }) => name),
    'or',
  );
  const what = only === undefined ? 'a file that can be imported' : 'such a file';
  throw new Fault('invalid', `its content is in no known format; ${what} contains ${names}`);
}

/** The endings that all kinds of texts have. */
const TEXT_EXTENSIONS = ['.txt', '.md'];

/** Returns true if only the content of a file tells whether it is a transcript, because its ending is that of any text. */
export function isAnyText(name: string): boolean {
  return TEXT_EXTENSIONS.some((extension) => name.toLowerCase().endsWith(extension));
}

/** Returns whether a file is in a format of bytes, such as a document, by its content or by the ending of its name. */
export function isInByteFormat(path: string, bytes: Uint8Array): boolean {
  const ofName = formatsForName(path);
  return fileFormats.some(
    (format) => format.reads === 'bytes' && (ofName.includes(format) || format.recognises(bytes)),
  );
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
