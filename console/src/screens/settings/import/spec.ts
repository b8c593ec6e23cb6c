/** A field of what is imported: a column of the CSV, a property of the JSON. */
export interface Field {
  name: string;
  /** Describes the accepted values. */
  takes: string;
  isRequired?: boolean;
  /** Reads a value of either form; undefined where it does not fit. */
  read: (raw: unknown) => unknown;
}

/** The values of a row by field. */
export type Row = Record<string, unknown>;

/** Describes a kind of import: users or CRM records. */
export interface ImportSpec {
  /** The noun in the singular and plural: `user`, `users`. */
  noun: string;
  plural: string;
  /** The list's name in JSON and in the API's body. */
  listName: string;
  fields: readonly Field[];
  /** Two rows with the same key are the same thing. */
  keyOf: (row: Row) => string;
  /** The fields that make up the key. */
  keyFields: readonly string[];
  /** Fields that the API takes and does not tell: they count as changed. */
  untoldFields?: readonly string[];
  /** Returns the name to show for a row. */
  nameOf: (row: Row) => string;
  /** Checks that involve several fields. */
  check?: (row: Row) => string[];
  /** Loads the existing records by key; undefined if there are too many. */
  loadKnown?: (signal: AbortSignal) => Promise<Map<string, Row> | undefined>;
  /** Saves all rows, or none. */
  put: (rows: Row[]) => Promise<{ created: number; updated: number }>;
  /** The queries to refresh afterwards. */
  invalidates: readonly string[];
}

/** Text that is not empty. */
export const readText = (raw: unknown): unknown =>
  typeof raw === 'string' && raw.trim() !== ''
    ? raw.trim()
    : typeof raw === 'number'
      ? String(raw)
      : undefined;

const TRUE = new Set(['true', 'yes', 'y', '1', 'x']);
const FALSE = new Set(['false', 'no', 'n', '0']);

/** true and false, also as a spreadsheet writes them. */
export function readFlag(raw: unknown): unknown {
  if (typeof raw === 'boolean') return raw;
  const word = String(raw).trim().toLowerCase();
  if (TRUE.has(word)) return true;
  return FALSE.has(word) ? false : undefined;
}

const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A moment with a zone; a day alone is its beginning, UTC. */
export function readMoment(raw: unknown): unknown {
  if (typeof raw !== 'string') return undefined;
  const at = DAY.test(raw.trim()) ? `${raw.trim()}T00:00:00Z` : raw.trim();
  return DATE_TIME.test(at) && !Number.isNaN(Date.parse(at)) ? at : undefined;
}

const EMAIL = /^[^\s@,;<>]+@[^\s@,;<>]+$/;

/** One e-mail address. */
export const readEmail = (raw: unknown): unknown =>
  typeof raw === 'string' && EMAIL.test(raw.trim()) ? raw.trim() : undefined;

/** One of the words, in any case; given back as they are written here. */
export const readOneOf =
  (words: readonly string[]) =>
  (raw: unknown): unknown =>
    typeof raw === 'string' ? words.find((word) => word === raw.trim().toUpperCase()) : undefined;
