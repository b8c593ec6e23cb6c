import { Readable } from 'node:stream';
import type { Static } from 'typebox';
import { ATTENDEE_FORM, type Details, parseAttendees } from '../domain/meetings/files/details.ts';
import { isArchiveOfFiles, meetingsInArchive } from '../domain/meetings/files/meetings-in-archive.ts';
import { type MeetingsInFile, meetingsInFile } from '../domain/meetings/files/meetings-in-file.ts';
import { takeMeeting } from '../domain/meetings/files/take-meeting.ts';
import { fileFormats } from '../domain/meetings/formats/index.ts';
import { SOURCE_TYPES } from '../domain/meetings/source-types.ts';
import { compileYieldingBodyCheck } from '../http/check-body-yielding.ts';
import type { EndpointRequest } from '../http/endpoint.ts';
import {
  boolean,
  codeList,
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
import { type Deps, defineEndpoint } from './define-endpoint.ts';
import {
  ADVICE,
  DETAIL_PARAMETERS,
  type DetailsQuery,
  detailsBesideFile,
} from './import/details-beside-file.ts';
import { importSeveral, MAX_MEETINGS, type SeveralRun } from './import/import-several.ts';
import { describeMeeting, ImportedMeeting } from './import/imported-meeting.ts';
import { ingestMeetingEndpoint, MAX_INGEST_BYTES } from './ingest-meeting.ts';
import { OVER_QUOTA } from './schemas/common.ts';
import {
  type IngestBody,
  MAX_EXTERNAL_ID_LENGTH,
  MAX_TITLE_LENGTH,
  toIncomingMeeting,
} from './schemas/ingest-body.ts';

const TRANSCRIPT_NAMES = fileFormats.filter(({ holds }) => holds === 'transcript').map(({ name }) => name);

/** The media types of ZIP archives, and of the lines of JSON that a file may have. */
const OTHER_MEDIA_TYPES = ['application/zip', 'application/x-zip-compressed', 'application/x-ndjson'];

/** An archive is held in memory, and its files are unpacked one after the other. */
const ARCHIVE_LIMITS = {
  maxFiles: MAX_MEETINGS,
  maxUnpackedBytes: 64 * 1024 ** 2,
  maxFileBytes: MAX_INGEST_BYTES,
};

/** The longest name that file systems allow. */
const MAX_FILE_NAME_LENGTH = 255;

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

export const importMeetingEndpoint = defineEndpoint({
  operationId: 'importMeeting',
  address: 'api',
  method: 'POST',
  path: '/v1/meetings/import',
  scope: 'ingest:write',
  tag: 'Meetings',
  summary: 'Import the meetings of a file',
  description:
    `The body is an unchanged file: a ${listInWords(TRANSCRIPT_NAMES, 'or')} transcript, JSON of a meeting tool or ` +
    'a speech-to-text service, bodies of the ingest operation, or a ZIP archive of such files. Query parameters take ' +
    'precedence over the file, and the file over its name; for a body of the ingest operation, the file takes ' +
    'precedence, and over parameters that `defaults` lists it always does. The same externalId (or else the id in ' +
    'the file, or else its name) updates the meeting; an identical file changes nothing.\n\n' +
    `An array, lines of JSON and an archive may contain up to ${MAX_MEETINGS} meetings. All of them are imported, except ` +
    'those that are invalid: `meetings` in the response has the outcome of each. The response is an error only if none is ' +
    'imported. `title` and `externalId` are for files with one meeting; the other parameters apply to each meeting.',
  query: {
    fileName: required(
      shortText({
        description:
          'Name of the file. It may contain the date, and it serves as the id. The format is recognised by the content.',
        example: 'acme-review_2026-01-31.vtt',
        maxLength: MAX_FILE_NAME_LENGTH,
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
      maxLength: MAX_EXTERNAL_ID_LENGTH,
    }),
    defaults: codeList({
      description: 'Parameters that are only defaults: the file takes precedence over them.',
      codes: DETAIL_PARAMETERS,
      example: ['hostEmail', 'hostName'],
    }),
    processImportedMeeting: withFallback(
      boolean({ description: 'Whether the meeting is summarized and its signals are evaluated.' }),
      true,
    ),
  },
  upload: {
    maxBytes: MAX_INGEST_BYTES,
    isHeld: true,
    contentTypes: [
      ...new Set(fileFormats.flatMap(({ mediaTypes }) => mediaTypes)),
      ...OTHER_MEDIA_TYPES,
      UNKNOWN_MEDIA_TYPE,
    ],
  },
  answers: {
    200: {
      description: 'The meeting is stored; of several meetings, at least one.',
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
  async handle(asked, deps) {
    const { query, file } = asked;
    const { fileName } = query;
    const body = await ofThisFile(fileName, async () => {
      const beside = detailsBesideFile(query);
      if (isArchiveOfFiles(fileName, file!)) {
        refuseDetailsOfOne(query, 'is an archive');
        const limits = ARCHIVE_LIMITS;
        const files = meetingsInArchive(fileName, file!, { beside, advice: ADVICE, limits });
        return importSeveral(deps, files, runOf(asked));
      }
      const content = await meetingsInFile(fileName, file!, beside, ADVICE);
      const count = content.meetings.length;
      if (count <= 1) return importOne(deps, content, asked);
      refuseDetailsOfOne(query, `contains ${count} meetings`);
      if (count > MAX_MEETINGS) {
        const most = `a request imports at most ${MAX_MEETINGS}`;
        throw new Fault(
          'too large',
          `it contains ${count} meetings; ${most}; divide it, or use parley import`,
        );
      }
      return importSeveral(deps, Readable.from([content]), runOf(asked));
    });
    return { status: 200, body };
  },
});

type Import = Pick<
  EndpointRequest<never, ImportQuery, never>,
  'query' | 'caller' | 'requestId' | 'untilLeft' | 'log'
>;

type ImportQuery = DetailsQuery & { fileName: string; processImportedMeeting: boolean };

function runOf({ query, caller, requestId, untilLeft, log }: Import): SeveralRun {
  return {
    organizationId: caller.organizationId,
    by: { keyId: caller.keyId, requestId },
    process: query.processImportedMeeting,
    left: untilLeft(),
    log,
  };
}

async function importOne(deps: Deps, { meetings, format, warnings }: MeetingsInFile, asked: Import) {
  const { query, caller, requestId } = asked;
  const [found] = meetings;
  if (found === undefined) throw new Fault('invalid', 'it contains 0 meetings');
  if ('fault' in found) throw found.fault;
  const body = (await checkBody(found.body)) as Static<typeof IngestBody>;
  const meeting = { ...found, incoming: toIncomingMeeting(body) };
  const { outcome, meetingId } = await takeMeeting(deps, caller.organizationId, meeting, {
    process: query.processImportedMeeting && body.processImportedMeeting !== false,
    advice: ADVICE,
    by: { keyId: caller.keyId, requestId },
  });
  const created = outcome === 'created';
  if (outcome !== 'unchanged') deps.metrics.meetingsIngested.inc({ created: `${created}` });
  return { meetingId, created, outcome, ...describeMeeting(body.meeting, format), warnings };
}

/** @throws Fault if the query gives details that only one meeting can have */
function refuseDetailsOfOne({ title, externalId }: DetailsQuery, what: string): void {
  const [name] = [title !== undefined && 'title', externalId !== undefined && 'externalId'].filter(Boolean);
  if (name) throw new Fault('invalid', `one ${name} is given for it, but it ${what}`);
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
    const { message, retryAfterSeconds, shed } = error;
    throw new Fault(kind, `${fileName}: ${message}`, retryAfterSeconds, shed);
  }
}
