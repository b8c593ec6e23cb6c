import { TranscriptFormatError } from './types.ts';

// V8's words. It may quote the text in between, so each is matched from its end or whole.
const ENDS_TOO_EARLY = 'Unexpected end of JSON input';
const POSITION = / at position (\d+)(?: \(line \d+ column \d+\))?$/;
const LINE_BREAK = /\r\n|\r|\n/;

/** Lower case, with the dot. */
export const ingestJsonExtensions: readonly string[] = ['.json', '.jsonl', '.ndjson'];

/** Whether a file's name says that it holds bodies of the ingest operation. */
export function isIngestJson(name: string): boolean {
  return ingestJsonExtensions.some((extension) => name.toLowerCase().endsWith(extension));
}

/**
 * Reads bodies of the ingest operation from a file: one body, an array of bodies, or JSON Lines with a body on
 * each line. Gives them in file order, each an object that is not checked further. Throws TranscriptFormatError
 * naming the line or the array's item (1-based) that is no JSON or no object.
 */
export function parseIngestJson(text: string): unknown[] {
  const json = text.startsWith('\uFEFF') ? text.slice(1) : text;
  if (json.trim() === '') throw new TranscriptFormatError('the file is empty; it takes a JSON object');
  const whole = parseJson(json);
  if ('value' in whole) return bodiesOf(whole.value);
  if (!startsWithJsonLine(json)) throw new TranscriptFormatError('not valid JSON', findFaultyLine(json));
  return parseJsonLines(json);
}

function bodiesOf(value: unknown): unknown[] {
  if (!Array.isArray(value)) {
    if (isObject(value)) return [value];
    throw new TranscriptFormatError('the file takes a JSON object, an array of them, or one on each line');
  }
  const wrong = value.findIndex((item) => !isObject(item));
  if (wrong !== -1) throw new TranscriptFormatError(`item ${wrong + 1} of the array takes a JSON object`);
  return value;
}

/** An indented object has no whole JSON value on its first line, JSON Lines have. */
function startsWithJsonLine(json: string): boolean {
  const first = json.trimStart().split(/[\r\n]/, 1)[0] ?? '';
  const isOnlyLine = first.length === json.trim().length;
  return !isOnlyLine && 'value' in parseJson(first);
}

function parseJsonLines(json: string): unknown[] {
  const bodies: unknown[] = [];
  json.split(LINE_BREAK).forEach((line, index) => {
    if (line.trim() === '') return;
    const parsed = parseJson(line);
    if (!('value' in parsed)) throw new TranscriptFormatError('not valid JSON', index + 1);
    if (!isObject(parsed.value)) throw new TranscriptFormatError('takes a JSON object', index + 1);
    bodies.push(parsed.value);
  });
  return bodies;
}

function parseJson(json: string): { value: unknown } | { error: unknown } {
  try {
    return { value: JSON.parse(json) };
  } catch (error) {
    return { error };
  }
}

/**
 * The line of the first fault: the last of the shortest run of lines from the top that is wrong in another way
 * than ending too early. Found by halving, as engines do not always tell the position; JSON strings hold no line
 * breaks, so a text may be cut at any. Undefined in an engine whose messages do not tell the two apart.
 */
function findFaultyLine(json: string): number | undefined {
  if (!isSoundSoFar('[')) return undefined;
  const lines = json.trimEnd().split(LINE_BREAK);
  let low = 1;
  let high = lines.length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (isSoundSoFar(`${lines.slice(0, middle).join('\n')}\n`)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function isSoundSoFar(json: string): boolean {
  const parsed = parseJson(json);
  if ('value' in parsed) return true;
  const message = parsed.error instanceof Error ? parsed.error.message : '';
  const position = POSITION.exec(message)?.[1];
  return message === ENDS_TOO_EARLY || (position !== undefined && Number(position) >= json.length);
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
