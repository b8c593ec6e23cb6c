import type { ReadRow } from './read-file.ts';
import type { ImportSpec, Row } from './spec.ts';

/** The outcome for a row. `put` means that it is unknown whether the row is new. */
export type Fate = 'fault' | 'changed' | 'new' | 'put' | 'same';

/** The change of one field. */
export interface Change {
  name: string;
  /** Left out where the API does not tell. */
  from?: string;
  to: string;
}

/** A row with what will become of it. */
export interface PreviewRow extends ReadRow {
  fate: Fate;
  changes: Change[];
}

const ORDER: readonly Fate[] = ['fault', 'changed', 'new', 'put', 'same'];

/** Returns the outcome for each row, errors first. */
export function previewOf(
  rows: readonly ReadRow[],
  spec: ImportSpec,
  known: Map<string, Row> | undefined,
): PreviewRow[] {
  const shown = rows.map((one): PreviewRow => {
    if (one.faults.length > 0) return { ...one, fate: 'fault', changes: [] };
    if (!known) return { ...one, fate: 'put', changes: [] };
    const before = known.get(spec.keyOf(one.row));
    if (!before) return { ...one, fate: 'new', changes: [] };
    const changes = changesOf(before, one.row, spec);
    return { ...one, fate: changes.length > 0 ? 'changed' : 'same', changes };
  });
  return shown.sort((a, b) => ORDER.indexOf(a.fate) - ORDER.indexOf(b.fate));
}

function changesOf(before: Row, after: Row, { keyFields, untoldFields = [] }: ImportSpec): Change[] {
  return Object.entries(after)
    .filter(([name, value]) => !keyFields.includes(name) && !isSame(before[name], value))
    .map(([name, value]) => ({
      name,
      ...(untoldFields.includes(name) ? {} : { from: inWords(before[name]) }),
      to: inWords(value),
    }));
}

function isSame(before: unknown, after: unknown): boolean {
  const isMoment = (value: unknown) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value);
  if (isMoment(before) && isMoment(after))
    return Date.parse(before as string) === Date.parse(after as string);
  return JSON.stringify(before) === JSON.stringify(after);
}

function inWords(value: unknown): string {
  if (value === undefined) return 'empty';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return Array.isArray(value) ? value.join(', ') : String(value);
}
