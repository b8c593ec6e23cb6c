import { firstLines, quoteLine, splitLines, Warnings } from './lines.ts';
import type { Cue } from './segments.ts';
import { isPlausibleName } from './speaker-name.ts';
import { toTranscript, withoutOuterBlanks } from './spoken-text.ts';
import { readTextHead } from './text-head.ts';
import { TEXT_TIME, textTimeMs } from './text-time.ts';
import { type ParsedTranscript, type TranscriptFormat, TranscriptFormatError } from './types.ts';

const HEADING = new RegExp(
  String.raw`^[ \t]*@?(${TEXT_TIME})[ \t]+[-–—|](?:[ \t]+(\S.{0,119}?))?[ \t\u00a0]*$`,
);
/** `Grace Lund (grace@acme.example)` */
const NAME_AND_EMAIL = /^(.*\S)[ \t]+\(([^()\s]+@[^()\s]+)\)$/;
/** Fathom writes such lines between the words, and may go on with words on the same line. */
const EVENT = /^((?:SCREEN SHARING|ACTION ITEM): .{1,500}? - WATCH(?:: https?:\/\/\S+)?)(?:[ \t]+(.*))?$/;
const RECORDING = /^VIEW RECORDING - (\d{1,4}) mins?\b.{0,100}?(?:: *(https?:\/\/\S+)?)?$/;
/** Lines that say nothing. */
const RULE = /^[ \t]*-{3,}[ \t]*$/;
/** The lines of an entry are indented. */
const INDENT = /^ {1,4}/;

const MS_PER_MINUTE = 60_000;
/** Lines of a title and a list of people may stand before the first entry. */
const MAX_LINES_BEFORE = 60;
const MIN_HEADINGS = 2;
/** Lists of chapters have such lines, too, but no words below most of them. */
const MIN_SPOKEN_SHARE = 0.8;

/** Text with the time and the speaker on a line above each entry, such as `0:03 - Ada Park` or `0:03 | Ada`. */
export const timeAndName: TranscriptFormat = {
  name: 'Fathom or Gong text',
  holds: 'transcript',
  extensions: ['.txt'],
  mediaTypes: ['text/plain'],
  writtenBy: 'Fathom and Gong (copied or downloaded in their applications)',
  source: 'transcripts of Fathom in public repositories',
  recognises: recognisesTimeAndName,
  parse: parseTimeAndName,
};

type Heading = { at: number; ms: number; name?: string; email?: string };

function recognisesTimeAndName(text: string): boolean {
  const lines = firstLines(text);
  const headings = headingsIn(lines);
  if (headings.length < MIN_HEADINGS || headings[0]!.at > MAX_LINES_BEFORE) return false;
  const named = headings.filter(({ name }) => name !== undefined && isPlausibleName(name));
  // What follows the last one may be cut off by the limit on the lines that are looked at.
  const spoken = headings.slice(0, -1).filter(({ at }, index) => wordsBelow(lines, at, headings[index + 1]));
  const isMost = (part: unknown[], all: number) => part.length >= MIN_SPOKEN_SHARE * all;
  return isMost(named, headings.length) && isMost(spoken, headings.length - 1);
}

function wordsBelow(lines: readonly string[], at: number, next: Heading | undefined): boolean {
  return lines.slice(at + 1, next?.at).some((line) => line.trim() !== '');
}

function headingsIn(lines: readonly string[]): Heading[] {
  return lines.flatMap((line, at) => headingAt(lines, line, at) ?? []);
}

function headingAt(lines: readonly string[], line: string, at: number): Heading | undefined {
  const isApart = at === 0 || lines[at - 1]?.trim() === '' || RULE.test(lines[at - 1]!);
  const [, time = '', who] = (isApart && HEADING.exec(line)) || [];
  const ms = textTimeMs(time);
  if (ms === undefined) return undefined;
  const [, name, email] = (who && NAME_AND_EMAIL.exec(who)) || [];
  if (name !== undefined && email !== undefined) return { at, ms, name, email };
  return { at, ms, ...(who !== undefined && { name: who }) };
}

function parseTimeAndName(text: string): ParsedTranscript {
  const warnings = new Warnings();
  const lines = splitLines(text);
  const headings = headingsIn(lines);
  if (headings.length === 0) {
    throw new TranscriptFormatError('the text has no lines like "0:03 - Ada Park"');
  }
  const before = lines.slice(0, headings[0]!.at);
  const [, minutes, callUrl] = before.map((line) => RECORDING.exec(line.trim())).find(Boolean) ?? [];
  const isTold = (line: string) => RECORDING.test(line.trim()) || RULE.test(line);
  const head = readTextHead(
    before.map((line) => (isTold(line) ? '' : line)),
    warnings,
  );
  const people = new Map(headings.flatMap(({ name, email }) => (name && email ? [[email, name]] : [])));
  for (const [email, name] of people) head.attendees.push({ name, email });
  const entries = headings.map(({ at, ms, name }, index): Cue => {
    const payload = spokenIn(lines, at + 1, headings[index + 1]?.at ?? lines.length, warnings);
    if (payload === '') warnings.add(at, `${quoteLine(lines[at]!.trim())} has no words below it`);
    return { at, startMs: ms, payload, ...(name !== undefined && { speaker: name }) };
  });
  const spoken = { head, entries, ...(minutes && { durationMs: Number(minutes) * MS_PER_MINUTE }) };
  return { ...toTranscript(spoken, warnings), ...(callUrl !== undefined && { callUrl }) };
}

/** Returns the words of an entry, without what Fathom tells between them. */
function spokenIn(lines: readonly string[], from: number, to: number, warnings: Warnings): string {
  const said = lines.slice(from, to).flatMap((raw, index) => {
    const line = raw.replace(INDENT, '');
    const [event, told = '', rest] = EVENT.exec(line.trim()) ?? [];
    if (event === undefined) return [line];
    warnings.add(from + index, `${quoteLine(told)} is no speech and was not read`);
    return rest === undefined ? [] : [rest];
  });
  return withoutOuterBlanks(said).join('\n');
}
