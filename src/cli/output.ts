/** The text without line breaks and other control characters, which a terminal would obey. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}

/** Columns for people to read, two spaces apart, under their headings. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [headings, ...rows].map((row) => row.map(oneLine));
  const widths = headings.map((_, column) => Math.max(...lines.map((row) => row[column]!.length)));
  return lines
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Indented JSON, for scripts. */
export function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

/** `12.5 MB`. */
export const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

/** The shortest time between two lines of progress. */
const TELL_MS = 1000;

/** Writes progress to stderr, not more often than people read. */
export function tellOften<Progress>(textOf: (progress: Progress) => string): (progress: Progress) => void {
  let toldMs = Number.NEGATIVE_INFINITY;
  return (progress) => {
    if (performance.now() - toldMs < TELL_MS) return;
    toldMs = performance.now();
    process.stderr.write(`${textOf(progress)}\n`);
  };
}
