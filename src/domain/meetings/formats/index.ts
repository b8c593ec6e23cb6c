import { wordDocument } from './docx.ts';
import { firefliesText } from './fireflies-text.ts';
import { json } from './json.ts';
import { subViewer } from './sbv.ts';
import { speechFormats } from './speech-formats.ts';
import { subRip } from './srt.ts';
import type { FileFormat } from './types.ts';
import { webVtt } from './vtt.ts';
import { whisperTsv } from './whisper-tsv.ts';

/**
 * The formats of files from which meetings are imported, in the order in which they are tried. CONTRIBUTING.md describes
 * how to add one.
 */
export const fileFormats: readonly FileFormat[] = [
  webVtt,
  whisperTsv,
  subViewer,
  firefliesText,
  ...speechFormats,
  subRip,
  wordDocument,
  json,
];

/** The file name extensions that the formats have as a rule. */
export const fileExtensions: readonly string[] = [
  ...new Set(fileFormats.flatMap(({ extensions }) => extensions)),
];

/** Returns the formats that the ending of a file's name allows, in any case. */
export function formatsForName(name: string): FileFormat[] {
  const lowerCaseName = name.toLowerCase();
  return fileFormats.filter(({ extensions }) =>
    extensions.some((extension) => lowerCaseName.endsWith(extension)),
  );
}

/** The names that a file's format may have. */
export const formatNames: readonly string[] = [
  ...new Set(fileFormats.flatMap(({ name, variants = [] }) => [name, ...variants])),
];
