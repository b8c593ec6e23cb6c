import { ingestJson } from './ingest-json.ts';
import { subRip } from './srt.ts';
import type { FileFormat } from './types.ts';
import { webVtt } from './vtt.ts';

/** The formats of files from which meetings are imported. CONTRIBUTING.md describes how to add one. */
export const fileFormats: readonly FileFormat[] = [webVtt, subRip, ingestJson];

/** The file name extensions from which meetings are imported. */
export const fileExtensions: readonly string[] = fileFormats.flatMap(({ extensions }) => extensions);

/** Returns the format that the ending of a file's name tells, in any case; undefined if no format has it. */
export function formatForFile(name: string): FileFormat | undefined {
  const lowerCaseName = name.toLowerCase();
  return fileFormats.find(({ extensions }) =>
    extensions.some((extension) => lowerCaseName.endsWith(extension)),
  );
}
