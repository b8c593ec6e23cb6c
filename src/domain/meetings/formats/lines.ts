/** Warnings that are listed for one file. Further ones are only counted, so that the list stays readable. */
const MAX_WARNINGS = 100;
const MAX_QUOTED_CHARS = 80;
/** More than the notes and empty lines that stand before the first words of any format. */
const MAX_CHARS_TO_RECOGNISE = 16_384;

/** Splits a text into lines without their terminators (CRLF, LF or CR) and without a leading byte order mark. */
export function splitLines(text: string): string[] {
  const whole = text.startsWith('\uFEFF') ? text.slice(1) : text;
  return (whole.includes('\r') ? whole.replace(/\r\n?/g, '\n') : whole).split('\n');
}

/** Returns the lines at the beginning of a text by which its format is recognised; the last one may be cut off. */
export function firstLines(text: string): string[] {
  return splitLines(text.slice(0, MAX_CHARS_TO_RECOGNISE));
}

/** Returns the line in quotes for use in a message, truncated if it is long. */
export function quoteLine(line: string): string {
  return line.length > MAX_QUOTED_CHARS ? `"${line.slice(0, MAX_QUOTED_CHARS)}…"` : `"${line}"`;
}

/** Collects warnings up to MAX_WARNINGS. */
export class Warnings {
  #told: string[] = [];
  #untold = 0;

  /** Adds a warning. `lineIndex` is 0-based; the message shows the number of the line, which is 1-based. */
  add(lineIndex: number, message: string): void {
    if (this.#told.length < MAX_WARNINGS) this.#told.push(`line ${lineIndex + 1}: ${message}`);
    else this.#untold += 1;
  }

  /** Adds a warning that belongs to no single line. */
  note(message: string): void {
    this.#told.push(message);
  }

  list(): string[] {
    return this.#untold === 0 ? this.#told : [...this.#told, `and ${this.#untold} more warnings`];
  }
}
