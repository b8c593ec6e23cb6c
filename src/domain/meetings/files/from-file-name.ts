import { basename, extname } from 'node:path';
import { Fault } from '../../../lib/faults.ts';
import { parseMoment } from '../../../lib/moments.ts';
import { parseDateTime } from '../../../lib/time.ts';

/** `2026-02-05`, alone or as the beginning of a date-time with a zone. */
const ISO_DATE = /(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)(?:T\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?(?:Z|[+-]\d{2}:\d{2}))?/g;

/** The names of Zoom's recordings: `GMT20260205-140312_Recording.transcript.vtt`. */
const ZOOM_TIME = /^GMT(\d{4})(\d{2})(\d{2})-(\d{2})(\d{2})(\d{2})(?!\d)/;

/**
 * Returns the part of a file's path from which its meeting's id is derived: it is the same in every folder and on every
 * system.
 */
export function externalIdFromName(path: string): string {
  return basename(path).normalize('NFC');
}

/** Returns the name without its extension, with underscores as spaces. */
export function titleFromName(path: string): string {
  const name = externalIdFromName(path);
  const title = name.slice(0, name.length - extname(name).length);
  return title.replaceAll(/[_\s]+/g, ' ').trim() || name;
}

/**
 * Returns the start according to a file's name, in milliseconds since the epoch; undefined if the name contains no
 * date.
 * @param instead the alternative to the name, for the message
 * @param fallback the start if the name contains no date or several
 * @throws Fault if the name contains several dates, and there is no fallback
 */
export function startFromName(path: string, instead: string, fallback?: number): number | undefined {
  const name = basename(path);
  const zoom = ZOOM_TIME.exec(name);
  if (zoom) {
    const [, year, month, day, hour, minute, second] = zoom;
    const ms = parseDateTime(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
    if (ms !== undefined) return ms;
  }
  const dates = [...name.matchAll(ISO_DATE)]
    .map(([text]) => parseMoment(text))
    .filter((ms) => ms !== undefined);
  const [first, ...others] = new Set(dates);
  if (others.length === 0) return first ?? fallback;
  if (fallback !== undefined) return fallback;
  throw new Fault('invalid', `its name holds several dates; give ${instead}, to say which is its start`);
}
