import { endOfMeet, isMeetDisclaimer } from './google-meet-phrases.ts';
import { firstLines, quoteLine, splitLines, Warnings } from './lines.ts';
import type { Cue } from './segments.ts';
import { isPlausibleName, type NamedText, splitSpeakerPrefix } from './speaker-name.ts';
import { toTranscript } from './spoken-text.ts';
import { plain, readTextHead } from './text-head.ts';
import { textTimeMs } from './text-time.ts';
import { type ParsedTranscript, type TranscriptFormat, TranscriptFormatError } from './types.ts';

const SECTION = /^\(?(\d{2}:\d{2}:\d{2})\)?$/;
const TITLE = /(?:[-–—] transcript|^📖 ?\p{L}+)$/iu;
const BOLD_NAME = /^\*\*([^*]{1,64}?)[:：]?\*\*:? ?/;
/** Japanese transcripts have a colon of full width, without a space. */
const WIDE_COLON = /^([^:：]{1,64})：\s*/;
/** The notes that Gemini writes stand before the transcript. */
const TRANSCRIPT_PART = /^📖 ?\p{L}+$/u;
/** A closing line in a language whose phrases are not known: words with one time in them. */
const TIME_IN_WORDS = /^(?=.*\p{L})[^\d]{0,80}\b(\d{2}:\d{2}:\d{2})\b[^\d]{0,80}$/u;
/** Behind the closing line stand at most the two sentences that a computer wrote the transcript. */
const MAX_LINES_BEHIND = 2;

/**
 * The transcripts of Google Meet, exported from Google Docs: a title, the attendees, then `Ada Park: words` with the time on a
 * line of its own every few minutes. Such a time belongs to the entry below it; the others have none.
 */
export const googleMeet: TranscriptFormat = {
  name: 'Google Meet text',
  holds: 'transcript',
  extensions: ['.txt', '.md'],
  mediaTypes: ['text/plain'],
  writtenBy: 'Google Meet (documents exported as text or Markdown)',
  source: 'transcripts that were published after their export',
  recognises: recognisesMeet,
  parse: parseMeet,
};

function recognisesMeet(text: string): boolean {
  const lines = firstLines(text).map(plain);
  const isMarked = lines.some(
    (line) =>
      isMeetDisclaimer(line) || TITLE.test(line) || SECTION.test(line) || endOfMeet(line) !== undefined,
  );
  return isMarked && lines.filter((line) => spokenIn(line) !== undefined).length > 1;
}

function parseMeet(text: string): ParsedTranscript {
  const raw = splitLines(text);
  const lines = raw.map(plain);
  const from = lines.findLastIndex((line) => TRANSCRIPT_PART.test(line)) + 1;
  const first = lines.findIndex((line, at) => at >= from && (SECTION.test(line) || spokenIn(line)));
  if (first === -1) throw new TranscriptFormatError('the text has no lines like "Ada Park: words"');
  const warnings = new Warnings();
  const head = readTextHead(lines.slice(0, first), warnings);
  const entries: Cue[] = [];
  let sectionMs: number | undefined;
  let durationMs: number | undefined;
  const closing = closingLine(raw, lines, first);
  lines.slice(first).forEach((line, index) => {
    const at = first + index;
    const end = endOfMeet(line) ?? (at === closing ? TIME_IN_WORDS.exec(line)?.[1] : undefined);
    if (end !== undefined) durationMs = textTimeMs(end);
    if (closing !== undefined && at >= closing && line !== '') {
      warnings.add(at, `${quoteLine(line)} closes the transcript and was not read as words`);
      return;
    }
    if (line === '' || end !== undefined || isMeetDisclaimer(line)) return;
    const section = SECTION.exec(line)?.[1];
    if (section !== undefined) {
      sectionMs = textTimeMs(section);
      return;
    }
    const said = raw[at]?.trim() ?? '';
    const named = spokenIn(said);
    if (!named && isNameAlone(said)) return;
    const last = entries.at(-1);
    if (!named && last) {
      last.payload += `\n${said}`;
      return;
    }
    const entry: Cue = { at, payload: named?.text ?? said };
    if (named) entry.speaker = named.name;
    if (sectionMs !== undefined) entry.startMs = sectionMs;
    sectionMs = undefined;
    entries.push(entry);
  });
  const untimed = entries.filter(({ startMs }) => startMs === undefined).length;
  if (untimed > 0 && untimed < entries.length) {
    warnings.note(`the file has a time every few minutes only; ${untimed} entries in between have none`);
  }
  return toTranscript({ head, entries, ...(durationMs === undefined ? {} : { durationMs }) }, warnings);
}

/**
 * Returns the index of the closing line if its phrase is not known: a heading, or words below two empty lines, with a time that is
 * no earlier than any section, and at most two sentences behind it.
 */
function closingLine(raw: readonly string[], lines: readonly string[], first: number): number | undefined {
  const written = lines.flatMap((line, at) => (at > first && line !== '' ? [at] : []));
  const last = written.slice(-1 - MAX_LINES_BEHIND);
  if (last.some((at) => endOfMeet(lines[at]!) !== undefined)) return undefined;
  const isApart = (at: number) => raw[at]!.startsWith('#') || (lines[at - 1] === '' && lines[at - 2] === '');
  const at = last.findLast((one) => isApart(one) && TIME_IN_WORDS.test(lines[one]!));
  if (at === undefined || last.some((one) => one >= at && spokenIn(lines[one]!))) return undefined;
  const sections = lines.flatMap((line) => SECTION.exec(line)?.[1] ?? []);
  const endMs = textTimeMs(TIME_IN_WORDS.exec(lines[at]!)![1]!) ?? -1;
  return sections.every((section) => textTimeMs(section)! <= endMs) && sections.length > 0 ? at : undefined;
}

/** A speaker of whom nothing was understood. */
function isNameAlone(line: string): boolean {
  const name = line.replace(BOLD_NAME, '$1:').replace(WIDE_COLON, '$1:').trim();
  return name.endsWith(':') && isPlausibleName(name.slice(0, -1));
}

function spokenIn(line: string): NamedText | undefined {
  return splitSpeakerPrefix(line.replace(BOLD_NAME, '$1: ').replace(WIDE_COLON, '$1: '));
}
