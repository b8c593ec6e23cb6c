import type { components } from '@parley/client';
import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../api.ts';
import { mebibytes, tooLarge } from './too-large.ts';

/*
 * Checks of a file by its name and size before it is sent. The service decides; this only avoids pointless uploads.
 */

/** The files that the service accepts. */
export type Accepted = components['schemas']['ImportFormats'];
export type FileFormat = Accepted['formats'][number];

/** The formats do not change while the service runs. */
export const acceptedQuery = queryOptions({
  queryKey: ['import-formats'],
  queryFn: ({ signal }) => unwrap(api.GET('/v1/import-formats', { signal })),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The name of the format of archives. */
export const ARCHIVE = 'ZIP archive';

/** The facts that the list shows of an archive, into which only the service looks. */
const archiveOf = ({ archiveExtensions }: Accepted): FileFormat => ({
  name: ARCHIVE,
  holds: 'meetings',
  extensions: archiveExtensions,
  mediaTypes: [],
});

/** The formats, with those that share an ending as one, because only the content tells them apart, and archives of files in them. */
function allOf(accepted: Accepted): FileFormat[] {
  const { formats } = accepted;
  const isShared = (ending: string) =>
    formats.filter(({ extensions }) => extensions.includes(ending)).length > 1;
  const texts = formats.filter(({ extensions }) => extensions.every(isShared));
  const text: FileFormat = {
    name: 'Text',
    holds: 'transcript',
    extensions: [...new Set(texts.flatMap(({ extensions }) => extensions))],
    mediaTypes: [],
  };
  const asOne = formats.flatMap((one) => (one === texts[0] ? text : texts.includes(one) ? [] : one));
  return [...asOne, archiveOf(accepted)];
}

/** Endings for the chooser: `.vtt,.srt`. */
export const endingsOf = (accepted: Accepted): string =>
  [...new Set(allOf(accepted).flatMap(({ extensions }) => extensions))].join(',');

/** The formats in words: `WebVTT (.vtt), Text (.txt) or JSON (.json)`. */
export const formatsInWords = (accepted: Accepted): string =>
  new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(
    allOf(accepted).map(({ name, extensions }) => `${name} (${extensions[0]})`),
  );

const ISO_DATE = /(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)/g;
const ZOOM_TIME = /^GMT(\d{4})(\d{2})(\d{2})-(\d{2})(\d{2})(\d{2})(?!\d)/;

/** The format that the ending tells; undefined for a file that is not accepted. */
export function formatOf(name: string, accepted: Accepted): FileFormat | undefined {
  const lowerCaseName = name.toLowerCase();
  return allOf(accepted).find(({ extensions }) =>
    extensions.some((ending) => lowerCaseName.endsWith(ending)),
  );
}

/** Tells whether the file itself may name its start and host. Transcript formats cannot. */
export const saysItself = (format: FileFormat | undefined): boolean => format?.holds === 'meetings';

/** The reason for which a file cannot be sent at all, as a sentence. */
export function refusalOf(
  { name, size }: { name: string; size: number },
  accepted: Accepted,
): string | undefined {
  if (name.toLowerCase().endsWith('.eml')) {
    return 'Import e-mails with `parley import`, or send them to the receiver.';
  }
  const format = formatOf(name, accepted);
  if (!format) return `Only ${formatsInWords(accepted)} files can be added here.`;
  if (size > accepted.maxBytes) {
    return tooLarge({ size, archive: format.name === ARCHIVE }, accepted.maxBytes);
  }
  if (size === 0) return 'This file is empty.';
  return undefined;
}

/** The size of the largest file: `5 MiB`. */
export const formatLimit = ({ maxBytes }: Accepted): string => mebibytes(maxBytes);

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
