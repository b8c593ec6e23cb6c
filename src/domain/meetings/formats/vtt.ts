import { refuseCutOff } from './cut-off.ts';
import { splitLines, Warnings } from './lines.ts';
import { readWebVttCue } from './markup.ts';
import { buildTranscript, type Cue } from './segments.ts';
import { readTimedCue, warnUntimed } from './timed-cue.ts';
import { classifyLine, type LineKind, padMilliseconds } from './timing.ts';
import { type ParsedTranscript, type TranscriptFormat, TranscriptFormatError } from './types.ts';
import { isGraphPayload, readGraphCues } from './vtt-graph.ts';
import { speakersOfIdentifiers } from './vtt-identifiers.ts';

const SIGNATURE = /^WEBVTT(?:[ \t]([\s\S]*))?$/;
const REPEATED_SIGNATURE = /^\uFEFF?WEBVTT[ \t]*$/;
/** As in parts of a stream: `X-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:900000`. */
const HEADER_FIELD = /^(?:X-[A-Z-]+|Kind|Language)[=:]/i;
const COMMENT = /^NOTE(?:[ \t]|$)/;
const COUNTER = /^\d{1,9}$/;
const LANGUAGE_NOTE = /^NOTE[ \t]+language[ \t]*:[ \t]*([a-z\d-]{2,64})[ \t]*$/i;
const DEFINITION = /^(?:STYLE|REGION)\s*$/;
// A header such as `WEBVTT Kind: captions; Language: en` describes the track and is no title.
const TRACK_LANGUAGE = /(?:^|;)[ \t]*language[ \t]*[:=][ \t]*([a-z\d-]{2,64})[ \t]*(?:;|$)/i;
const TRACK_METADATA = /^(?:kind|language)\s*[:=]/i;

/**
 * WebVTT, read by the parsing rules of the W3C with one difference: text that those rules drop (a block without a timing
 * line, or one whose timing line cannot be read) is kept as a segment without a time, and a warning names its line.
 * https://www.w3.org/TR/webvtt1/#file-parsing
 */
export const webVtt: TranscriptFormat = {
  name: 'WebVTT',
  holds: 'transcript',
  extensions: ['.vtt'],
  mediaTypes: ['text/vtt'],
  writtenBy: 'Zoom, Microsoft Teams and Graph, Webex, YouTube, most speech-to-text programs',
  source: 'https://www.w3.org/TR/webvtt1/, https://learn.microsoft.com/graph/api/calltranscript-get',
  recognises: (text) => /^\uFEFF?WEBVTT(?:[ \t\r\n]|$)/.test(text),
  parse: parseWebVtt,
};

function parseWebVtt(text: string): ParsedTranscript {
  const lines = padMilliseconds(splitLines(text));
  const signature = SIGNATURE.exec(lines[0] ?? '');
  if (!signature) throw new TranscriptFormatError('a WebVTT file begins with WEBVTT', 1);
  refuseCutOff(lines);
  const warnings = new Warnings();
  const headerEnd = endOfBlock(lines, 1);
  const cues = readBlocks(lines, headerEnd, warnings);
  const transcript = isGraphPayload(cues[0]?.payload ?? '')
    ? readGraphCues(cues, warnings)
    : buildTranscript(cues, readWebVttCue, warnings);
  const title = readTitle(signature[1] ?? '');
  if (title !== undefined) transcript.title = title;
  const language = readLanguage([signature[1] ?? '', ...lines.slice(1, headerEnd)]) ?? notedLanguage(lines);
  if (language !== undefined) transcript.language = language;
  return transcript;
}

/** Returns the language that a comment of Microsoft Stream states. */
function notedLanguage(lines: string[]): string | undefined {
  const note = lines.find((line) => line.startsWith('NOTE') && LANGUAGE_NOTE.test(line));
  return note === undefined ? undefined : LANGUAGE_NOTE.exec(note)?.[1];
}

function readTitle(headerText: string): string | undefined {
  const title = headerText.trim().replace(/^[-–—:]\s*/, '');
  return title === '' || TRACK_METADATA.test(title) ? undefined : title;
}

/** Returns the language that a header such as `Language: en` states. */
function readLanguage(header: string[]): string | undefined {
  for (const line of header) {
    const tag = TRACK_LANGUAGE.exec(line)?.[1];
    if (tag !== undefined) return tag;
  }
  return undefined;
}

function readBlocks(lines: string[], from: number, warnings: Warnings): Cue[] {
  const cues: Cue[] = [];
  const identifiers = new Map<Cue, string>();
  let at = from;
  while (at < lines.length) {
    if (lines[at]?.trim() === '') {
      at += 1;
      continue;
    }
    const timingAt = findTiming(lines, at);
    const end = endOfBlock(lines, timingAt === undefined ? at : timingAt + 1);
    if (timingAt !== undefined) {
      const cue = readTimedCue(lines[timingAt] ?? '', timingAt, lines.slice(timingAt + 1, end), warnings);
      const identifier = lines[at] ?? '';
      if (timingAt !== at && !COUNTER.test(identifier)) identifiers.set(cue, identifier);
      cues.push(cue);
    } else if (!isSilentBlock(lines.slice(at, end), cues.length > 0)) {
      warnUntimed(at, warnings);
      cues.push({ at, payload: lines.slice(at, end).join('\n') });
    }
    at = end;
  }
  const speakers = speakersOfIdentifiers([...identifiers.values()]);
  for (const [cue, identifier] of identifiers) {
    const speaker = speakers.get(identifier);
    if (speaker !== undefined) cue.speaker = speaker;
  }
  return cues;
}

/**
 * Returns the line of a cue's timing: the first line of its block, or the second one after an identifier. A timing that
 * cannot be read is accepted on the second line only after a number, because other words before it may be speech, and
 * an identifier is not kept.
 */
function findTiming(lines: string[], at: number): number | undefined {
  const first = lines[at] ?? '';
  if (classifyLine(first).kind !== 'text') return at;
  const { kind } = classifyLine(lines[at + 1] ?? '');
  return kind === 'timing' || (kind !== 'text' && COUNTER.test(first)) ? at + 1 : undefined;
}

/** Returns the first line from here that is empty or has a timing, which starts a block even without an empty line. */
function endOfBlock(lines: string[], from: number): number {
  let at = from;
  while (at < lines.length && lines[at] !== '' && !startsCue(classifyLine(lines[at] ?? ''))) at += 1;
  return at;
}

function startsCue({ kind }: LineKind): boolean {
  return kind === 'timing' || kind === 'broken';
}

/**
 * Comments may be anywhere, and so may the header of another file that was appended; styles and regions only before the first cue,
 * because such a block may be speech later.
 */
function isSilentBlock([first = '', ...others]: string[], isBehindCue: boolean): boolean {
  const isHeader = REPEATED_SIGNATURE.test(first) && others.every((line) => HEADER_FIELD.test(line));
  return COMMENT.test(first) || isHeader || (!isBehindCue && DEFINITION.test(first));
}
