import { refuseCutOff } from './cut-off.ts';
import { firstLines, splitLines, Warnings } from './lines.ts';
import { buildTranscript, type Cue } from './segments.ts';
import { readTimedCue, warnUntimed } from './timed-cue.ts';
import { type ParsedTranscript, type TranscriptFormat, TranscriptFormatError } from './types.ts';

const TIME = String.raw`\d{1,9}:\d{1,2}:\d{1,2}\.\d{3}`;
const TIMING = new RegExp(String.raw`^[ \t]*(${TIME})[ \t]*,[ \t]*(${TIME})[ \t]*$`);
const NEARLY_A_TIMING = /^[ \t]*\d[\d:.]*:[\d:.]*[ \t]*,[ \t]*\d[\d:.]*:[\d:.]*[ \t]*$/;

/** Subtitles of YouTube's editor: a line with start and end, separated by a comma, then the text, then an empty line. */
export const subViewer: TranscriptFormat = {
  name: 'SBV',
  holds: 'transcript',
  extensions: ['.sbv'],
  mediaTypes: ['text/plain'],
  writtenBy: 'YouTube and Google Meet',
  source: 'https://support.google.com/youtube/answer/2734698',
  recognises: (text) => TIMING.test(firstLines(text).find((line) => line.trim() !== '') ?? ''),
  parse: parseSubViewer,
};

function parseSubViewer(text: string): ParsedTranscript {
  const lines = splitLines(text);
  const starts = lines.flatMap((line, at) => (TIMING.test(line) || NEARLY_A_TIMING.test(line) ? [at] : []));
  if (!starts.some((at) => TIMING.test(lines[at] ?? ''))) {
    throw new TranscriptFormatError('an SBV file has lines like 0:00:01.000,0:00:02.000; this has none');
  }
  refuseCutOff(lines.map(withArrow));
  const warnings = new Warnings();
  const cues: Cue[] = [];
  const before = trimmed(lines, 0, starts[0] ?? 0);
  if (before.length > 0) {
    const at = lines.findIndex((line) => line.trim() !== '');
    warnUntimed(at, warnings);
    cues.push({ at, payload: before.join('\n') });
  }
  starts.forEach((at, index) => {
    const payload = trimmed(lines, at + 1, starts[index + 1] ?? lines.length);
    cues.push(readTimedCue(withArrow(lines[at] ?? ''), at, payload, warnings));
  });
  return buildTranscript(cues, (payload) => [{ text: payload.replaceAll('[br]', '\n') }], warnings);
}

/** Writes a timing line as other captions have it. */
function withArrow(line: string): string {
  return TIMING.test(line) || NEARLY_A_TIMING.test(line) ? line.replace(',', ' --> ') : line;
}

function trimmed(lines: string[], from: number, to: number): string[] {
  let first = from;
  let end = to;
  while (first < end && lines[first]?.trim() === '') first += 1;
  while (end > first && lines[end - 1]?.trim() === '') end -= 1;
  return lines.slice(first, end);
}
