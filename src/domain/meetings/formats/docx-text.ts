import type { Readable } from 'node:stream';
import sax from 'sax';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { TranscriptFormatError } from './types.ts';

/** A transcript of a day has some MiB of XML; this many bytes are read in a second or two. */
const MAX_XML_BYTES = 32 * 1024 * 1024;
/** A document has some dozens of parts. */
const MAX_PARTS = 4096;
const MAX_DEPTH = 256;

const LOCAL_HEADER = 0x04034b50;
const END_OF_DIRECTORY = Buffer.from('PK\x05\x06', 'latin1');
const MAIN_PART = /^word\/document\d*\.xml$/;
const MAIN_PART_BEGINNING = 'word/document';
/** Names of parts stand at the beginning too, where a document that was cut off still has them. */
const BYTES_OF_FIRST_NAMES = 65_536;

/** Elements whose content is no text of the document, by their local names. */
const SILENT = new Set([
  ...['pPr', 'rPr', 'sectPr', 'tblPr', 'trPr', 'tcPr'],
  ...['drawing', 'pict', 'object', 'Fallback', 'delText', 'instrText', 'delInstrText'],
]);
const AS_CHARACTERS = new Map(Object.entries({ br: '\n', cr: '\n', tab: '\t', noBreakHyphen: '-' }));

/** Returns whether the bytes are a ZIP archive with the parts of a Word document, even one that was cut off. */
export function isWordArchive(bytes: Uint8Array): boolean {
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (archive.length < 4 || archive.readUInt32LE(0) !== LOCAL_HEADER) return false;
  const end = archive.lastIndexOf(END_OF_DIRECTORY);
  // The directory names the archive's own files; a document inside another archive stands before it.
  const directoryFrom = end === -1 || end + 20 > archive.length ? undefined : archive.readUInt32LE(end + 16);
  const names =
    directoryFrom === undefined
      ? archive.subarray(0, BYTES_OF_FIRST_NAMES)
      : archive.subarray(directoryFrom, end);
  return names.includes(MAIN_PART_BEGINNING);
}

/**
 * Returns the text of a Word document: a line for each paragraph and line break. Deleted text, fields and drawings are
 * left out.
 * @throws TranscriptFormatError if the archive or its XML is malformed or too large, or if it has a document type
 */
export async function readDocxText(bytes: Uint8Array): Promise<string> {
  let archive: ZipFile | undefined;
  try {
    archive = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
      lazyEntries: true,
      autoClose: false,
    });
    const part = await findMainPart(archive);
    return await textOf(await archive.openReadStreamPromise(part));
  } catch (error) {
    if (error instanceof TranscriptFormatError) throw error;
    throw new TranscriptFormatError(
      `the document cannot be read; it seems to be damaged or cut off: ${(error as Error).message}`,
    );
  } finally {
    archive?.close();
  }
}

async function findMainPart(archive: ZipFile): Promise<Entry> {
  if (archive.entryCount > MAX_PARTS) {
    throw new TranscriptFormatError(
      `the document has ${archive.entryCount} parts; the limit is ${MAX_PARTS}`,
    );
  }
  for await (const part of archive.eachEntry()) {
    if (!MAIN_PART.test(part.fileName)) continue;
    if (part.uncompressedSize > MAX_XML_BYTES) {
      const [has, may] = [part.uncompressedSize, MAX_XML_BYTES].map((size) => size.toLocaleString('en-US'));
      throw new TranscriptFormatError(
        `${part.fileName} in the document has ${has} bytes; the limit is ${may}`,
      );
    }
    return part;
  }
  throw new TranscriptFormatError('the archive has no word/document.xml; it is no Word document');
}

async function textOf(xml: Readable): Promise<string> {
  const reader = new DocumentReader();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of xml) reader.write(decoder.decode(chunk as Buffer, { stream: true }));
  reader.write(decoder.decode());
  return reader.end();
}

class DocumentReader {
  readonly #parser = sax.parser(true);
  #text: string[] = [];
  #depth = 0;
  #silentFrom: number | undefined;
  #isText = false;

  constructor() {
    const parser = this.#parser;
    parser.onerror = (error) => {
      throw new TranscriptFormatError(
        `the XML of the document is malformed: ${error.message.split('\n')[0]}`,
      );
    };
    parser.ondoctype = () => {
      throw new TranscriptFormatError('the document has a document type, which Word documents never have');
    };
    parser.onopentag = ({ name }) => this.#open(localName(name));
    parser.onclosetag = (name) => this.#close(localName(name));
    parser.ontext = (text) => {
      if (this.#isText && this.#silentFrom === undefined) this.#text.push(text);
    };
  }

  write(xml: string): void {
    this.#parser.write(xml);
  }

  end(): string {
    this.#parser.close();
    return this.#text.join('');
  }

  #open(name: string): void {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) {
      throw new TranscriptFormatError(`the XML of the document is nested deeper than ${MAX_DEPTH} levels`);
    }
    if (this.#silentFrom !== undefined) return;
    if (SILENT.has(name)) this.#silentFrom = this.#depth;
    else if (name === 't') this.#isText = true;
    else this.#text.push(AS_CHARACTERS.get(name) ?? '');
  }

  #close(name: string): void {
    if (this.#silentFrom === undefined) {
      if (name === 't') this.#isText = false;
      if (name === 'p') this.#text.push('\n');
    } else if (this.#depth === this.#silentFrom) {
      this.#silentFrom = undefined;
    }
    this.#depth -= 1;
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
