import { isMeetDisclaimer } from './google-meet-phrases.ts';
import { quoteLine, type Warnings } from './lines.ts';
import { TEXT_TIME, textTimeMs } from './text-time.ts';

/** The facts in the lines before the first entry of a text. */
export type TextHead = {
  title?: string;
  startMs?: number;
  durationMs?: number;
  attendees: { name: string; email?: string }[];
};

const MAX_TITLE_CHARS = 200;
/** Longer lines state no date and no duration. */
const MAX_FACT_CHARS = 300;
const PEOPLE = /^(?:speakers|attendees|participants|invited)\s*:?\s*(.*)$/i;
// These lines say nothing about the meeting.
const BOILERPLATE = /^(?:transcript|📖 ?\p{L}+|audio file)$/iu;
/** `20260131_093000` in titles of Teams, whose zone is not said. */
const TEAMS_TITLE_END = /-\d{8}_\d{6}(?:UTC)?-Meeting (?:Transcript|Recording)$/;
const TITLE_END = /\s*[-–—]\s*Transcript$/i;
const LASTING_UNITS = /^(?:(\d{1,3})h)?\s*(?:(\d{1,3})m)?\s*(?:(\d{1,3})s)?$/;
const LASTING_TIME = new RegExp(String.raw`[•·|]\s*(${TEXT_TIME})$`);
const DATE_WITH_ZONE =
  /\(?(\d{4})[-/](\d{2})[-/](\d{2})[ T,]+(?:at )?(\d{2}):(\d{2})(?::(\d{2}))? ?(?:GMT|UTC|Z)(?:([+-])(\d{1,2})(?::?(\d{2}))?)?\)?/;
const DATE =
  /(?:\b\d{1,2}[./ ]|\b\p{L}{3,9}\.? \d{1,2},? )\p{L}*\.?\d*[./ ]?,? ?(?:19|20)\d{2}\b|\b(?:19|20)\d{2}[-/.]\d{2}[-/.]\d{2}\b/u;

/**
 * Reads the lines before the first entry: the title, the people, the start if its zone is stated, and the duration. Every
 * other line is reported in a warning. `from` is the 0-based number of the first of the lines.
 */
export function readTextHead(lines: readonly string[], warnings: Warnings, from = 0): TextHead {
  const head: TextHead = { attendees: [] };
  let arePeopleNext = false;
  lines.forEach((raw, index) => {
    const line = plain(raw);
    if (line === '' || BOILERPLATE.test(line) || isMeetDisclaimer(line)) return;
    const people = arePeopleNext ? line : PEOPLE.exec(line)?.[1];
    arePeopleNext = !arePeopleNext && people === '';
    if (people === '') return;
    if (people !== undefined) head.attendees.push(...namesIn(people));
    else if (!readFact(line, head)) {
      const why = DATE.test(line) ? 'is a date without a zone' : 'stands before the first entry';
      warnings.add(from + index, `${quoteLine(line)} ${why} and was not read`);
    }
  });
  return head;
}

/** Returns a line of a document that was exported as Markdown without the marks of headings and emphasis. */
export function plain(line: string): string {
  return line
    .trim()
    .replace(/^#{1,6}\s*/, '')
    .replace(/^(\*\*|[*_])(.*)\1$/, '$2')
    .trim();
}

function readFact(line: string, head: TextHead): boolean {
  if (line.length > MAX_FACT_CHARS) return false;
  const startMs = startOf(line);
  const durationMs = durationOf(line);
  const isFact = startMs !== undefined || durationMs !== undefined;
  head.startMs ??= startMs;
  head.durationMs ??= durationMs;
  const isDate = DATE.test(line);
  if (
    head.title === undefined &&
    durationMs === undefined &&
    line.length <= MAX_TITLE_CHARS &&
    !(isDate && !isFact)
  ) {
    const title = line.replace(TEAMS_TITLE_END, '').replace(TITLE_END, '').replace(DATE_WITH_ZONE, '').trim();
    head.title = title.replace(/\s*[-–—]$/, '').trim() || undefined;
    return true;
  }
  return isFact && !(durationMs !== undefined && isDate);
}

function startOf(line: string): number | undefined {
  const found = DATE_WITH_ZONE.exec(line);
  if (!found) return undefined;
  const [, year, month, day, hour, minute, second = '00', sign = '+', zoneHours = '0', zoneMinutes = '0'] =
    found;
  const zone = `${sign}${zoneHours.padStart(2, '0')}:${zoneMinutes.padStart(2, '0')}`;
  const ms = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`);
  return Number.isNaN(ms) ? undefined : ms;
}

function durationOf(line: string): number | undefined {
  const units = LASTING_UNITS.exec(line);
  if (units && line !== '') {
    const [, hours = '0', minutes = '0', seconds = '0'] = units;
    return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  }
  const time = LASTING_TIME.exec(line)?.[1];
  return time === undefined ? undefined : textTimeMs(time);
}

function namesIn(people: string): { name: string }[] {
  return people
    .split(/[,;]/)
    .map((name) => ({ name: name.trim() }))
    .filter(({ name }) => name !== '');
}
