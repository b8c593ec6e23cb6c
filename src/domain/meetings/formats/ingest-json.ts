import { type MeetingsFormat, TranscriptFormatError } from './types.ts';

// These are the messages of V8. It may quote the text in between, so each is matched as a whole or from its end.
const ENDS_TOO_EARLY = 'Unexpected end of JSON input';
const POSITION = / at position (\d+)(?: \(line \d+ column \d+\))?$/;
const LINE_BREAK = /\r\n|\r|\n/;

/** Bodies of the ingest operation, as one JSON document or as JSON Lines. */
export const ingestJson: MeetingsFormat = {
  name: 'JSON',
  holds: 'meetings',
  extensions: ['.json', '.jsonl', '.ndjson'],
  mediaTypes: ['application/json'],
  writtenBy: 'Parley and scripts',
  source: 'the body of the ingest operation, in openapi.json',
  recognises: (text) => /^\uFEFF?\s*(?:\{\s*["}]|\[\s*[{[\]])/.test(text),
  parse: (text) => ({ meetings: parseIngestJson(text).map((body) => ({ body })), warnings: [] }),
};

/**
 * Reads bodies of the ingest operation from a file: one body, an array of bodies, or JSON Lines with a body on
 * each line. Returns them in the order of the file; each is an object that is not checked further.
 * @throws TranscriptFormatError, which names the line or the item of the array (1-based) that is no JSON or no object
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

/** Tells JSON Lines from an indented object, whose first line is no whole JSON value. */
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
 * Returns the line of the first fault: the last line of the shortest run of lines from the top that is wrong in another
 * way than ending too early. It is found by bisection, because engines do not always report the position. JSON strings
 * hold no line breaks, so a text may be cut at any of them. The result is undefined in an engine whose messages do not
 * distinguish the two faults.
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
