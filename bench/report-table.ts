/** The mark for a missing figure. */
export const MISSING = '–';

/** Formats 1234.5 as 1,235; small numbers keep decimal digits. */
export function count(value: number): string {
  if (Number.isInteger(value) || value >= 100) return Math.round(value).toLocaleString('en-US');
  return value.toFixed(value < 1 ? 2 : 1);
}

export function decimals(value: number | undefined, digits: number): string {
  return value === undefined ? MISSING : value.toFixed(digits);
}

/** Returns a Markdown table with aligned columns. */
export function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = columns.map((column, index) =>
    Math.max(3, column.length, ...rows.map((row) => row[index]!.length)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, index) => cell.padEnd(widths[index]!)).join(' | ')} |`;
  return [line(columns), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
