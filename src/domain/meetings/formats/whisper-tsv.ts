import { quoteLine, splitLines, Warnings } from './lines.ts';
import { buildTranscript, type Cue } from './segments.ts';
import { type ParsedTranscript, type TranscriptFormat, TranscriptFormatError } from './types.ts';

const HEADER = /^\uFEFF?start\tend\t/i;
const COLUMNS = ['start', 'end', 'text', 'speaker'];
const NUMBER = /^\d{1,12}(?:\.\d{1,9})?$/;
const MS_PER_SECOND = 1000;

/** The tab-separated output of Whisper: a header, then a segment on each line with whole milliseconds. */
export const whisperTsv: TranscriptFormat = {
  name: 'Whisper TSV',
  holds: 'transcript',
  extensions: ['.tsv'],
  mediaTypes: ['text/tab-separated-values'],
  writtenBy: 'Whisper, WhisperX and whisper-timestamped',
  source: 'https://github.com/m-bain/whisperX/blob/main/whisperx/utils.py',
  recognises: (text) => HEADER.test(text),
  parse: parseWhisperTsv,
};

function parseWhisperTsv(text: string): ParsedTranscript {
  const lines = splitLines(text);
  const header = (lines[0] ?? '').split('\t').map((name) => name.trim().toLowerCase());
  if (!['start', 'end', 'text'].every((name) => header.includes(name))) {
    throw new TranscriptFormatError('a TSV file begins with a line of the columns start, end and text', 1);
  }
  const warnings = new Warnings();
  const others = header.filter((name) => !COLUMNS.includes(name));
  if (others.length > 0) warnings.add(0, `columns that are not read: ${others.join(', ')}`);
  const rows = lines.flatMap((line, at) =>
    at === 0 || line.trim() === '' ? [] : [readRow(line, at, header)],
  );
  // Whisper writes milliseconds; programs that write seconds need a decimal point.
  const areSeconds = rows.some(({ start, end }) => start.includes('.') || end.includes('.'));
  if (areSeconds) warnings.note('the times have decimal points; they were read as seconds, not milliseconds');
  const factor = areSeconds ? MS_PER_SECOND : 1;
  const cues = rows.map(({ at, start, end, speaker, payload }): Cue => {
    const startMs = Math.round(Number(start) * factor);
    const endMs = Math.round(Number(end) * factor);
    if (endMs < startMs) {
      throw new TranscriptFormatError(`the segment ends before it starts: ${start} to ${end}`, at + 1);
    }
    return { at, startMs, endMs, payload, ...(speaker === '' ? {} : { speaker }) };
  });
  return buildTranscript(cues, (payload) => [{ text: payload }], warnings);
}

function readRow(line: string, at: number, header: readonly string[]) {
  const cells = line.split('\t');
  // A tab in the text, which Whisper avoids, belongs to the last column.
  if (cells.length > header.length) cells.push(cells.splice(header.length - 1).join('\t'));
  const cell = (name: string) => cells[header.indexOf(name)] ?? '';
  const [start, end] = [cell('start').trim(), cell('end').trim()];
  if (cells.length < header.length || !NUMBER.test(start) || !NUMBER.test(end)) {
    const form = `a row has ${header.length} columns, with a number as start and as end`;
    throw new TranscriptFormatError(`${quoteLine(line)} is no row: ${form}`, at + 1);
  }
  return { at, start, end, speaker: cell('speaker').trim(), payload: cell('text') };
}
