import Type, { type Static } from 'typebox';
import { ATTENDEE_FORM, type Details, parseAttendees } from '../domain/meetings/files/details.ts';
import { meetingsInFile } from '../domain/meetings/files/meetings-in-file.ts';
import type { Advice } from '../domain/meetings/files/meetings-of-file.ts';
import { takeMeeting } from '../domain/meetings/files/take-meeting.ts';
import { fileFormats, formatNames } from '../domain/meetings/formats/index.ts';
import { SOURCE_TYPES } from '../domain/meetings/source-types.ts';
import { compileYieldingBodyCheck } from '../http/check-body.ts';
import {
  boolean,
  dateTime,
  email,
  oneOf,
  type Param,
  required,
  shortText,
  withFallback,
} from '../http/params.ts';
import { Fault } from '../lib/faults.ts';
import { listInWords } from '../lib/text.ts';
import { formatDateTime } from '../lib/time.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { ingestMeetingEndpoint, MAX_INGEST_BYTES } from './ingest-meeting.ts';
import { DateTime, OVER_QUOTA, Text } from './schemas/common.ts';
import { type IngestBody, MAX_TITLE_LENGTH, toIncomingMeeting } from './schemas/ingest-body.ts';

/** The parameters that supply what a file does not contain. */
const ADVICE: Advice = { host: 'hostEmail', start: 'startTime', end: 'endTime', id: 'an externalId' };

const TRANSCRIPT_NAMES = fileFormats.filter(({ holds }) => holds === 'transcript').map(({ name }) => name);

/** Browsers and scripts that do not know the type of a file send this media type; its content tells the format. */
const UNKNOWN_MEDIA_TYPE = 'application/octet-stream';

const checkBody = compileYieldingBodyCheck(ingestMeetingEndpoint.body!);

const MAX_ATTENDEES_CHARACTERS = 4096;

const attendees: Param<Details['attendees']> = {
  schema: { type: 'string', minLength: 1, maxLength: MAX_ATTENDEES_CHARACTERS },
  description:
    'The attendees, separated by semicolons, each with a name, an address, or both. Default: all speakers and those whom the file lists.',
  example: 'Ada Park <ada@parley.example>; Grace Lund',
  required: false,
  takes: `up to ${MAX_ATTENDEES_CHARACTERS} characters of attendees, separated by semicolons, each ${ATTENDEE_FORM}`,
  parse: (text) => (text.length <= MAX_ATTENDEES_CHARACTERS ? parseAttendees(text) : undefined),
};

const Count = (description: string) => Type.Integer({ minimum: 0, description });

const ImportedMeeting = Type.Object(
  {
    meetingId: Text('Identifier of the meeting: a whole number as text.'),
    created: Type.Boolean({ description: 'Whether the meeting was new.' }),
    outcome: Type.Enum(['created', 'updated', 'unchanged'], { description: 'What happened to the meeting.' }),
    format: Text(`Format of the file: ${listInWords(formatNames, 'or')}.`),
    title: Text('Title of the meeting.'),
    startTime: DateTime('Its start.'),
    entries: Count('Entries of its transcript.'),
    speakers: Count('Names of its speakers.'),
    warnings: Type.Array(Text('What was malformed, and how it was handled.'), {
      description: 'Warnings, each with its line.',
    }),
  },
  { title: 'ImportedMeeting' },
);

export const importMeetingEndpoint = defineEndpoint({
  operationId: 'importMeeting',
  address: 'api',
  method: 'POST',
  path: '/v1/meetings/import',
  scope: 'ingest:write',
  tag: 'Meetings',
  summary: 'Import a meeting from a file',
  description:
    `The body is an unchanged file: a ${listInWords(TRANSCRIPT_NAMES, 'or')} transcript, JSON of a meeting tool or ` +
    'a speech-to-text service, or one body of the ingest operation. Query parameters take precedence over the file, ' +
    'and the file over its name; for a body of the ingest operation, the file takes precedence. The same externalId ' +
    '(or else the id in the file, or else its name) updates the meeting; an identical file changes nothing.',
  query: {
    fileName: required(
      shortText({
        description:
          'Name of the file. It may contain the date, and it serves as the id. The format is recognised by the content.',
        example: 'acme-review_2026-01-31.vtt',
      }),
    ),
    title: shortText({
      description: "Title of the meeting. Default: the file's own title, or its name.",
      maxLength: MAX_TITLE_LENGTH,
    }),
    startTime: dateTime({
      description: 'Start. Default: the start that the file states, or the date in its name.',
    }),
    endTime: dateTime({
      description:
        'End. Not before `startTime`. Default: the end that the file states, or that of the last words.',
      notBefore: 'startTime',
    }),
    hostEmail: email({ description: 'Address of the host; required if the file does not state it.' }),
    hostName: shortText({ description: 'Name of the host.' }),
    attendees,
    salesforceAccountId: shortText({ description: 'CRM account.' }),
    salesforceOpportunityId: shortText({ description: 'CRM opportunity.' }),
    sourceType: oneOf({
      description:
        'Source of the meeting. Default: that of the format (GONG, GOOGLE_MEET), or USER_PROVIDED.',
      values: SOURCE_TYPES,
    }),
    externalId: shortText({
      description: "The source's own id of the meeting. Default: the id in the file, or the file's name.",
    }),
    processImportedMeeting: withFallback(
      boolean({ description: 'Whether the meeting is summarized and its signals are evaluated.' }),
      true,
    ),
  },
  upload: {
    maxBytes: MAX_INGEST_BYTES,
    isHeld: true,
    contentTypes: [...new Set(fileFormats.flatMap(({ mediaTypes }) => mediaTypes)), UNKNOWN_MEDIA_TYPE],
  },
  answers: {
    200: {
      description: 'The meeting is stored.',
      schema: ImportedMeeting,
      example: {
        meetingId: '1042',
        created: true,
        outcome: 'created',
        format: 'WebVTT',
        title: 'acme-review 2026-01-31',
        startTime: '2026-01-31T00:00:00Z',
        entries: 212,
        speakers: 2,
        warnings: ['line 41: no timing line; the words are kept without a time'],
      },
    },
    409: {
      description:
        'A meeting with a different start and different words was imported from a file of this name.',
    },
    422: {
      description:
        'The file cannot be read, or neither the file nor the query has a required detail; the message names the ' +
        'place.',
    },
    507: OVER_QUOTA,
  },
  async handle({ query, caller: { organizationId, keyId }, requestId, file }, deps) {
    const { fileName } = query;
    return ofThisFile(fileName, async () => {
      const { found, format, warnings } = await readMeeting(file!, query);
      const checked = (await checkBody(found.body)) as Static<typeof IngestBody>;
      const incoming = toIncomingMeeting(checked);
      const process = query.processImportedMeeting && checked.processImportedMeeting !== false;
      const meeting = { ...found, incoming };
      const { outcome, meetingId } = await takeMeeting(deps, organizationId, meeting, {
        process,
        advice: ADVICE,
        by: { keyId, requestId },
      });
      const created = outcome === 'created';
      if (outcome !== 'unchanged') deps.metrics.meetingsIngested.inc({ created: `${created}` });
      const { title, startMs, segments = [] } = incoming;
      const speakers = new Set(segments.flatMap(({ speaker }) => speaker?.name ?? [])).size;
      const told = { format, title, startTime: formatDateTime(startMs), entries: segments.length, speakers };
      return { status: 200, body: { meetingId, created, outcome, ...told, warnings } };
    });
  },
});

type FileQuery = Details & {
  fileName: string;
  startTime?: number;
  endTime?: number;
  salesforceAccountId?: string;
  salesforceOpportunityId?: string;
};

async function readMeeting(bytes: Buffer, query: FileQuery) {
  const { fileName, title, hostEmail, hostName, attendees, sourceType, externalId } = query;
  const row: Details = {
    ...{ title, hostEmail, hostName, attendees, sourceType, externalId },
    startMs: query.startTime,
    endMs: query.endTime,
    accountId: query.salesforceAccountId,
    opportunityId: query.salesforceOpportunityId,
  };
  const { format, meetings, warnings } = await meetingsInFile(fileName, bytes, { row, flags: {} }, ADVICE);
  const [found] = meetings;
  if (found === undefined || meetings.length > 1) {
    throw new Fault(
      'invalid',
      `it contains ${meetings.length} meetings, but must contain exactly one; use parley import for files with several`,
    );
  }
  if ('fault' in found) throw found.fault;
  return { found, format, warnings };
}

/**
 * Adds the file's name to the message of a fault. The parameters have been checked before, so the error is in the file.
 */
async function ofThisFile<Result>(fileName: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const kind = error.kind === 'invalid' ? 'unprocessable' : error.kind;
    throw new Fault(kind, `${fileName}: ${error.message}`);
  }
}
