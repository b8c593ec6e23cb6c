import { Worker } from 'node:worker_threads';
import { runYielding } from '../../../lib/event-loop.ts';
import { Fault } from '../../../lib/faults.ts';
import { parseJsonInSlices } from '../../../lib/json-slices.ts';
import { formatForFile } from '../formats/index.ts';
import { type ParsedTranscript, TranscriptFormatError } from '../formats/types.ts';

/** What a file holds: a transcript, or bodies of the ingest operation that are not checked yet. */
export type ParsedFile = {
  /** Its format's name. */
  format: string;
} & ({ transcript: ParsedTranscript; bodies?: undefined } | { bodies: unknown[]; transcript?: undefined });

/** As in bodies that are sent: deeper and wider ones are none of ours, and dear to handle. */
const MAX_DEPTH = 32;
const MAX_MEMBERS = 1000;

/** More than the largest body of the ingest operation can hold: what a file holds could be sent that way too. */
const MAX_ENTRIES = 450_000;

/** Longer texts are parsed in a thread of their own: up to here it takes well under a tenth of a second. */
const MAX_CHARACTERS_AT_ONCE = 256 * 1024;

/** What a parsing thread may take; the dearest text that may be sent takes some seconds and half of the memory. */
const PARSING_MS = 60_000;
const PARSING_MIB = 1024;

/** A parsed file's own object, and its list of bodies. */
const ENVELOPE_DEPTH = 2;

/** What a parsing thread is given. */
export type ParsingTask = { path: string; text: string };
/**
 * What it says at its end; what it parsed as JSON in UTF-8. As objects they would be made in this thread in one go, which
 * takes a second for many small ones.
 */
export type ParsingResult = { parsed: Uint8Array } | { fault: string };

/**
 * Reads a file's text by the format that its name tells.
 * @param path of a format that is read
 * @throws Fault 400, worded to follow the file's name and a colon, if it is not of its format; names line or item
 */
export function parseFile(path: string, text: string): ParsedFile {
  try {
    const format = formatForFile(path)!;
    if (format.holds === 'meetings') {
      const bodies = format.parse(text);
      refuseUnfit(bodies);
      return { format: format.name, bodies };
    }
    const transcript = format.parse(text);
    refuseMany(transcript.segments.length);
    return { format: format.name, transcript };
  } catch (error) {
    if (error instanceof TranscriptFormatError) throw new Fault('invalid', error.message);
    throw error;
  }
}

/** The same where others wait meanwhile: long texts do not hold the event loop. */
export async function parseFileAside(path: string, text: string): Promise<ParsedFile> {
  if (text.length <= MAX_CHARACTERS_AT_ONCE) return parseFile(path, text);
  const workerData: ParsingTask = { path, text };
  const worker = new Worker(new URL('./parse-file-thread.ts', import.meta.url), {
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
    // Checked there already, inside of what else is told of the file.
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

function refuseUnfit(bodies: unknown[]): void {
  const waiting: [value: unknown, depth: number][] = bodies.map((body) => [body, 1]);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [value, depth] = next;
    // JSON has no way to hand such a number on.
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
