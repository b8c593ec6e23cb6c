import { Fault } from '../../../lib/faults.ts';
import { canonicalLanguage } from '../../../lib/language.ts';
import { formatDateTime, parseDateTime } from '../../../lib/time.ts';
import type { ParsedTranscript } from '../formats/types.ts';
import { SOURCE_TYPES, type SourceType } from '../source-types.ts';
import { asSourceType, type Details, type GivenAttendee } from './details.ts';
import { externalIdFromName, startFromName, titleFromName } from './from-file-name.ts';
import type { ParsedFile } from './parse-file.ts';

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

/** The details that are given separately: those of this file, and those of all files, which are the defaults. */
export type Beside = { row: Details; flags: Details };

/** The names of the missing details, to follow "give" in messages. */
export type Advice = { host: string; start: string; end: string; id: string };

const DEFAULT_SOURCE_TYPE: SourceType = 'USER_PROVIDED';

/**
 * Returns the meetings of a file.
 * @throws Fault, worded to follow the file's name and a colon, if it contains nothing to ingest
 */
export function meetingsOfFile(
  path: string,
  { transcript, bodies, warnings }: ParsedFile,
  beside: Beside,
  advice: Advice,
): { meetings: FoundOrFault[]; warnings: string[] } {
  const meetings = bodies
    ? jsonMeetings(bodies, beside)
    : [transcriptMeeting(path, transcript, beside, advice)];
  return { meetings, warnings };
}

/** For a transcript, separate details take precedence over the file and its name. */
function transcriptMeeting(
  path: string,
  transcript: ParsedTranscript,
  { row, flags }: Beside,
  advice: Advice,
): MeetingOfFile {
  const { segments, language, title, durationSeconds } = transcript;
  const startMs = row.startMs ?? flags.startMs ?? transcript.startMs ?? startFromName(path, advice.start);
  const host = hostOf(row, flags);
  const faults: string[] = [];
  if (host?.email === undefined) {
    faults.push(`its host is not known; give ${advice.host}`);
  }
  if (startMs === undefined) {
    faults.push(`its date is not known; give ${advice.start}, or a name with a date as 2026-01-31`);
  }
  const durationMs =
    flags.durationMs ?? (durationSeconds === undefined ? undefined : Math.round(durationSeconds * 1000));
  const endMs =
    row.endMs ?? (startMs === undefined || durationMs === undefined ? undefined : startMs + durationMs);
  if (endMs === undefined && startMs !== undefined) {
    faults.push(`its end is not known, as no cue has a time; give ${advice.end}`);
  }
  if (faults.length > 0) throw new Fault('invalid', faults.join('; '));
  const meeting = withoutAbsent({
    id: row.externalId ?? externalIdFromName(path),
    title: row.title ?? flags.title ?? title ?? titleFromName(path),
    startTime: formatDateTime(startMs!),
    endTime: formatDateTime(endMs!),
    host,
    attendees: row.attendees ?? flags.attendees ?? peopleOf(transcript),
    salesforceAccountId: row.accountId ?? flags.accountId,
    salesforceOpportunityId: row.opportunityId ?? flags.opportunityId,
    transcript: withoutAbsent({ segments, language: language && canonicalLanguage(language) }),
  });
  return {
    body: { meeting },
    sourceType: row.sourceType ?? flags.sourceType ?? DEFAULT_SOURCE_TYPE,
    isNamedByFile: row.externalId === undefined,
  };
}

/** For bodies, their own fields take precedence: separate details only supply missing ones. */
function jsonMeetings(bodies: unknown[], beside: Beside): FoundOrFault[] {
  if (beside.row.externalId !== undefined && bodies.length > 1) {
    throw new Fault('invalid', `one externalId is given for it, but it contains ${bodies.length} meetings`);
  }
  return bodies.map((body, index) => {
    const place = bodies.length > 1 ? { item: index + 1 } : {};
    try {
      return { ...place, ...bodyMeeting(body as Record<string, unknown>, beside) };
    } catch (error) {
      if (error instanceof Fault) return { ...place, fault: error };
      throw error;
    }
  });
}

/** Makes a meeting of an ingest body. @throws Fault if its own sourceType is not a code */
export function bodyMeeting(body: Record<string, unknown>, { row, flags }: Beside): MeetingOfFile {
  const { meeting } = body;
  if (typeof meeting !== 'object' || meeting === null || Array.isArray(meeting)) {
    return { body, sourceType: DEFAULT_SOURCE_TYPE, isNamedByFile: false };
  }
  const own = withoutAbsent(meeting as Record<string, unknown>);
  const startMs = row.startMs ?? flags.startMs;
  const ownStartMs = typeof own.startTime === 'string' ? parseDateTime(own.startTime) : undefined;
  const from = ownStartMs ?? startMs;
  const endMs =
    row.endMs ?? (from === undefined || flags.durationMs === undefined ? undefined : from + flags.durationMs);
  const filled = withoutAbsent({
    id: row.externalId,
    title: row.title ?? flags.title,
    startTime: startMs === undefined ? undefined : formatDateTime(startMs),
    endTime: endMs === undefined ? undefined : formatDateTime(endMs),
    host: hostOf(row, flags),
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

/** The name belongs to the address: an address from the manifest is not combined with a name from the flags. */
function hostOf(row: Details, flags: Details): { email?: string; name?: string } | undefined {
  const email = row.hostEmail ?? flags.hostEmail;
  const name = row.hostName ?? (row.hostEmail === undefined ? flags.hostName : undefined);
  return email === undefined && name === undefined ? undefined : withoutAbsent({ email, name });
}

/** Returns the source type. @throws Fault if it is given and not a code */
function sourceTypeOf(given: unknown): SourceType | undefined {
  const code = asSourceType(given);
  if (given === undefined || code !== undefined) return code;
  throw new Fault('invalid', `meeting.sourceType must be one of ${SOURCE_TYPES.join(', ')}`);
}

/** More speakers than a meeting may have; further ones are not collected, because the meeting will be refused. */
const MAX_SPEAKERS = 20_000;

/**
 * Returns everybody whom the file lists or who speaks, each once: names that differ only in case and white space belong
 * to one person.
 */
function peopleOf({ attendees = [], segments }: ParsedTranscript): GivenAttendee[] {
  const byKey = new Map<string, string>();
  const seen = new Set<string>();
  const names = [
    ...attendees.map(({ name }) => name),
    ...segments.flatMap(({ speaker }) => speaker?.name ?? []),
  ];
  for (const name of names) {
    if (seen.has(name)) continue;
    seen.add(name);
    if (seen.size > MAX_SPEAKERS) break;
    const key = name.normalize('NFC').toLowerCase().split(/\s+/).filter(Boolean).join(' ');
    if (key !== '' && !byKey.has(key)) byKey.set(key, name);
  }
  return [...byKey.values()].map((name) => ({ name }));
}

/** Removes fields that are undefined or null: both mean absent. */
function withoutAbsent<T extends Record<string, unknown>>(object: T): T {
  return Object.fromEntries(
    Object.entries(object).filter(([, value]) => value !== undefined && value !== null),
  ) as T;
}
