/** Checks a file by its name and size before it is sent. The service decides; this only avoids pointless uploads. */

/** Endings for the chooser. */
export const ACCEPT = '.vtt,.srt,.json,.jsonl,.ndjson';

/** The API takes bodies up to this size. */
const MAX_FILE_BYTES = 5 * 1024 * 1024;

const FORMATS: Record<string, string> = {
  vtt: 'WebVTT',
  srt: 'SubRip',
  json: 'JSON',
  jsonl: 'JSON',
  ndjson: 'JSON',
};

const ISO_DATE = /(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)/g;
const ZOOM_TIME = /^GMT(\d{4})(\d{2})(\d{2})-(\d{2})(\d{2})(\d{2})(?!\d)/;

const endingOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** The format that the ending tells; undefined for a file that is not taken. */
export const formatOf = (name: string): string | undefined => FORMATS[endingOf(name)];

/** Tells whether the file itself may name its start and host. Transcript formats cannot. */
export const saysItself = (name: string): boolean => formatOf(name) === 'JSON';

/** Why a file cannot be sent at all, in a sentence. */
export function refusalOf({ name, size }: { name: string; size: number }): string | undefined {
  if (endingOf(name) === 'eml') return 'Import e-mails with `parley import`, or send them to the receiver.';
  if (formatOf(name) === undefined) return 'Only .vtt, .srt and .json files can be added here.';
  if (size > MAX_FILE_BYTES) return 'This file is larger than 5 MiB.';
  if (size === 0) return 'This file is empty.';
  return undefined;
}

/** The start that the name tells, as the service reads it; undefined where it tells none, or several. */
export function startInName(name: string): string | undefined {
  const zoom = ZOOM_TIME.exec(name);
  if (zoom) {
    const [, year, month, day, hour, minute, second] = zoom;
    return valid(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  }
  const days = new Set(name.match(ISO_DATE) ?? []);
  return days.size === 1 ? valid(`${[...days][0]}T00:00:00Z`) : undefined;
}

const valid = (at: string): string | undefined => (Number.isNaN(Date.parse(at)) ? undefined : at);

/** The title that a transcript gets where nothing else gives it one. */
export const titleInName = (name: string): string =>
  name
    .replace(/\.[^.]+$/, '')
    .replaceAll(/[_\s]+/g, ' ')
    .trim() || name;

/** 212 kB */
export function formatSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const kilobytes = bytes / 1024;
  return kilobytes < 1000 ? `${Math.round(kilobytes)} kB` : `${(kilobytes / 1024).toFixed(1)} MB`;
}
