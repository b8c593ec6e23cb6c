import { fireflies } from './json/fireflies.ts';
import { JsonPlace } from './json/place.ts';
import { firstLines, quoteLine, splitLines, Warnings } from './lines.ts';
import { type NamedText, splitSpeakerPrefix } from './speaker-name.ts';
import { TEXT_TIME, textTimeMs } from './text-time.ts';
import { type ParsedTranscript, type TranscriptFormat, TranscriptFormatError } from './types.ts';

const SENTENCES = /^Sentences: ?(.*)$/;
const BEFORE_SENTENCES = /^(?:Id|DateString|Privacy|Speakers): /;
const FIELD = /^([A-Z][A-Za-z]*(?: [A-Z][a-z]*)?): ?(.*)$/;
const TIMES = new RegExp(String.raw`^\[(${TEXT_TIME}) - (${TEXT_TIME})\] (.*)$`);

/** The members of a transcript in the API of Fireflies that the fields of the text are. */
const MEMBERS = new Map([
  ['Id', 'id'],
  ['DateString', 'dateString'],
  ['Date', 'date'],
  ['Title', 'title'],
  ['Host Email', 'host_email'],
  ['Organizer Email', 'organizer_email'],
  ['Meeting Link', 'meeting_link'],
]);
/** Fields without a place in a meeting. */
const OTHERS = `Privacy|Speakers|Calendar Id|Fireflies Users|Transcript Url|Audio Url|Video Url|Cal Id|Calendar Type|Is Live`;
const FIELDS = new Set([
  ...MEMBERS.keys(),
  'Participants',
  'Meeting Attendees',
  'Duration',
  ...OTHERS.split('|'),
]);

const MAX_NAME_CHARS = 120;
const MS_PER_SECOND = 1000;

/**
 * The text that the tool `fireflies_get_transcript` of the MCP server of Fireflies returns: a field on each line, in between
 * `Sentences: ` and the sentences on a line each, `Ada Park: words` or `[00:04 - 00:06] Ada Park: words`.
 */
export const firefliesText: TranscriptFormat = {
  name: 'Fireflies text',
  holds: 'transcript',
  extensions: ['.txt', '.md'],
  mediaTypes: ['text/plain'],
  writtenBy: 'the MCP server of Fireflies (`fireflies_get_transcript`)',
  source: 'https://docs.fireflies.ai/mcp-tools/overview, and answers of the tool in public repositories',
  recognises: recognisesFirefliesText,
  parse: parseFirefliesText,
};

type Field = { name: string; value: string };

function recognisesFirefliesText(text: string): boolean {
  const lines = firstLines(text);
  const at = lines.findIndex((line) => SENTENCES.test(line));
  return at > 0 && lines.slice(0, at).filter((line) => BEFORE_SENTENCES.test(line)).length > 1;
}

function parseFirefliesText(text: string): ParsedTranscript {
  const warnings = new Warnings();
  const lines = splitLines(text);
  const from = lines.findIndex((line) => SENTENCES.test(line));
  if (from === -1) throw new TranscriptFormatError('the text has no line that begins with "Sentences: "');
  const to = lines.findIndex((_, at) => at > from && endsSentences(lines, at));
  if (to === -1) {
    const message = 'no fields such as "Title: " follow the sentences; the file seems to be cut off';
    throw new TranscriptFormatError(message, lines.length);
  }
  const fields = new Map<string, string>();
  lines.forEach((line, at) => {
    if ((at >= from && at < to) || line.trim() === '') return;
    const field = fieldIn(line);
    if (field === undefined) warnings.add(at, `${quoteLine(line.trim())} is no known field and was not read`);
    else if (!isAbsent(field)) fields.set(field.name, field.value);
  });
  const spoken = lines.slice(from, to).map((line) => SENTENCES.exec(line)?.[1] ?? line);
  const hasSentences = !isAbsent({ name: 'Sentences', value: spoken.join('\n').trim() });
  const sentences = hasSentences ? sentencesIn(spoken, from, fields.get('Speakers')) : undefined;
  if (sentences?.every(({ start_time }) => start_time === undefined)) {
    warnings.note('the file has no times, so it is not known when its entries were said');
  }
  if (fields.get('Is Live') === 'true')
    warnings.note('the meeting was not over yet when the text was written');
  const read = fireflies.read(new JsonPlace(documentOf(fields, sentences)), new JsonPlace({}));
  const transcript = read as ParsedTranscript;
  return { ...transcript, warnings: [...warnings.list(), ...transcript.warnings] };
}

/** Two different fields on lines that follow each other end the sentences; a speaker may have the name of one. */
function endsSentences(lines: readonly string[], at: number): boolean {
  const [first, second] = [fieldIn(lines[at]!), fieldIn(lines[at + 1] ?? '')];
  return first !== undefined && second !== undefined && first.name !== second.name;
}

function fieldIn(line: string): Field | undefined {
  const [, name = '', value = ''] = FIELD.exec(line) ?? [];
  return FIELDS.has(name) ? { name, value: value.trim() } : undefined;
}

/** A field without a value has a text such as `No audio url`. */
function isAbsent({ name, value }: Field): boolean {
  return value === '' || value.toLowerCase() === `no ${name.toLowerCase()}`;
}

/** Reads sentences as the API of Fireflies returns them. A line that neither a time nor a name begins continues the one before. */
function sentencesIn(lines: readonly string[], from: number, listed = '') {
  const names = new Set(listed.split(', '));
  const sentences: { text: string; speaker_name?: string; start_time?: number; end_time?: number }[] = [];
  lines.forEach((line, index) => {
    const [, start, end, rest = line] = TIMES.exec(line) ?? [];
    const named = splitListedName(rest, names) ?? splitSpeakerPrefix(rest);
    const last = sentences.at(-1);
    if (start === undefined && named === undefined && last !== undefined) last.text += `\n${line}`;
    else {
      const times = start === undefined || end === undefined ? {} : timesOf(start, end, from + index + 1);
      sentences.push({ text: named?.text ?? rest, ...(named && { speaker_name: named.name }), ...times });
    }
  });
  return sentences;
}

/** The names of the field `Speakers` need not look like names; the longest is taken, because it may contain a colon. */
function splitListedName(text: string, names: ReadonlySet<string>): NamedText | undefined {
  for (let at = text.lastIndexOf(': ', MAX_NAME_CHARS); at > 0; at = text.lastIndexOf(': ', at - 1)) {
    const name = text.slice(0, at);
    if (names.has(name)) return { name, text: text.slice(at + 2) };
  }
  return undefined;
}

function timesOf(start: string, end: string, line: number) {
  const [startMs, endMs] = [textTimeMs(start), textTimeMs(end)];
  if (startMs === undefined || endMs === undefined) throw new TranscriptFormatError('no valid times', line);
  if (endMs < startMs) throw new TranscriptFormatError('the entry ends before it starts', line);
  return { start_time: startMs / MS_PER_SECOND, end_time: endMs / MS_PER_SECOND };
}

function documentOf(fields: ReadonlyMap<string, string>, sentences: object[] | undefined) {
  const members = [...MEMBERS].map(([field, member]) => [member, fields.get(field)]);
  const duration = fields.get('Duration');
  const attendees = (fields.get('Meeting Attendees') ?? '').split(',').map((email) => email.trim());
  return {
    ...Object.fromEntries(members),
    ...(duration !== undefined && { duration: Number(duration) }),
    sentences,
    meeting_attendees: attendees.filter((email) => email !== '').map((email) => ({ email })),
    participants: [fields.get('Participants') ?? ''].filter((emails) => emails !== ''),
  };
}
