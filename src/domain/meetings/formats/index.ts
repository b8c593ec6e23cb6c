import { ingestJson } from './ingest-json.ts';
import { subRip } from './srt.ts';
import type { FileFormat } from './types.ts';
import { webVtt } from './vtt.ts';

/** Every format of files that meetings are imported from. CONTRIBUTING.md says what a new one takes. */
export const fileFormats: readonly FileFormat[] = [webVtt, subRip, ingestJson];

/** The endings of all files that meetings are imported from. */
export const fileExtensions: readonly string[] = fileFormats.flatMap(({ extensions }) => extensions);

/** Returns the format that the ending of a file's name tells, in any case; undefined if no format has it. */
export function formatForFile(name: string): FileFormat | undefined {
  const lowerCaseName = name.toLowerCase();
  return fileFormats.find(({ extensions }) =>
    extensions.some((extension) => lowerCaseName.endsWith(extension)),
  );
}
