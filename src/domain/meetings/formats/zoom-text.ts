import { firstLines, splitLines, Warnings } from './lines.ts';
import type { Cue } from './segments.ts';
import { fromFirstEntry, toTranscript, withoutOuterBlanks } from './spoken-text.ts';
import { readTextHead } from './text-head.ts';
import { textTimeMs } from './text-time.ts';
import { type ParsedTranscript, type TranscriptFormat, TranscriptFormatError } from './types.ts';

const HEADING = /^\[([^\n]{1,120})\][ \t]+(\d{1,2}:\d{2}:\d{2})[ \t]*$/;

/**
 * The captions that Zoom's desktop program saves: `[Ada Park] 12:27:53`, with the time of the clock, above the words.
 */
export const zoomText: TranscriptFormat = {
  name: 'Zoom captions',
  holds: 'transcript',
  extensions: ['.txt'],
  mediaTypes: ['text/plain'],
  writtenBy: 'Zoom (meeting_saved_closed_caption.txt)',
  source: 'files that Zoom saved, in public repositories',
  recognises: (text) => HEADING.test(firstLines(text).find((line) => line.trim() !== '') ?? ''),
  parse: parseZoomText,
};

function parseZoomText(text: string): ParsedTranscript {
  const lines = splitLines(text);
  const starts = lines.flatMap((line, at) => {
    const [, name = '', time = ''] = HEADING.exec(line) ?? [];
    const ms = textTimeMs(time);
    return ms === undefined ? [] : [{ at, ms, name: name.trim() }];
  });
  if (starts.length === 0) {
    throw new TranscriptFormatError('the text has no lines like [Ada Park] 12:27:53');
  }
  const warnings = new Warnings();
  const head = readTextHead(lines.slice(0, starts[0]?.at), warnings);
  const entries = starts.map(({ at, ms, name }, index): Cue => {
    const payload = withoutOuterBlanks(lines.slice(at + 1, starts[index + 1]?.at)).join('\n');
    if (payload === '') warnings.add(at, 'no words below the line');
    return { at, startMs: ms, payload, ...(name === '' ? {} : { speaker: name }) };
  });
  return toTranscript({ head, entries: fromFirstEntry(entries, warnings) }, warnings);
}
