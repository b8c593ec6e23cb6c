import { firstLines, splitLines, Warnings } from './lines.ts';
import type { Cue } from './segments.ts';
import { toTranscript } from './spoken-text.ts';
import { textTimeMs } from './text-time.ts';
import { type ParsedTranscript, type TranscriptFormat, TranscriptFormatError } from './types.ts';

const TITLE = /^# (.*)$/;
const START = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{3})?Z$/;
/** `**Ada Park** 00:04:01: words`, with the speaker, the time, both or neither. In words, `*` has a backslash before it. */
const ENTRY = /^(?:\*\*((?:[^*\\\n]|\\[^\n])+)\*\* ?)?(\d{2,3}:\d{2}:\d{2})?: (.*)$/s;
/** A backslash stands before characters that mean something in Markdown, and before line breaks, of which the last one ends the entry. */
const ESCAPED = /\\([\n!-/:-@[-`{-~]|$)/g;
const HEAD_LINES = 2;

/** Parley's own transcripts in Markdown. */
export const parleyMarkdown: TranscriptFormat = {
  name: 'Parley Markdown',
  holds: 'transcript',
  extensions: ['.md'],
  mediaTypes: ['text/markdown'],
  writtenBy: 'Parley',
  source: 'docs/transcripts.md',
  recognises: (text) => headOf(firstLines(text)) !== undefined,
  parse: parseParleyMarkdown,
};

type Head = { title: string; startMs: number };

function headOf(lines: readonly string[]): Head | undefined {
  const [title = '', start = ''] = lines.filter((line) => line !== '').slice(0, HEAD_LINES);
  const named = TITLE.exec(title)?.[1];
  if (named === undefined || !START.test(start)) return undefined;
  const startMs = Date.parse(start);
  return Number.isNaN(startMs) ? undefined : { title: unescaped(named), startMs };
}

function parseParleyMarkdown(text: string): ParsedTranscript {
  const lines = splitLines(text);
  const head = headOf(lines);
  if (!head) throw new TranscriptFormatError('the text does not begin with a title and a start');
  const warnings = new Warnings();
  const entries: Cue[] = [];
  let from: number | undefined;
  let paragraphs = 0;
  for (let at = 0; at <= lines.length; at++) {
    const isEmpty = at === lines.length || lines[at] === '';
    if (!isEmpty) from ??= at;
    if (!isEmpty || from === undefined) continue;
    paragraphs += 1;
    if (paragraphs > HEAD_LINES) entries.push(entryOf(lines.slice(from, at).join('\n'), from));
    from = undefined;
  }
  return toTranscript({ head: { ...head, attendees: [] }, entries }, warnings);
}

function entryOf(paragraph: string, at: number): Cue {
  const [, name, time, words = ''] = ENTRY.exec(paragraph) ?? [];
  if (name === undefined && time === undefined) return { at, payload: unescaped(paragraph) };
  const startMs = time === undefined ? undefined : textTimeMs(time);
  return {
    ...{ at, payload: unescaped(words) },
    ...(startMs !== undefined && { startMs }),
    ...(name !== undefined && { speaker: unescaped(name) }),
  };
}

function unescaped(text: string): string {
  return text.replace(ESCAPED, '$1');
}
