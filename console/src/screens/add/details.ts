import { type FileFormat, saysItself, startInName } from './file-facts.ts';

/** The details entered in the form, for one file or as defaults for all. */
export interface Details {
  title?: string;
  /** The value of a `datetime-local` input, in the browser's time zone. */
  start?: string;
  /** The same, for a file whose words have no times. */
  end?: string;
  hostEmail?: string;
  hostName?: string;
  /** Separated by semicolons or on lines of their own. */
  attendees?: string;
  account?: string;
}

/** The defaults for all files. */
export interface Defaults extends Omit<Details, 'title' | 'end'> {
  /** Whether signals and summary run. */
  process: boolean;
}

const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** Describes what a file still lacks; undefined if it can be sent. */
export function lacksOf(
  { name, format }: { name: string; format: FileFormat | undefined },
  own: Details,
  defaults: Defaults,
): string | undefined {
  const hostEmail = own.hostEmail || defaults.hostEmail;
  if (hostEmail && !EMAIL.test(hostEmail)) return `“${hostEmail}” is not a valid e-mail address`;
  if (saysItself(format)) return undefined;
  const missing = [
    ...(hostEmail ? [] : ['the host’s e-mail']),
    ...(own.start || defaults.start || startInName(name) ? [] : ['the start time']),
  ];
  return missing.length === 0 ? undefined : `Needs ${missing.join(' and ')}`;
}

/** The query of the import: a file's own details, and the defaults for what neither these nor the file itself say. */
export function importQuery(name: string, own: Details, all: Defaults) {
  const given = parametersOf(own);
  const { hostName, ...others } = parametersOf(all);
  // The name belongs to the address.
  const fallback = own.hostEmail ? others : { ...others, ...(hostName ? { hostName } : {}) };
  const names = Object.keys(fallback) as (keyof typeof fallback)[];
  const defaults = names.filter((one) => given[one] === undefined);
  return {
    fileName: name,
    ...(own.title ? { title: own.title } : {}),
    ...(own.end ? { endTime: new Date(own.end).toISOString() } : {}),
    ...fallback,
    ...given,
    ...(defaults.length > 0 ? { defaults } : {}),
    ...(all.process ? {} : { processImportedMeeting: false }),
  };
}

interface Parameters {
  startTime?: string;
  hostEmail?: string;
  hostName?: string;
  attendees?: string;
  salesforceAccountId?: string;
}

function parametersOf({
  start,
  hostEmail,
  hostName,
  attendees,
  account,
}: Omit<Details, 'title' | 'end'>): Parameters {
  const list = attendees
    ?.split(/[;\n]/)
    .map((one) => one.trim())
    .filter(Boolean)
    .join('; ');
  return {
    ...(start ? { startTime: new Date(start).toISOString() } : {}),
    ...(hostEmail ? { hostEmail } : {}),
    ...(hostName ? { hostName } : {}),
    ...(list ? { attendees: list } : {}),
    ...(account ? { salesforceAccountId: account } : {}),
  };
}
