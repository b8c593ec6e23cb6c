import { CsvError, parse } from 'csv-parse/sync';
import { Fault } from '../lib/faults.ts';
import { nearest } from '../lib/text.ts';

/** A row by its column names; an empty cell is left out. `line` is where it ends in the file, 1-based. */
export type CsvRow<Column extends string> = { line: number; cells: Partial<Record<Column, string>> };

/** Spreadsheets of some countries separate by semicolons. */
const DELIMITERS = [',', ';', '\t'];

/** Guards against a quote that is opened and never closed. */
const MAX_ROW_CHARACTERS = 1024 * 1024;

/**
 * Reads CSV with a header row that names known columns, in any order.
 * @throws Fault, worded to follow the file's name and a colon
 */
export function readCsv<Column extends string>(
  text: string,
  columns: readonly Column[],
  required: Column,
): CsvRow<Column>[] {
  const [header, ...rows] = parseRows(text);
  if (!header) throw new Fault('invalid', `it is empty; it takes a header row with ${required}`);
  const names = readHeader(header.cells, columns, required);
  return rows
    .map(({ line, cells }) => {
      const given = cells.map((cell, index) => [names[index]!, cell] as const).filter(([, cell]) => cell);
      return { line, cells: Object.fromEntries(given) as CsvRow<Column>['cells'] };
    })
    .filter(({ cells }) => Object.keys(cells).length > 0);
}

function parseRows(text: string): { line: number; cells: string[] }[] {
  const firstLine = text.split(/[\r\n]/, 1)[0]!;
  const occurrences = (delimiter: string) => firstLine.split(delimiter).length;
  const delimiter = DELIMITERS.toSorted((a, b) => occurrences(b) - occurrences(a))[0]!;
  const options = { bom: true, delimiter, info: true, max_record_size: MAX_ROW_CHARACTERS } as const;
  try {
    const rows = parse(text, { ...options, skip_empty_lines: true }) as unknown as {
      info: { lines: number };
      record: string[];
    }[];
    return rows.map(({ info, record }) => ({ line: info.lines, cells: record }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new Fault('invalid', `it is not valid CSV: ${error.message}`);
  }
}

function readHeader<Column extends string>(
  header: string[],
  columns: readonly Column[],
  required: Column,
): Column[] {
  const names = header.map((cell) => cell.trim());
  const faults: string[] = [];
  for (const [index, name] of names.entries()) {
    if (!columns.some((column) => column === name)) {
      const guess = nearest(name, columns);
      const hint = guess ? `; did you mean ${guess}?` : `; it takes ${columns.join(', ')}`;
      faults.push(`unknown column ${JSON.stringify(name)}${hint}`);
    } else if (names.indexOf(name) !== index) {
      faults.push(`column ${name} is there twice`);
    }
  }
  if (faults.length === 0 && !names.some((name) => name === required)) {
    faults.push(`column ${required} is required`);
  }
  if (faults.length > 0) throw new Fault('invalid', faults.join(', '));
  return names as Column[];
}
