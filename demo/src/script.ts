import { grouped } from './numbers.ts';
import type { Rng } from './prng.ts';

/*
 * Scripts are plain text, so that a dialogue can be read and written as one:
 *
 *     ## pool.name             a heading opens a pool of beats
 *     ? first !far             a beat may begin with conditions: flags the call must have, or must not
 *     A: {Hi|Hello} $L.        a line: who speaks (a letter of the cast), then the text
 *     S/A: About {12-40} jobs. S speaks, or A if there is no S
 *
 * An empty line separates beats. In a text, `{a|b}` is one of several wordings, which are chosen together
 * within a beat: if the question uses its second wording, so does the answer (groups with the same number
 * of wordings choose alike). `[a|b]` is chosen independently, as are groups inside another group.
 * `{12-40}` is a number, `{1200-8800/50}` a number in steps, `$name` a fact of the call. A single capital
 * letter as a fact is the spoken name of that member of the cast, whom the beat then requires.
 */

/** A line of a script; `speakers` are letters of the cast, and the first one who takes part speaks. */
export type Line = {
  speakers: string[];
  text: string;
  /** The members of the cast whom the text names. */
  names: string[];
};

/** A short exchange in one of its columns of wordings: the unit from which calls are built. */
export type Beat = {
  id: string;
  /** The same for all columns of an exchange; a call contains at most one of them. */
  scene: string;
  /** Flags that must be set, and flags that must not be set. */
  needs: string[];
  bars: string[];
  lines: Line[];
  columns: Columns;
};

const LINE = /^([A-Z](?:\/[A-Z])*): (.+)$/;
const NAME = /\$([A-Z])(?:kanji)?(?![A-Za-z])/g;

function parseLine(row: string, scene: string): Line {
  const match = LINE.exec(row);
  if (!match) throw new Error(`the script line "${row}" of ${scene} takes the form "A: text"`);
  const text = match[2]!.trim();
  const names = [...text.matchAll(NAME)].map((name) => name[1]!);
  return { speakers: match[1]!.split('/'), text, names: [...new Set(names)] };
}

/** Returns whether a text has a group of two wordings that is not inside another group. */
function hasColumns(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    if (text[i] !== '{' && text[i] !== '[') continue;
    const { end, bars } = scanGroup(text, i);
    if (text[i] === '{' && bars.length === 1) return true;
    i = end;
  }
  return false;
}

function parseScene(scene: string, block: string): Beat[] {
  const rows = block.split('\n');
  const conditions = rows[0]!.startsWith('? ') ? rows.shift()!.slice(2).trim().split(' ') : [];
  const lines = rows.map((row) => parseLine(row, scene));
  const columns = lines.some((line) => hasColumns(line.text)) ? [0, 1] : [0];
  return columns.map((column) => ({
    id: `${scene}${'ab'[column]}`,
    scene,
    needs: conditions.filter((condition) => !condition.startsWith('!')),
    bars: conditions.filter((condition) => condition.startsWith('!')).map((bar) => bar.slice(1)),
    lines,
    columns: new Map([[2, column]]),
  }));
}

/** Reads scripts into pools of beats, by pool name. A pool may be spread over several scripts. */
export function parseScripts(sources: readonly string[]): Map<string, Beat[]> {
  const pools = new Map<string, Beat[]>();
  for (const source of sources) {
    for (const section of source.split(/^## /m).slice(1)) {
      const cut = section.indexOf('\n');
      const heading = section.slice(0, cut).trim();
      const pool = pools.get(heading) ?? [];
      for (const block of section
        .slice(cut)
        .trim()
        .split(/\n\s*\n/)) {
        pool.push(...parseScene(`${heading}#${pool.length}`, block));
      }
      pools.set(heading, pool);
    }
  }
  return pools;
}

const RANGE = /^(\d+)-(\d+)(?:\/(\d+))?$/;

/** The chosen wording of a beat, by the number of wordings to choose from. */
export type Columns = Map<number, number>;

/** The end of the group that opens at `start`, and the bars between its wordings. */
function scanGroup(text: string, start: number): { end: number; bars: number[] } {
  const bars: number[] = [];
  let depth = 0;
  for (let i = start; i < text.length; i++) {
    const char = text[i];
    if (char === '{' || char === '[') depth++;
    else if (char === '|' && depth === 1) bars.push(i);
    else if ((char === '}' || char === ']') && --depth === 0) return { end: i, bars };
  }
  throw new Error(`the group that opens at ${start} in "${text}" takes a closing bracket`);
}

function numberIn(range: RegExpExecArray, rng: Rng): string {
  const low = Number(range[1]);
  const step = Number(range[3] ?? 1);
  return grouped(low + step * rng.int(0, Math.floor((Number(range[2]) - low) / step)));
}

function columnOf(wordings: number, columns: Columns, rng: Rng): number {
  const column = columns.get(wordings) ?? rng.int(0, wordings - 1);
  columns.set(wordings, column);
  return column;
}

/**
 * Chooses among the wordings and numbers of a text; facts are not yet inserted. `columns` passes the choices from line
 * to line of a beat.
 */
export function chooseWording(text: string, columns: Columns, rng: Rng): string {
  const open = text.search(/[{[]/);
  if (open < 0) return text;
  const { end, bars } = scanGroup(text, open);
  const inner = text.slice(open + 1, end);
  const range = RANGE.exec(inner);
  let chosen: string;
  if (range) chosen = numberIn(range, rng);
  else {
    const edges = [open, ...bars, end];
    const wordings = edges.length - 1;
    const at = text[open] === '{' ? columnOf(wordings, columns, rng) : rng.int(0, wordings - 1);
    // Groups inside another group are details of it, and are chosen independently.
    chosen = chooseWording(text.slice(edges[at]! + 1, edges[at + 1]), new Map(), rng);
  }
  return text.slice(0, open) + chosen + chooseWording(text.slice(end + 1), columns, rng);
}

/** Inserts the facts of the call into a text. An unknown fact is an error of the script. */
export function putFacts(text: string, factOf: (name: string) => string | undefined): string {
  if (!text.includes('$')) return text;
  return text.replaceAll(/\$([A-Za-z]+\d?)/g, (_, name: string) => {
    const value = factOf(name);
    if (value === undefined) throw new Error(`the script names the fact "${name}", which this call lacks`);
    return value;
  });
}

/** Matches "a" before a spoken vowel; "A" only at the start of a sentence, because it may be a name ("plan A"). */
const AN = /(^A|[.?!] A|\ba) (?=(?:[ai]|e(?!u)|o(?!ne|nce))[a-z]{2})/g;
/** Matches a lower-case letter at the start of a sentence; three dots do not end a sentence. */
const SMALL_START = /(^|(?<!\.\.)[.?!] )(\p{Ll})/gu;

/** Corrects joined wordings: spaces, capitals, "a engineer", a missing full stop. */
export function tidy(text: string): string {
  let out = text.trim();
  if (out === '') return out;
  if (out.includes('  ')) out = out.replaceAll(/ {2,}/g, ' ');
  if (out.includes(' .') || out.includes(' ,')) out = out.replaceAll(/ ([.,])/g, '$1');
  // Days are spoken as "Thursday the 14th", "tomorrow" or "last Monday".
  if (out.includes('on ')) out = out.replaceAll(/\bon (?=tomorrow\b|last [MTWF][a-z]+day\b)/g, '');
  if (!/[.?!…。？！」]$/.test(out)) out += '.';
  out = out.replace(/([?!])\.$/, '$1').replaceAll(AN, '$1n ');
  return out.replaceAll(SMALL_START, (_, before: string, letter: string) => before + letter.toUpperCase());
}
