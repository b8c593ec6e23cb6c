import type { TranscriptSegment } from '../../src/domain/meetings/formats/types.ts';

export type EncodedCue = TranscriptSegment & { startMs: number; endMs: number };

export type FileForm = {
  lineBreak: '\n' | '\r\n' | '\r';
  byteOrderMark: boolean;
  numbered: boolean;
  settings: string;
};

const pad = (value: number, width: number) => String(value).padStart(width, '0');

/** hh:mm:ss.mmm; hours grow beyond two digits, and are left out below one hour where `short`. */
export function formatTime(ms: number, separator: '.' | ',' = '.', short = false): string {
  const hours = Math.floor(ms / 3_600_000);
  const rest = `${pad(Math.floor(ms / 60_000) % 60, 2)}:${pad(Math.floor(ms / 1000) % 60, 2)}`;
  return `${short && hours === 0 ? '' : `${pad(hours, 2)}:`}${rest}${separator}${pad(ms % 1000, 3)}`;
}

function escapeVtt(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;')
    .replace(/^\n|\n$|\n(?=\n)/g, '&#10;');
}

/** The oracle of the round trips: writes WebVTT with voice tags or with `Name: ` before the text. */
export function encodeVtt(cues: EncodedCue[], form: FileForm, style: 'voice' | 'prefix'): string {
  const blocks = cues.map((cue, index) => {
    const name = cue.speaker && escapeVtt(cue.speaker.name);
    const text = escapeVtt(cue.text);
    const voiced = index % 2 === 0 ? `<v ${name}>${text}</v>` : `<v.loud ${name}>${text}`;
    const payload = name === undefined ? text : style === 'voice' ? voiced : `${name}: ${text}`;
    const times = `${formatTime(cue.startMs, '.', index % 3 === 0)} --> ${formatTime(cue.endMs)}${form.settings}`;
    return `${form.numbered ? `${index + 1}\n` : ''}${times}\n${payload}\n`;
  });
  return inForm(['WEBVTT\n', ...blocks].join('\n'), form);
}

/** SubRip has no escapes: the caller keeps tags, braces and lone counters out of the text. */
export function encodeSrt(cues: EncodedCue[], form: FileForm): string {
  const blocks = cues.map((cue, index) => {
    const times = `${formatTime(cue.startMs, ',')} --> ${formatTime(cue.endMs, ',')}`;
    const named = cue.speaker ? `${cue.speaker.name}: ${cue.text}` : cue.text;
    return `${form.numbered ? `${index + 1}\n` : ''}${times}\n${named}\n`;
  });
  return inForm(blocks.join('\n'), form);
}

function inForm(file: string, form: FileForm): string {
  return (form.byteOrderMark ? '\uFEFF' : '') + file.replaceAll('\n', form.lineBreak);
}
