import { TranscriptFormatError } from '../types.ts';

// These are the messages of V8. It may quote the text in between, so each is matched as a whole or from its end.
const ENDS_TOO_EARLY = 'Unexpected end of JSON input';
const POSITION = / at position (\d+)(?: \(line \d+ column \d+\))?$/;
const LINE_BREAK = /\r\n|\r|\n/;

/** The documents in a JSON file: the only one, or one on each line. */
export type JsonDocuments = { value: unknown } | { lines: { line: number; value: unknown }[] };

/**
 * Reads a text as a JSON document, or as JSON Lines with a document on each line that is not empty.
 * @throws TranscriptFormatError, which names the line (1-based) that is no JSON
 */
export function parseJsonDocuments(text: string): JsonDocuments {
  const json = text.startsWith('\uFEFF') ? text.slice(1) : text;
  if (json.trim() === '') throw new TranscriptFormatError('the file is empty; it takes a JSON object');
  const whole = parseJson(json);
  if ('value' in whole) return whole;
  if (!startsWithJsonLine(json)) throw invalidAt(json, findFaultyLine(json));
  const lines: { line: number; value: unknown }[] = [];
  json.split(LINE_BREAK).forEach((text, index) => {
    if (text.trim() === '') return;
    const parsed = parseJson(text);
    if (!('value' in parsed)) throw invalidAt(text, index + 1);
    lines.push({ line: index + 1, value: parsed.value });
  });
  return { lines };
}

function invalidAt(json: string, line: number | undefined): TranscriptFormatError {
  const isCut = isSoundSoFar(json);
  return new TranscriptFormatError(isCut ? 'not valid JSON: it ends too early' : 'not valid JSON', line);
}

/** Tells JSON Lines from an indented object, whose first line is no whole JSON value. */
function startsWithJsonLine(json: string): boolean {
  const first = json.trimStart().split(/[\r\n]/, 1)[0] ?? '';
  const isOnlyLine = first.length === json.trim().length;
  return !isOnlyLine && 'value' in parseJson(first);
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
