import { firstLines, splitLines, Warnings } from './lines.ts';
import type { Cue } from './segments.ts';
import { isPlausibleName } from './speaker-name.ts';
import { fromFirstEntry, toTranscript, withoutOuterBlanks } from './spoken-text.ts';
import { readTextHead } from './text-head.ts';
import { TEXT_TIME, textTimeMs } from './text-time.ts';
import { type ParsedTranscript, type TranscriptFormat, TranscriptFormatError } from './types.ts';

const BRACKETED = new RegExp(
  String.raw`^[ \t]*[[(](${TEXT_TIME})(?:[ \t]*(?:-->|[-–—])[ \t]*(${TEXT_TIME}))?[\])][ \t]*(.*)$`,
);
const BARE = /^[ \t]*(\d{1,2}:\d{2}:\d{2}(?:[.,]\d{3})?)(?:[ \t]+[-–—|])?[ \t]+(?!--?>)(\S.*)$/;
/** The chat that Zoom saves: `09:30:12 From Ada Park to Everyone:`. It is no speech. */
const CHAT = /^[ \t]*From[ \t]+\S.{0,200}?[ \t:]+(?:to[ \t]+\S.{0,200})?:/;
/** Further lines of an entry are indented in Parley's own text. */
const INDENT = /^ {1,4}/;
const MAX_LINES_BEFORE = 60;
const MIN_TIMED_SHARE = 0.4;

/** Text in which each entry begins with its time: `[00:00:04] Ada Park: words`, or `16:02:22 words` with a clock's time. */
export const timeAndText: TranscriptFormat = {
  name: 'Timed text',
  holds: 'transcript',
  extensions: ['.txt'],
  mediaTypes: ['text/plain'],
  writtenBy: 'Parley, Zoom (closed_caption.txt), Whisper (on the screen), Word (Transcribe)',
  source: 'docs/transcripts.md, and files that these programs write',
  recognises: recognisesTimeAndText,
  parse: parseTimeAndText,
};

type Timed = { at: number; startMs: number; endMs?: number; rest: string };

function recognisesTimeAndText(text: string): boolean {
  const lines = firstLines(text);
  const timed = lines.flatMap((line, at) => timedLine(line, at) ?? []);
  const first = timed[0]?.at;
  if (first === undefined || first > MAX_LINES_BEFORE) return false;
  const written = lines.slice(first).filter((line) => line.trim() !== '').length;
  const isChat = timed.filter(({ rest }) => CHAT.test(rest)).length > timed.length / 2;
  return !isChat && timed.length >= MIN_TIMED_SHARE * written;
}

function timedLine(line: string, at: number): Timed | undefined {
  const bracketed = BRACKETED.exec(line);
  const [, start = '', end] = bracketed ?? [];
  if (bracketed) {
    const startMs = textTimeMs(start);
    const endMs = end === undefined ? undefined : textTimeMs(end);
    if (startMs === undefined) return undefined;
    return { at, startMs, ...(endMs === undefined ? {} : { endMs }), rest: bracketed[3] ?? '' };
  }
  const [, time = '', rest = ''] = BARE.exec(line) ?? [];
  const startMs = textTimeMs(time);
  return startMs === undefined ? undefined : { at, startMs, rest };
}

function parseTimeAndText(text: string): ParsedTranscript {
  const lines = splitLines(text);
  const timed = lines.flatMap((line, at) => timedLine(line, at) ?? []);
  if (timed.length === 0) {
    throw new TranscriptFormatError('the text has no lines that begin with a time, such as [00:00:04]');
  }
  const warnings = new Warnings();
  const head = readTextHead(lines.slice(0, timed[0]?.at), warnings);
  const below = timed.map(({ at }, index) => withoutOuterBlanks(lines.slice(at + 1, timed[index + 1]?.at)));
  // Word writes the speaker beside the time, and the words on the lines below it.
  const areNames = timed.every(
    ({ rest }, index) => isPlausibleName(rest.trim()) && (below[index] ?? []).length > 0,
  );
  const entries = timed.map(({ at, startMs, endMs, rest }, index): Cue => {
    if (endMs !== undefined && endMs < startMs) {
      throw new TranscriptFormatError('the entry ends before it starts', at + 1);
    }
    const further = (below[index] ?? []).map((line) => line.replace(INDENT, ''));
    const words = areNames ? further : [rest, ...further];
    const cue: Cue = { at, startMs, payload: words.join('\n') };
    if (endMs !== undefined) cue.endMs = endMs;
    if (areNames) cue.speaker = rest.trim();
    return cue;
  });
  return toTranscript({ head, entries: fromFirstEntry(entries, warnings) }, warnings);
}
