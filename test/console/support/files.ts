import { type CsvRecord, parseCsv } from '../../../console/src/parts/csv.ts';

/** A file as a file chooser takes it. */
export type GivenFile = { name: string; mimeType: string; buffer: Buffer };

/** A file of text. */
export const fileOf = (name: string, text: string): GivenFile => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(text),
});

/** The records of a CSV, by the names in its first line. */
export function recordsOf(csv: string): Record<string, string>[] {
  const [head, ...rest] = parseCsv(csv) as [CsvRecord, ...CsvRecord[]];
  return rest.map(({ cells }) =>
    Object.fromEntries(head.cells.map((name, index) => [name, cells[index] ?? ''])),
  );
}

type Said = readonly [speaker: string, text: string];

const SECONDS_A_LINE = 6;

const clock = (seconds: number, mark: string): string =>
  `${new Date(seconds * 1000).toISOString().slice(11, 19)}${mark}000`;

const span = (index: number, mark: string): string =>
  `${clock(index * SECONDS_A_LINE, mark)} --> ${clock((index + 1) * SECONDS_A_LINE, mark)}`;

/** A transcript as video conferences save it: WebVTT with voices. */
export const vttOf = (said: readonly Said[]): string =>
  `WEBVTT\n\n${said.map(([who, text], index) => `${index + 1}\n${span(index, '.')}\n<v ${who}>${text}</v>\n`).join('\n')}`;

/** The same as SubRip. */
export const srtOf = (said: readonly Said[]): string =>
  said.map(([who, text], index) => `${index + 1}\n${span(index, ',')}\n${who}: ${text}\n`).join('\n');
