import { Fault } from '../../../lib/faults.ts';
import { canonicalLanguage } from '../../../lib/language.ts';
import { formatDateTime, parseDateTime } from '../../../lib/time.ts';
import type { ListedPerson, ParsedMeeting, ParsedTranscript } from '../formats/types.ts';
import { SOURCE_TYPES, type SourceType } from '../source-types.ts';
import { asSourceType, type Details } from './details.ts';
import { externalIdFromName, titleFromName } from './from-file-name.ts';
import type { ParsedFile } from './parse-file.ts';
import { peopleOfTranscript } from './people-of-transcript.ts';
import { timesOfTranscript } from './times-of-transcript.ts';

/** A meeting in a file: a body of the ingest operation, not validated yet. */
export type MeetingOfFile = {
  body: unknown;
  sourceType: SourceType;
  /** Its 1-based position if the file contains several. */
  item?: number;
  /** Whether its id is the file's name, so that another file of that name may be another meeting. */
  isNamedByFile: boolean;
};

/** A meeting of a file, or the reason why it is invalid. */
export type FoundOrFault = MeetingOfFile | { item?: number; fault: Fault };

/** The details that are given separately. */
export type Beside = {
  /** Those of this file. */
  row: Details;
  /** Those of all files, for what `row` lacks. */
  flags: Details;
  /** Those that yield to what the file states. */
  defaults?: Details;
};

/** The names of the missing details, to follow "give" in messages. */
export type Advice = { host: string; start: string; end: string; id: string };

const DEFAULT_SOURCE_TYPE: SourceType = 'USER_PROVIDED';

/**
 * Returns the meetings of a file, in its order.
 * @throws Fault, worded to follow the file's name and a colon, if the file contains one meeting and that is invalid
 */
export function meetingsOfFile(
  path: string,
  { meetings, warnings }: ParsedFile,
  beside: Beside,
  advice: Advice,
): { meetings: FoundOrFault[]; warnings: string[] } {
  const isSeveral = meetings.length > 1;
  if (beside.row.externalId !== undefined && isSeveral) {
    throw new Fault('invalid', `one externalId is given for it, but it contains ${meetings.length} meetings`);
  }
  const told = [...warnings];
  const found = meetings.map((parsed, index): FoundOrFault => {
    const place = isSeveral ? { item: index + 1 } : {};
    try {
      const meeting = meetingOf(parsed, isSeveral ? { path, item: index + 1 } : { path }, beside, advice);
      const before = isSeveral ? `meeting ${index + 1}: ` : '';
      told.push(...meeting.warnings.map((warning) => before + warning));
      return { ...place, ...meeting.found };
    } catch (error) {
      if (isSeveral && error instanceof Fault) return { ...place, fault: error };
      throw error;
    }
  });
  return { meetings: found, warnings: told };
}

type FilePlace = { path: string; item?: number };

function meetingOf(
  parsed: ParsedMeeting,
  place: FilePlace,
  beside: Beside,
  advice: Advice,
): { found: MeetingOfFile; warnings: string[] } {
  if ('fault' in parsed) throw new Fault('invalid', parsed.fault);
  if ('body' in parsed) {
    return { found: bodyMeeting(parsed.body as Record<string, unknown>, beside), warnings: [] };
  }
  const warnings = [...parsed.transcript.warnings];
  return { found: transcriptMeeting(place, parsed.transcript, beside, advice, warnings), warnings };
}

/** For a transcript, separate details take precedence over the file, and the file over its name. */
function transcriptMeeting(
  { path, item }: FilePlace,
  transcript: ParsedTranscript,
  { row, flags, defaults = {} }: Beside,
  advice: Advice,
  warnings: string[],
): MeetingOfFile {
  const { language, title } = transcript;
  const host = hostOf({ row, flags, defaults }, transcript.host);
  const given = {
    startMs: row.startMs ?? flags.startMs,
    endMs: row.endMs ?? flags.endMs,
    durationMs: flags.durationMs,
    defaults,
  };
  const times = timesOfTranscript(path, transcript, given, advice);
  const faults = [...times.faults];
  if (host?.email === undefined) faults.unshift(`its host is not known; give ${advice.host}`);
  if (faults.length > 0) throw new Fault('invalid', faults.join('; '));
  warnings.push(...times.warnings);
  const [fileId, fileTitle] = [externalIdFromName(path), titleFromName(path)];
  const meeting = withoutAbsent({
    id: row.externalId ?? transcript.id ?? (item === undefined ? fileId : `${fileId}#${item}`),
    title:
      row.title ??
      flags.title ??
      title ??
      defaults.title ??
      (item === undefined ? fileTitle : `${fileTitle} ${item}`),
    startTime: formatDateTime(times.startMs!),
    endTime: formatDateTime(times.endMs!),
    host,
    attendees:
      row.attendees ??
      flags.attendees ??
      (transcript.attendees?.length ? undefined : defaults.attendees) ??
      peopleOfTranscript(transcript),
    callUrl: transcript.callUrl,
    salesforceAccountId: row.accountId ?? flags.accountId ?? transcript.accountId ?? defaults.accountId,
    salesforceOpportunityId:
      row.opportunityId ?? flags.opportunityId ?? transcript.opportunityId ?? defaults.opportunityId,
    transcript: transcript.isWithoutWords
      ? undefined
      : withoutAbsent({ segments: times.segments, language: language && canonicalLanguage(language) }),
  });
  return {
    body: { meeting },
    sourceType:
      row.sourceType ??
      flags.sourceType ??
      transcript.sourceType ??
      defaults.sourceType ??
      DEFAULT_SOURCE_TYPE,
    isNamedByFile: row.externalId === undefined && transcript.id === undefined,
  };
}

/** Makes a meeting of an ingest body. @throws Fault if its own sourceType is not a code */
function bodyMeeting(
  body: Record<string, unknown>,
  { row, flags: given, defaults = {} }: Beside,
): MeetingOfFile {
  // The file takes precedence over all of them.
  const flags = { ...withoutAbsent(defaults), ...withoutAbsent(given) };
  const { meeting } = body;
  if (typeof meeting !== 'object' || meeting === null || Array.isArray(meeting)) {
    return { body, sourceType: DEFAULT_SOURCE_TYPE, isNamedByFile: false };
  }
  const own = withoutAbsent(meeting as Record<string, unknown>);
  const startMs = row.startMs ?? flags.startMs;
  const ownStartMs = typeof own.startTime === 'string' ? parseDateTime(own.startTime) : undefined;
  const from = ownStartMs ?? startMs;
  const endMs =
    row.endMs ??
    flags.endMs ??
    (from === undefined || flags.durationMs === undefined ? undefined : from + flags.durationMs);
  const filled = withoutAbsent({
    id: row.externalId,
    title: row.title ?? flags.title,
    startTime: startMs === undefined ? undefined : formatDateTime(startMs),
    endTime: endMs === undefined ? undefined : formatDateTime(endMs),
    host: hostOf({ row, flags, defaults: {} }),
    attendees: row.attendees ?? flags.attendees,
    salesforceAccountId: row.accountId ?? flags.accountId,
    salesforceOpportunityId: row.opportunityId ?? flags.opportunityId,
  });
  return {
    body: { ...body, meeting: { ...filled, ...own } },
    sourceType: sourceTypeOf(own.sourceType) ?? row.sourceType ?? flags.sourceType ?? DEFAULT_SOURCE_TYPE,
    isNamedByFile: false,
  };
}

/** The name belongs to the address: an address is not combined with a name that another source gives. */
function hostOf(
  { row, flags, defaults }: Required<Beside>,
  stated: ListedPerson = {},
): { email?: string; name?: string } | undefined {
  const given = row.hostEmail ?? flags.hostEmail;
  const email = given ?? stated.email ?? defaults.hostEmail;
  const givenName = row.hostName ?? (row.hostEmail === undefined ? flags.hostName : undefined);
  const isDefault = given === undefined && stated.email === undefined && defaults.hostEmail !== undefined;
  const ownName = isDefault ? defaults.hostName : stated.name;
  const name = givenName ?? (given === undefined ? ownName : undefined);
  return email === undefined && name === undefined ? undefined : withoutAbsent({ email, name });
}

/** Returns the source type. @throws Fault if it is given and not a code */
function sourceTypeOf(given: unknown): SourceType | undefined {
  const code = asSourceType(given);
  if (given === undefined || code !== undefined) return code;
  throw new Fault('invalid', `meeting.sourceType must be one of ${SOURCE_TYPES.join(', ')}`);
}

/** Removes fields that are undefined or null: both mean absent. */
function withoutAbsent<T extends Record<string, unknown>>(object: T): T {
  return Object.fromEntries(
    Object.entries(object).filter(([, value]) => value !== undefined && value !== null),
  ) as T;
}
