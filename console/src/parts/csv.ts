/** CSV in both directions: RFC 4180, with what spreadsheets make of it in mind. */

/** A spreadsheet takes text that begins so, after any white space, for a formula; a leading ' makes it text. */
const FORMULA = /^\s*[=+\-@＝＋－＠]/u;
const NEEDS_QUOTES = /[",;\r\n\t']|^\s|\s$/u;
const SEPARATORS = [',', ';', '\t'] as const;

/** One record with its line break. Text that a spreadsheet would run as a formula gets a ' in front. */
export function csvRecord(cells: readonly (string | number | undefined)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: string | number | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const safe = FORMULA.test(value) || /^[\t\r\n]/.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** One record that was read, with the line (from 1) on which it begins. */
export interface CsvRecord {
  line: number;
  cells: string[];
}

/** A text that is no CSV; the message names the line. */
export class CsvError extends Error {}

/**
 * Reads records separated by commas, semicolons or tabs, whichever the first line has most of. Empty lines are left out.
 * @throws CsvError where a quoted cell has no end
 */
export function parseCsv(text: string): CsvRecord[] {
  const csv = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const separator = separatorOf(csv);
  const records: CsvRecord[] = [];
  let cells: string[] = [];
  let [at, line, firstLine] = [0, 1, 1];
  const endRecord = () => {
    if (cells.some((cell) => cell.trim() !== '')) records.push({ line: firstLine, cells });
    cells = [];
    line += 1;
    firstLine = line;
  };
  while (at < csv.length) {
    const cell = csv[at] === '"' ? quotedCell(csv, at, line, separator) : plainCell(csv, at, separator);
    cells.push(cell.text);
    line += cell.breaks;
    at = cell.end;
    const next = csv[at];
    if (next === separator) {
      at += 1;
      if (at === csv.length) cells.push('');
    } else {
      if (next === '\r' && csv[at + 1] === '\n') at += 1;
      at += 1;
      endRecord();
    }
  }
  if (cells.length > 0) endRecord();
  return records;
}

function separatorOf(csv: string): string {
  const first = /^[^\r\n]*/.exec(csv)![0];
  const counts = SEPARATORS.map((one) => first.split(one).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))]!;
}

interface Cell {
  text: string;
  /** The position after the cell. */
  end: number;
  /** Line breaks inside it. */
  breaks: number;
}

function plainCell(csv: string, start: number, separator: string): Cell {
  let end = start;
  while (end < csv.length && csv[end] !== separator && csv[end] !== '\r' && csv[end] !== '\n') end += 1;
  return { text: csv.slice(start, end).trim(), end, breaks: 0 };
}

function quotedCell(csv: string, start: number, line: number, separator: string): Cell {
  let end = start + 1;
  for (;;) {
    end = csv.indexOf('"', end);
    if (end === -1) throw new CsvError(`line ${line}: a cell begins with " and has no closing "`);
    if (csv[end + 1] !== '"') break;
    end += 2;
  }
  const text = csv.slice(start + 1, end).replaceAll('""', '"');
  const after = csv[end + 1];
  if (after !== undefined && !['\r', '\n', separator].includes(after)) {
    throw new CsvError(`line ${line}: a closing " is followed by more text`);
  }
  return { text, end: end + 1, breaks: text.split(/\r\n|\r|\n/).length - 1 };
}
