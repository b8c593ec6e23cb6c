import { listInWords } from '../../../../lib/text.ts';
import type { ParsedTranscript } from '../types.ts';
import type { JsonPlace } from './place.ts';

/**
 * A format whose files are JSON documents. CONTRIBUTING.md describes how to add one.
 *
 * A document has the format if it has all the paths of one list in `marks`. In a path such as `utterances[].start`, `[]` is
 * any item of an array; `[]` at its beginning means that the document is an array. The lists have to distinguish the
 * format from all others.
 */
export type JsonFormat = {
  /** The common name of the format. */
  name: string;
  /** The programs that write it, and the answers of their APIs, for the documentation. */
  writtenBy: string;
  /** The document from which the facts about the format come: a URL, or a name. */
  source: string;
  marks: readonly (readonly string[])[];
  /** Whether all documents of the format in a file are parts of one document, which is the array of them. */
  isPart?: true;
  /** Returns the places of the meetings in a document; by default the document is the only one. */
  meetings?(document: JsonPlace): JsonPlace[];
  /**
   * Reads a meeting: what the document says about it, or a body of the ingest operation.
   * @throws TranscriptFormatError with the path of what is missing or malformed
   */
  read(meeting: JsonPlace, document: JsonPlace): ParsedTranscript | { body: unknown };
  /** Returns messages for the user about what is not in the document. */
  warnings?(document: JsonPlace): string[];
};

/** No document of a known format is nested so deeply. */
const MAX_DEPTH = 32;

/** Only the first items of an array are looked at to recognise a format. */
const ITEMS_LOOKED_AT = 20;

/** A member of nearly every document, which alone says nothing about its format. */
const UNTELLING = 'id';

/** The step of a path that leads into the items of an array. */
const ITEM = '[]';

/** A list of marks, each divided into its steps: the names of members, and ITEM. */
type Marks = { format: JsonFormat; paths: string[][] };

const marksOf = new WeakMap<readonly JsonFormat[], Marks[]>();

function compile(formats: readonly JsonFormat[]): Marks[] {
  const known = marksOf.get(formats);
  if (known !== undefined) return known;
  const compiled = formats.flatMap((format) =>
    format.marks.map((paths) => ({
      format,
      paths: paths.map((path) => path.replaceAll(ITEM, `.${ITEM}`).split('.').filter(Boolean)),
    })),
  );
  marksOf.set(formats, compiled);
  return compiled;
}

/** Returns the format of a document; undefined if it has none of them. A file may hold very many documents. */
export function recogniseJson(formats: readonly JsonFormat[], value: unknown): JsonFormat | undefined {
  const hasAll = ({ paths }: Marks) => paths.every((steps) => stepsTaken(value, steps, 0) === steps.length);
  return compile(formats).find(hasAll)?.format;
}

/** Says which format a document that has none is nearest to, and what it lacks of that. */
export function nearestFormat(formats: readonly JsonFormat[], document: JsonPlace): string {
  const { value } = document;
  if (isDeep(value)) return `it is nested deeper than ${MAX_DEPTH} levels`;
  let best: Marks | undefined;
  let bestShare = 0;
  for (const marks of compile(formats)) {
    const shares = marks.paths.map((steps) => stepsTaken(value, steps, 0) / steps.length);
    const share = shares.reduce((sum, one) => sum + one, 0) / shares.length;
    const isTold = marks.paths.some(([first], index) => first !== UNTELLING && shares[index]! > 0);
    if (isTold && share > bestShare) {
      best = marks;
      bestShare = share;
    }
  }
  if (best === undefined) {
    const names = formats.map(({ name }) => name);
    return `it has no member that tells a known format: ${listInWords(names, 'or')}`;
  }
  const lacks = best.paths
    .filter((steps) => stepsTaken(value, steps, 0) < steps.length)
    .map((steps) => whatIsLacking(document, steps, stepsTaken(value, steps, 0)));
  const nearest = `the nearest is ${best.format.name}`;
  return `it is in no known JSON format; ${nearest}, but ${listInWords([...new Set(lacks)], 'and')}`;
}

/**
 * Returns how many steps of a path a value has. `null` counts as absent, and an empty array as one whose items have the
 * rest of the path.
 */
function stepsTaken(value: unknown, steps: readonly string[], at: number): number {
  const step = steps[at];
  if (value === undefined || value === null) return at - 1;
  if (step === undefined) return at;
  if (step !== ITEM) {
    if (typeof value !== 'object' || Array.isArray(value) || !Object.hasOwn(value, step)) return at;
    return stepsTaken((value as Record<string, unknown>)[step], steps, at + 1);
  }
  if (!Array.isArray(value)) return at;
  if (value.length === 0) return steps.length;
  let most = at;
  for (let index = 0; index < value.length && index < ITEMS_LOOKED_AT && most < steps.length; index += 1) {
    most = Math.max(most, stepsTaken(value[index], steps, at + 1));
  }
  return most;
}

/** @param taken the number of steps that the document has */
function whatIsLacking(document: JsonPlace, steps: readonly string[], taken: number): string {
  let place = document;
  for (let at = 0; at < taken; at += 1) {
    const step = steps[at]!;
    place =
      step === ITEM
        ? place.list().find((item) => stepsTaken(item.value, steps, at + 1) === taken)!
        : place.at(step);
  }
  const here = place.path || 'the document';
  const step = steps[taken]!;
  if (step === ITEM) return `${here} is not an array`;
  return typeof place.value === 'object' && !place.isList
    ? `${place.at(step).path} is missing`
    : `${here} is not an object`;
}

/** Works without recursion, because a document may be nested deeper than the stack allows. */
function isDeep(value: unknown): boolean {
  const waiting: [value: unknown, depth: number][] = [[value, 1]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [one, depth] = next;
    if (typeof one !== 'object' || one === null) continue;
    if (depth > MAX_DEPTH) return true;
    for (const child of Object.values(one)) waiting.push([child, depth + 1]);
  }
  return false;
}
