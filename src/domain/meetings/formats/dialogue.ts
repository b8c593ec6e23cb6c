import { firstLines, splitLines, Warnings } from './lines.ts';
import type { Cue } from './segments.ts';
import { splitSpeakerPrefix } from './speaker-name.ts';
import { toTranscript } from './spoken-text.ts';
import { readTextHead } from './text-head.ts';
import { type ParsedTranscript, type TranscriptFormat, TranscriptFormatError } from './types.ts';

/** Lines of a title and a list of people may stand before the first entry. */
const MAX_LINES_BEFORE = 60;
/** In a conversation somebody speaks, somebody else does, and both do again. */
const MIN_CHANGES = 3;
const MIN_NAMED_SHARE = 0.4;
const MIN_RECURRING_SHARE = 0.8;
const MIN_SENTENCE_SHARE = 1 / 3;

const ENDS_A_SENTENCE = /[.?!…。？！][)"”»']*$/u;
const STARTS_LOWER_CASE = /^\p{Ll}/u;

/** The words before a colon in e-mails, logs and lists of contacts, in lower case. */
const NO_SPEAKERS = new Set(
  `address|attachments|bcc|cc|company|debug|email|e-mail|error|fatal|from|info|mobile|name|phone|reply-to|sent|tel|to|trace|warn`.split(
    '|',
  ),
);

/**
 * A conversation as people write it down: `Ada Park: words`, without any time. Lists and e-mails have such lines as well, so it is
 * recognized only if at least two names take turns, and if what they say is sentences.
 */
export const dialogue: TranscriptFormat = {
  name: 'Dialogue text',
  holds: 'transcript',
  extensions: ['.txt', '.md'],
  mediaTypes: ['text/plain'],
  writtenBy: 'people, and programs that leave out the times',
  source: 'transcripts that were published as text',
  recognises: recognisesDialogue,
  parse: parseDialogue,
};

type Spoken = { name: string; text: string };

function recognisesDialogue(text: string): boolean {
  const lines = firstLines(text)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (lines.some((line) => line.includes('-->'))) return false;
  const spoken = lines.flatMap((line) => spokenIn(line) ?? []);
  const first = lines.findIndex((line) => spokenIn(line) !== undefined);
  if (first > Math.min(MAX_LINES_BEFORE, lines.length / 2)) return false;
  if (spoken.length < MIN_NAMED_SHARE * (lines.length - first)) return false;
  if (spoken.some(({ name }) => NO_SPEAKERS.has(name.toLowerCase()))) return false;
  const turns = Map.groupBy(spoken, ({ name }) => name);
  const recurring = spoken.filter(({ name }) => turns.get(name)!.length > 1);
  const changes = spoken.filter(({ name }, index) => index > 0 && spoken[index - 1]!.name !== name).length;
  const sentences = spoken.filter((one) => ENDS_A_SENTENCE.test(one.text)).length;
  return (
    new Set(recurring.map(({ name }) => name)).size > 1 &&
    changes >= MIN_CHANGES &&
    recurring.length >= MIN_RECURRING_SHARE * spoken.length &&
    sentences >= MIN_SENTENCE_SHARE * spoken.length
  );
}

function parseDialogue(text: string): ParsedTranscript {
  const lines = splitLines(text);
  const first = lines.findIndex((line) => spokenIn(line.trim()) !== undefined);
  if (first === -1) throw new TranscriptFormatError('the text has no lines like "Ada Park: words"');
  const warnings = new Warnings();
  const head = readTextHead(lines.slice(0, first), warnings);
  const entries: Cue[] = [];
  lines.slice(first).forEach((raw, index) => {
    const line = raw.trim();
    const spoken = spokenIn(line);
    if (spoken) entries.push({ at: first + index, speaker: spoken.name, payload: spoken.text });
    else if (line !== '') entries.at(-1)!.payload += `\n${line}`;
  });
  warnings.note('the file has no times, so it is not known when its entries were said');
  return toTranscript({ head, entries }, warnings);
}

function spokenIn(line: string): Spoken | undefined {
  const bold = line.replace(/^\*\*([^*]{1,64}?):?\*\*:? ?/, '$1: ');
  const found = splitSpeakerPrefix(bold);
  return found && !STARTS_LOWER_CASE.test(found.name) ? found : undefined;
}
