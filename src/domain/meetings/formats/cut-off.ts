import { classifyLine } from './timing.ts';
import { TranscriptFormatError } from './types.ts';

const PART_OF_A_TIME = /^\s*\d{1,9}:[\d:.,]*[ \t]*(?:-{1,2}>?[ \t]*)?$/;
const OPEN_VOICE_TAG = /<v[ .\t][^<>]*$/;

/**
 * Refuses captions that end where no program ends them, so that a file which was cut off is not half imported: in or
 * directly after a timing line, or in a voice tag. A file that was cut within words cannot be told from a whole one.
 * @throws TranscriptFormatError
 */
export function refuseCutOff(lines: readonly string[]): void {
  const last = lines.at(-1) ?? '';
  const follows =
    lines.length < 2 || lines.at(-2)?.trim() === '' || /^\d{1,9}$/.test(lines.at(-2)?.trim() ?? '');
  const isInTiming = follows && (PART_OF_A_TIME.test(last) || classifyLine(last).kind !== 'text');
  if (!isInTiming && !OPEN_VOICE_TAG.test(last)) return;
  const where = isInTiming ? 'a timing line' : 'a voice tag';
  throw new TranscriptFormatError(`the file ends in ${where}; it seems to be cut off`, lines.length);
}
