import type { IndexedEntry } from './entry-reader.ts';
import { onOneLine, type TranscriptFormSpec } from './transcript-form.ts';

/** The pace by which the end of a cue is estimated if the source gave none. */
const CHARACTERS_PER_SECOND = 14;
const MIN_CUE_SECONDS = 1;

export const webVtt: TranscriptFormSpec = {
  contentType: 'text/vtt; charset=utf-8',
  extension: '.vtt',
  make() {
    const timesOf = cueTimes();
    return {
      head: ({ title, language }) =>
        `WEBVTT - ${onOneLine(title).replaceAll('-->', '->')}\n${language === null ? '' : `Language: ${language}\n`}`,
      entry(entry, following) {
        const [start, end] = timesOf(entry, following);
        const { entryIndex, text, speaker } = entry;
        const voice = speaker && escapeCue(onOneLine(speaker.name));
        const said = escapeCue(keptIfBlank(text));
        const times = `${clock(start, '.')} --> ${clock(end, '.')}`;
        return `\n${entryIndex}\n${times}\n${voice === undefined ? said : `<v ${voice}>${said}</v>`}\n`;
      },
      separator: '',
      tail: () => '',
    };
  },
};

export const subRip: TranscriptFormSpec = {
  contentType: 'application/x-subrip; charset=utf-8',
  extension: '.srt',
  make() {
    const timesOf = cueTimes();
    return {
      head: () => '',
      entry(entry, following) {
        const [start, end] = timesOf(entry, following);
        const { entryIndex, text, speaker } = entry;
        // SubRip has no escapes: a blank line would end the cue, and an arrow would be a timing.
        const said = keptIfBlank(text)
          .replace(/\r\n?/g, '\n')
          .replace(/\n(?:\s*\n)+/g, '\n')
          .replaceAll('-->', '→');
        const times = `${clock(start, ',')} --> ${clock(end, ',')}`;
        const name = speaker ? `${onOneLine(speaker.name).replaceAll('-->', '→')}: ` : '';
        return `${entryIndex + 1}\n${times}\n${name}${said.trim()}\n\n`;
      },
      separator: '',
      tail: () => '',
    };
  },
};

/**
 * Returns the start and the end of a cue, in milliseconds; a cue needs both. An entry without a start follows the one
 * before it. One without an end ends when it can have been said, at the latest when the next one starts.
 */
function cueTimes(): (entry: IndexedEntry, following?: IndexedEntry) => [startMs: number, endMs: number] {
  let lastEndMs = 0;
  return ({ text, timestampSeconds, endSeconds }, following) => {
    const startMs = timestampSeconds === undefined ? lastEndMs : toMs(timestampSeconds);
    const saidMs = startMs + toMs(Math.max(MIN_CUE_SECONDS, text.length / CHARACTERS_PER_SECOND));
    const nextMs = toMs(following?.timestampSeconds ?? Number.POSITIVE_INFINITY);
    const estimate = nextMs > startMs ? Math.min(saidMs, nextMs) : saidMs;
    // The end of a cue is after its start (WebVTT).
    lastEndMs = Math.max(endSeconds === undefined ? estimate : toMs(endSeconds), startMs + 1);
    return [startMs, lastEndMs];
  };
}

const ZERO_WIDTH_SPACE = '\u200b';

/** Importers drop cues without words, and the entries after them would have other indexes. */
function keptIfBlank(text: string): string {
  return text.trim() === '' ? ZERO_WIDTH_SPACE : text;
}

function toMs(seconds: number): number {
  return Math.round(seconds * 1000);
}

/** Returns `HH:MM:SS.mmm`; hours have more digits if they need them. */
function clock(ms: number, separator: '.' | ','): string {
  const part = (value: number, width: number) => String(Math.floor(value)).padStart(width, '0');
  const time = [ms / 3_600_000, (ms / 60_000) % 60, (ms / 1000) % 60]
    .map((value) => part(value, 2))
    .join(':');
  return `${time}${separator}${part(ms % 1000, 3)}`;
}

/** Escapes the text of a cue; blank lines would end it. */
function escapeCue(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;')
    .replace(/^\n|\n$|\n(?=\n)/g, '&#10;');
}
