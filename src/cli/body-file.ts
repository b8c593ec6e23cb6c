import { basename, extname } from 'node:path';
import { compileBodyCheck } from '../http/check-body.ts';
import type { BodySpec } from '../http/endpoint.ts';
import { Fault } from '../lib/faults.ts';
import { readCsv } from './csv.ts';
import { readTextFile } from './read-text-file.ts';

/** Some hundred thousand rows. All of them go in at once. */
const MAX_FILE_BYTES = 32 * 1024 * 1024;

/** Tells how a file becomes the body of a PUT that takes a list, such as `{users: [...]}`. */
export type BodyFile<Column extends string> = {
  /** The body's field that holds the list. */
  list: string;
  /** The item's fields, which are the columns of a CSV file. */
  columns: readonly Column[];
  required: Column;
  /** A cell as the field's value, where that is not its text. */
  fieldValue?(column: Column, cell: string): unknown;
  body: BodySpec;
};

/**
 * Reads a CSV or JSON file and checks what the operation checks.
 * @returns the list's items
 * @throws Fault that names the file, and every fault in it
 */
export async function readBodyFile<Item, Column extends string>(
  path: string,
  spec: BodyFile<Column>,
): Promise<Item[]> {
  try {
    const text = await readTextFile(path, MAX_FILE_BYTES);
    const extension = extname(path).toLowerCase();
    if (extension === '.csv') return fromCsv(text, spec);
    if (extension === '.json') return check(fromJson(text, spec.list), spec);
    throw new Fault('invalid', 'the name must end in .csv or .json');
  } catch (error) {
    if (error instanceof Fault) throw new Fault(error.kind, `${basename(path)}: ${error.message}`);
    throw error;
  }
}

/** Faults name the line of the file instead of the item's place in the list. */
function fromCsv<Item, Column extends string>(text: string, spec: BodyFile<Column>): Item[] {
  const { list, fieldValue = (_column, cell) => cell } = spec;
  const rows = readCsv(text, spec.columns, spec.required);
  const items = rows.map(({ cells }) =>
    Object.fromEntries(
      Object.entries(cells).map(([name, cell]) => [name, fieldValue(name as Column, cell as string)]),
    ),
  );
  try {
    return check({ [list]: items }, spec);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const lineOf = (index: string) => `line ${rows[Number(index)]!.line}`;
    const message = error.message
      .replaceAll(new RegExp(`\\b${list}\\[(\\d+)\\]\\.`, 'g'), (_, index: string) => `${lineOf(index)}: `)
      .replaceAll(new RegExp(`\\b${list}\\[(\\d+)\\]`, 'g'), (_, index: string) => lineOf(index));
    throw new Fault(error.kind, message);
  }
}

function fromJson(text: string, list: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? { [list]: value } : value;
  } catch {
    throw new Fault('invalid', 'it is not valid JSON');
  }
}

function check<Item, Column extends string>(body: unknown, { list, body: spec }: BodyFile<Column>): Item[] {
  return (compileBodyCheck(spec)(body) as Record<string, Item[]>)[list]!;
}
