import { firstLines, splitLines, Warnings } from './lines.ts';
import type { Cue } from './segments.ts';
import { isPlausibleName, type NamedText, splitSpeakerPrefix } from './speaker-name.ts';
import { toTranscript } from './spoken-text.ts';
import { plain, readTextHead } from './text-head.ts';
import { textTimeMs } from './text-time.ts';
import { type ParsedTranscript, type TranscriptFormat, TranscriptFormatError } from './types.ts';

const SECTION = /^\(?(\d{2}:\d{2}:\d{2})\)?$/;
const END = /^(?:transcription|meeting) ended after (\d{2}:\d{2}:\d{2})/i;
const DISCLAIMER = /^(?:this editable transcript was computer generated|people can also change the text)/i;
const TITLE = /(?:[-–—] |^📖 ?)transcript$/i;
const BOLD_NAME = /^\*\*([^*]{1,64}?):?\*\*:? ?/;
/** The notes that Gemini writes stand before the transcript. */
const TRANSCRIPT_PART = /^📖 ?Transcript$/;

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
    (line) => DISCLAIMER.test(line) || TITLE.test(line) || SECTION.test(line) || END.test(line),
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
  lines.slice(first).forEach((line, index) => {
    const at = first + index;
    const end = END.exec(line)?.[1];
    if (end !== undefined) durationMs = textTimeMs(end);
    if (line === '' || end !== undefined || DISCLAIMER.test(line)) return;
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

/** A speaker of whom nothing was understood. */
function isNameAlone(line: string): boolean {
  const name = line.replace(BOLD_NAME, '$1:').trim();
  return name.endsWith(':') && isPlausibleName(name.slice(0, -1));
}

function spokenIn(line: string): NamedText | undefined {
  return splitSpeakerPrefix(line.replace(BOLD_NAME, '$1: '));
}
