import type { Duplex } from 'node:stream';
import type pg from 'pg';
import { Parser } from 'pg-protocol/dist/parser.js';

/**
 * Results in PostgreSQL's binary format, for bytea: as text it is encoded, a third longer, and decoded again, which was a
 * quarter of what a page of transcripts cost ([decision 0012](../../docs/decisions/0012-binary-results.md)).
 *
 * `pg` asks for the format (`binary: true`), but reads every value as UTF-8, which destroys what is not text. Here the
 * rows of a binary result are read as Latin-1, a character for each byte.
 */

/** `pg`'s reader of the server's messages, with the parts that its types keep private. */
type MessageParser = Pick<Parser, 'parse'> & {
  reader: { encoding: BufferEncoding };
  handlePacket(offset: number, code: number, length: number, bytes: Buffer): Message;
};
type Message = Parameters<Parameters<Parser['parse']>[1]>[0] & { fields?: readonly { format?: string }[] };

type Listening = { attachListeners(stream: Duplex): void; emit(name: string, message: unknown): void };

const [ROW_DESCRIPTION, DATA_ROW] = ['T', 'D'].map((letter) => letter.charCodeAt(0));

/** Makes a client that has not connected yet fit for statements with `binary: true`. */
export function readBinaryResults(client: pg.Client): void {
  const connection = (client as unknown as { connection: Listening }).connection;
  connection.attachListeners = (stream) => {
    const parser = createParser();
    stream.on('data', (chunk: Buffer) => {
      parser.parse(chunk, (message) => {
        connection.emit(message.name === 'error' ? 'errorMessage' : message.name, message);
      });
    });
  };
}

/** Rows follow their description: what it says of their format holds until the next. */
function createParser(): MessageParser {
  const parser = new Parser() as unknown as MessageParser;
  const handlePacket = parser.handlePacket.bind(parser);
  let isBinary = false;
  parser.handlePacket = (offset, code, length, bytes) => {
    parser.reader.encoding = isBinary && code === DATA_ROW ? 'latin1' : 'utf8';
    const message = handlePacket(offset, code, length, bytes);
    if (code === ROW_DESCRIPTION)
      isBinary = message.fields?.some(({ format }) => format === 'binary') ?? false;
    return message;
  };
  return parser;
}

const [BOOL, BYTEA, INT8, INT4, TEXT] = [16, 17, 20, 23, 25];

const READERS = new Map<number, (bytes: string) => unknown>([
  [BOOL, (bytes) => bytes.charCodeAt(0) === 1],
  // Each byte is kept as one character, which `Buffer.from(…, 'latin1')` and `write(…, 'latin1')` copy as bytes.
  [BYTEA, (bytes) => bytes],
  [INT4, (bytes) => readInt32(bytes, 0)],
  // Ids and counts below 2^53.
  [INT8, (bytes) => readInt32(bytes, 0) * 2 ** 32 + (readInt32(bytes, 4) >>> 0)],
  [TEXT, readText],
]);

/** @returns what throws, for a type that no statement with `binary: true` has brought yet: a reader of it belongs here */
export function binaryReader(oid: number): (bytes: string) => unknown {
  const unread = () => {
    throw new Error(`values of PostgreSQL's type ${oid} cannot be read in binary`);
  };
  return READERS.get(oid) ?? unread;
}

function readInt32(bytes: string, at: number): number {
  return (
    (bytes.charCodeAt(at) << 24) |
    (bytes.charCodeAt(at + 1) << 16) |
    (bytes.charCodeAt(at + 2) << 8) |
    bytes.charCodeAt(at + 3)
  );
}

const NOT_ASCII = /[\x80-\xff]/;

function readText(bytes: string): string {
  return NOT_ASCII.test(bytes) ? Buffer.from(bytes, 'latin1').toString() : bytes;
}
