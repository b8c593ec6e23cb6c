import { CsvError, parseCsv } from '../../../parts/csv.ts';
import type { ImportSpec, Row } from './spec.ts';

/** A row of a file as it was read. */
export interface ReadRow {
  /** The position in the file, in words: `line 3`, `item 3`. */
  place: string;
  row: Row;
  faults: string[];
}

/** The content of a file. */
export interface ReadFile {
  rows: ReadRow[];
  /** Columns or properties that are ignored. */
  unused: string[];
}

/** A file that cannot be read at all; the message says why. */
export class UnreadableFile extends Error {}

interface RawRow {
  place: string;
  raw: Record<string, unknown>;
  fault?: string;
}

/**
 * Reads CSV with a header, or JSON: an array, or an object with the list. Each row is checked by itself and against those
 * before it.
 * @throws UnreadableFile
 */
export function readImport(text: string, spec: ImportSpec): ReadFile {
  const isJson = /^\uFEFF?\s*[[{]/.test(text);
  const raws = isJson ? jsonRows(text, spec) : csvRows(text, spec);
  if (raws.length === 0) throw new UnreadableFile(`This file contains no ${spec.plural}.`);
  const unused = new Set<string>();
  const first = new Map<string, string>();
  const rows = raws.map(({ place, raw, fault }): ReadRow => {
    const read = readRow(raw, spec);
    for (const name of read.unused) unused.add(name);
    const faults = fault === undefined ? read.faults : [fault];
    if (faults.length === 0) {
      const earlier = first.get(spec.keyOf(read.row));
      if (earlier === undefined) first.set(spec.keyOf(read.row), place);
      else faults.push(`duplicate of the ${spec.noun} in ${earlier}`);
    }
    return { place, row: read.row, faults };
  });
  return { rows, unused: [...unused] };
}

/** Names of columns are compared without case, spaces, and what joins words. */
const plain = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]/g, '');

function readRow(raw: Record<string, unknown>, { fields, check }: ImportSpec) {
  const row: Row = {};
  const faults: string[] = [];
  const unused: string[] = [];
  for (const [name, value] of Object.entries(raw)) {
    const field = fields.find((one) => plain(one.name) === plain(name));
    if (!field) {
      unused.push(name);
      continue;
    }
    // An empty cell says nothing: what is there stays.
    if (value === null || value === undefined || value === '') continue;
    const read = field.read(value);
    if (read === undefined) faults.push(`${field.name} must be ${field.takes}, not ${shown(value)}`);
    else row[field.name] = read;
  }
  const missing = fields.filter(({ name, isRequired }) => isRequired && row[name] === undefined);
  for (const { name } of missing) {
    if (!faults.some((fault) => fault.startsWith(`${name} `))) faults.push(`${name} is missing`);
  }
  if (faults.length === 0 && check) faults.push(...check(row));
  return { row, faults, unused };
}

const MAX_SHOWN = 60;

const shown = (value: unknown): string => {
  const text = typeof value === 'string' ? `“${value}”` : JSON.stringify(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
};

function csvRows(text: string, { fields }: ImportSpec): RawRow[] {
  const [header, ...records] = parsed(text);
  if (!header) throw new UnreadableFile('This file is empty.');
  const names = header.cells.map((cell) => cell.trim());
  const required = fields.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  const absent = required.filter((name) => !names.some((one) => plain(one) === plain(name)));
  if (absent.length > 0) {
    throw new UnreadableFile(`The first line must name the columns. Missing: ${absent.join(', ')}.`);
  }
  return records.map(({ line, cells }) => {
    const tooMany = cells.length > names.length && cells.slice(names.length).some((cell) => cell !== '');
    return {
      place: `line ${line}`,
      raw: Object.fromEntries(
        names.map((name, index) => [name, cells[index] ?? '']).filter(([name]) => name !== ''),
      ),
      ...(tooMany ? { fault: `has ${cells.length} cells, but the header has ${names.length}` } : {}),
    };
  });
}

function parsed(text: string) {
  try {
    return parseCsv(text);
  } catch (error) {
    if (error instanceof CsvError) throw new UnreadableFile(`This file is not valid CSV: ${error.message}.`);
    throw error;
  }
}

function jsonRows(text: string, { listName, plural }: ImportSpec): RawRow[] {
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new UnreadableFile(
      `This file is not valid JSON: ${error instanceof Error ? error.message : error}.`,
    );
  }
  const list = Array.isArray(json) ? json : (json as Record<string, unknown>)[listName];
  if (!Array.isArray(list)) {
    throw new UnreadableFile(`The JSON must be an array of ${plural}, or an object with “${listName}”.`);
  }
  return list.map((item: unknown, index) => {
    const isObject = typeof item === 'object' && item !== null && !Array.isArray(item);
    return {
      place: `item ${index + 1}`,
      raw: isObject ? (item as Record<string, unknown>) : {},
      ...(isObject ? {} : { fault: 'is not an object' }),
    };
  });
}
