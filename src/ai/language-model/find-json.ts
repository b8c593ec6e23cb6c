import { jsonrepair } from 'jsonrepair';

/** The most places in a text at which JSON is looked for. */
const MAX_CANDIDATES = 20;

/** A longer text that is not JSON as it stands is no answer: searching and repairing it would take time. */
const MAX_SEARCHED_CHARACTERS = 200_000;

/** The thoughts that some models write before their answer; their end mark is enough, because servers may remove the beginning. */
const THOUGHTS = /^[\s\S]*<\/(?:think|thinking|thought|reasoning)>/i;

/**
 * Finds the JSON of an answer in the text of a model: bare, in a fence, after thoughts, or among other words. A text that
 * was cut off, or has the usual mistakes of models, is repaired as far as it goes.
 * @param fits whether a value is an answer
 * @returns the longest value that fits; undefined if there is none
 */
export function findJson(text: string, fits: (value: unknown) => boolean): unknown {
  const whole = parse(text);
  if (whole !== undefined && fits(whole)) return whole;
  if (text.length > MAX_SEARCHED_CHARACTERS) return undefined;
  const spoken = text.replace(THOUGHTS, '');
  const pieces = [...jsonPieces(spoken)].sort((a, b) => b.length - a.length);
  for (const piece of pieces) {
    const value = parse(piece) ?? repair(piece);
    if (value !== undefined && fits(value)) return value;
  }
  return undefined;
}

/** Returns the parts of a text that begin like an object or a list, up to the closing bracket or the end of the text. */
function* jsonPieces(text: string): Generator<string> {
  let at = text.search(/[{[]/);
  for (let count = 0; at >= 0 && count < MAX_CANDIDATES; count++) {
    const end = endOfValue(text, at);
    yield text.slice(at, end ?? text.length);
    // An opening bracket that is not closed may stand among words, so the search goes on behind it.
    const rest = text.slice(end ?? at + 1).search(/[{[]/);
    at = rest < 0 ? -1 : (end ?? at + 1) + rest;
  }
}

/** Returns the place after the bracket that closes the one at `start`; undefined if none does. */
function endOfValue(text: string, start: number): number | undefined {
  let depth = 0;
  let isInText = false;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (isInText) {
      if (character === '\\') at++;
      else if (character === '"') isInText = false;
    } else if (character === '"') isInText = true;
    else if (character === '{' || character === '[') depth++;
    else if ((character === '}' || character === ']') && --depth === 0) return at + 1;
  }
  return undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function repair(text: string): unknown {
  try {
    return JSON.parse(jsonrepair(text));
  } catch {
    return undefined;
  }
}
