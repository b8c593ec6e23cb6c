import { type FileFormat, saysItself, startInName } from './file-facts.ts';

/** The details entered in the form, for one file or as defaults for all. */
export interface Details {
  title?: string;
  /** The value of a `datetime-local` input, in the browser's time zone. */
  start?: string;
  hostEmail?: string;
  hostName?: string;
  /** Separated by semicolons or on lines of their own. */
  attendees?: string;
  account?: string;
}

/** The defaults for all files. */
export interface Defaults extends Omit<Details, 'title'> {
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

/** The query of the import: a file's own details, and the defaults for what it does not say. */
export function importQuery(name: string, own: Details, defaults: Defaults) {
  // A date in the name says more of the file than a start for all.
  const start = own.start || (startInName(name) ? undefined : defaults.start);
  const attendees = (own.attendees || defaults.attendees)
    ?.split(/[;\n]/)
    .map((one) => one.trim())
    .filter(Boolean)
    .join('; ');
  const hostEmail = own.hostEmail || defaults.hostEmail;
  const hostName = own.hostName || (own.hostEmail ? undefined : defaults.hostName);
  const account = own.account || defaults.account;
  return {
    fileName: name,
    ...(own.title ? { title: own.title } : {}),
    ...(start ? { startTime: new Date(start).toISOString() } : {}),
    ...(hostEmail ? { hostEmail } : {}),
    ...(hostName ? { hostName } : {}),
    ...(attendees ? { attendees } : {}),
    ...(account ? { salesforceAccountId: account } : {}),
    ...(defaults.process ? {} : { processImportedMeeting: false }),
  };
}
