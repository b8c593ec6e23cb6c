import { subRip } from './srt.ts';
import type { TranscriptFormat } from './types.ts';
import { webVtt } from './vtt.ts';

/** Every transcript format Parley reads. */
export const transcriptFormats: readonly TranscriptFormat[] = [webVtt, subRip];

/** The format a file's name tells by its extension, in any case; undefined where none has it. */
export function formatForFile(name: string): TranscriptFormat | undefined {
  const lowerCaseName = name.toLowerCase();
  return transcriptFormats.find((format) =>
    format.extensions.some((extension) => lowerCaseName.endsWith(extension)),
  );
}
