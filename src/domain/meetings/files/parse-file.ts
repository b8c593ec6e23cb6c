import { runYielding } from '../../../lib/event-loop.ts';
import { Fault } from '../../../lib/faults.ts';
import { parseJsonInSlices } from '../../../lib/json-slices.ts';
import { startThread } from '../../../lib/start-thread.ts';
import { type ParsedMeetings, TranscriptFormatError } from '../formats/types.ts';
import { openFile } from './open-file.ts';

/** The contents of a file, which are not validated yet. */
export type ParsedFile = ParsedMeetings & {
  /** The name of its format. */
  format: string;
};

/** The limits for request bodies; deeper and wider ones are never valid, and are expensive to process. */
const MAX_DEPTH = 32;
const MAX_MEMBERS = 1000;

/** More than the largest body of the ingest operation can contain, because a file may contain the same. */
const MAX_ENTRIES = 450_000;

/**
 * The largest file that is parsed in this thread: well under a tenth of a second. Larger ones get a thread of their own.
 */
const MAX_BYTES_AT_ONCE = 256 * 1024;

/** The limits of a parsing thread; the most expensive permitted text takes some seconds and half of the memory. */
const PARSING_MS = 60_000;
const PARSING_MIB = 1024;

/** The levels that a parsed file adds around a body: its own object, the list of meetings, and the meeting. */
const ENVELOPE_DEPTH = 3;

/** The input of a parsing thread. */
export type ParsingTask = { path: string; bytes: Uint8Array };
/**
 * The output of a parsing thread; the parsed file is JSON in UTF-8. Objects would be copied into this thread in one
 * step, which takes a second for many small ones.
 */
export type ParsingResult = { parsed: Uint8Array } | { fault: string };

/**
 * Reads a file in the format of its content.
 * @param path names the file; it decides only where the content is in no known format
 * @throws Fault 400, worded to follow the file's name and a colon, if the content is in no known format or is malformed;
 *   it names the line or item
 */
export async function parseFile(path: string, bytes: Uint8Array): Promise<ParsedFile> {
  try {
    const { format, parse, notes } = openFile(path, bytes);
    let parsed = await parse();
    if (!('meetings' in parsed)) parsed = { meetings: [{ transcript: parsed }], warnings: [] };
    for (const meeting of parsed.meetings) {
      if ('body' in meeting) refuseUnfit(meeting.body);
      if ('transcript' in meeting) refuseMany(meeting.transcript.segments.length);
    }
    return {
      format: parsed.format ?? format,
      meetings: parsed.meetings,
      warnings: [...notes, ...parsed.warnings],
    };
  } catch (error) {
    if (error instanceof TranscriptFormatError) throw new Fault('invalid', error.message);
    throw error;
  }
}

/** Works like {@link parseFile} without blocking the event loop with large files, or with archives, which may be. */
export async function parseFileAside(path: string, bytes: Uint8Array): Promise<ParsedFile> {
  const isArchive = bytes[0] === 0x50 && bytes[1] === 0x4b;
  if (bytes.length <= MAX_BYTES_AT_ONCE && !isArchive) return parseFile(path, bytes);
  const workerData: ParsingTask = { path, bytes };
  const worker = startThread(new URL('./parse-file-thread.ts', import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: PARSING_MIB },
  });
  const { promise, resolve, reject } = Promise.withResolvers<ParsingResult>();
  const tooMuch = () =>
    reject(new Fault('invalid', 'it takes too long or too much memory to read; split it'));
  const timer = setTimeout(tooMuch, PARSING_MS);
  worker.once('message', resolve);
  worker.once('error', (error: NodeJS.ErrnoException) =>
    error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch() : reject(error),
  );
  worker.once('exit', () => reject(new Error('the parsing thread ended without a word')));
  try {
    const result = await promise;
    if ('fault' in result) throw new Fault('invalid', result.fault);
    const { buffer, byteOffset, byteLength } = result.parsed;
    const json = Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
    // The thread has checked the bodies, which are inside the parsed file's object here.
    const limits = { maxDepth: MAX_DEPTH + ENVELOPE_DEPTH, maxMembers: MAX_MEMBERS };
    return (await runYielding(parseJsonInSlices(json, limits))) as ParsedFile;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

function refuseMany(entries: number): void {
  if (entries <= MAX_ENTRIES) return;
  const [has, may] = [entries, MAX_ENTRIES].map((count) => count.toLocaleString('en-US'));
  throw new Fault('invalid', `it has ${has} entries; the limit is ${may}`);
}

function refuseUnfit(body: unknown): void {
  const waiting: [value: unknown, depth: number][] = [[body, 1]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [value, depth] = next;
    // JSON cannot represent such a number.
    if (typeof value === 'number' && !Number.isFinite(value)) {
      throw new Fault('invalid', 'it contains a number that is too large');
    }
    if (typeof value !== 'object' || value === null) continue;
    if (depth > MAX_DEPTH) throw new Fault('invalid', `it is nested deeper than ${MAX_DEPTH} levels`);
    const children = Object.values(value);
    if (!Array.isArray(value) && children.length > MAX_MEMBERS) {
      throw new Fault('invalid', `it has an object of more than ${MAX_MEMBERS} members`);
    }
    for (const child of children) waiting.push([child, depth + 1]);
  }
}
