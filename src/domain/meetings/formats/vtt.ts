import { splitLines, Warnings } from './lines.ts';
import { readWebVttCue } from './markup.ts';
import { buildTranscript, type Cue } from './segments.ts';
import { readTimedCue, warnUntimed } from './timed-cue.ts';
import { classifyLine, type LineKind } from './timing.ts';
import { type ParsedTranscript, type TranscriptFormat, TranscriptFormatError } from './types.ts';

const SIGNATURE = /^WEBVTT(?:[ \t]([\s\S]*))?$/;
const COMMENT = /^NOTE(?:[ \t]|$)/;
const COUNTER = /^\d{1,9}$/;
const DEFINITION = /^(?:STYLE|REGION)\s*$/;
// `WEBVTT Kind: captions; Language: en` says what the track is, not what it is called.
const TRACK_METADATA = /^(?:kind|language)\s*[:=]/i;

/**
 * WebVTT by the W3C's parsing rules, with one difference: where those drop text (a block without a timing line,
 * a timing line that cannot be read), it is kept as a segment without a time, and a warning names its line.
 * https://www.w3.org/TR/webvtt1/#file-parsing
 */
export const webVtt: TranscriptFormat = { name: 'WebVTT', extensions: ['.vtt'], parse: parseWebVtt };

function parseWebVtt(text: string): ParsedTranscript {
  const lines = splitLines(text);
  const signature = SIGNATURE.exec(lines[0] ?? '');
  if (!signature) throw new TranscriptFormatError('a WebVTT file begins with WEBVTT', 1);
  const warnings = new Warnings();
  const cues = readBlocks(lines, endOfBlock(lines, 1), warnings);
  const transcript = buildTranscript(cues, readWebVttCue, warnings);
  const title = readTitle(signature[1] ?? '');
  return title === undefined ? transcript : { ...transcript, title };
}

function readTitle(headerText: string): string | undefined {
  const title = headerText.trim().replace(/^[-–—:]\s*/, '');
  return title === '' || TRACK_METADATA.test(title) ? undefined : title;
}

function readBlocks(lines: string[], from: number, warnings: Warnings): Cue[] {
  const cues: Cue[] = [];
  let at = from;
  while (at < lines.length) {
    if (lines[at]?.trim() === '') {
      at += 1;
      continue;
    }
    const timingAt = findTiming(lines, at);
    const end = endOfBlock(lines, timingAt === undefined ? at : timingAt + 1);
    if (timingAt !== undefined) {
      cues.push(readTimedCue(lines[timingAt] ?? '', timingAt, lines.slice(timingAt + 1, end), warnings));
    } else if (!isSilentBlock(lines[at] ?? '', cues.length > 0)) {
      warnUntimed(at, warnings);
      cues.push({ payload: lines.slice(at, end).join('\n') });
    }
    at = end;
  }
  return cues;
}

/**
 * A cue's timing stands on the first line of its block, or on the second behind an identifier. One that cannot be
 * read counts on the second only behind a number: other words before it may be speech, and an identifier is not
 * kept.
 */
function findTiming(lines: string[], at: number): number | undefined {
  const first = lines[at] ?? '';
  if (classifyLine(first).kind !== 'text') return at;
  const { kind } = classifyLine(lines[at + 1] ?? '');
  return kind === 'timing' || (kind !== 'text' && COUNTER.test(first)) ? at + 1 : undefined;
}

/** The first empty line from here, or timing line: that one starts a block even with no empty line before it. */
function endOfBlock(lines: string[], from: number): number {
  let at = from;
  while (at < lines.length && lines[at] !== '' && !startsCue(classifyLine(lines[at] ?? ''))) at += 1;
  return at;
}

function startsCue({ kind }: LineKind): boolean {
  return kind === 'timing' || kind === 'broken';
}

/** Comments stand anywhere; styles and regions only before the first cue, later such a block may be speech. */
function isSilentBlock(firstLine: string, isBehindCue: boolean): boolean {
  return COMMENT.test(firstLine) || (!isBehindCue && DEFINITION.test(firstLine));
}
