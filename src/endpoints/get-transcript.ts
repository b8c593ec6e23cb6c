import { attachmentNamed } from '../blobs/content-disposition.ts';
import { recordRead } from '../domain/audit/record-read.ts';
import { entriesOfSpeaker } from '../domain/meetings/transcripts/entries-of-speaker.ts';
import { TRANSCRIPT_FORMATS, TRANSCRIPT_FORMS } from '../domain/meetings/transcripts/forms.ts';
import { openTranscript, type TranscriptMeeting } from '../domain/meetings/transcripts/open-transcript.ts';
import { readSlice, tokenBudget } from '../domain/meetings/transcripts/read-slice.ts';
import { renderSlice, renderWhole } from '../domain/meetings/transcripts/render-transcript.ts';
import { addSides, sidesOfSpeakers } from '../domain/meetings/transcripts/sides-of-speakers.ts';
import { integer, MAX_INT32, oneOf, required, shortText, withFallback } from '../http/params.ts';
import { Fault } from '../lib/faults.ts';
import { formatDateTime } from '../lib/time.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { MAX_ID } from './schemas/common.ts';
import { exampleMeeting, Transcript, transcriptExample } from './schemas/transcript.ts';

const MAX_ENTRIES = 1000;
/** The entries around another one, if the request does not say how many. */
const DEFAULT_ENTRIES_AROUND = 20;
const MAX_TOKENS = 20_000;
const MAX_SPEAKER_LENGTH = 320;

/** The pieces that are fetched with the meeting: those of an ordinary call, or the first one. */
const BYTES_AT_ONCE = 512 * 1024;
const FIRST_PIECE = 1;

const MAX_TITLE_IN_FILE_NAME = 120;

/** The files' types, each with the example. */
const FILE_TYPES = Object.fromEntries(
  Object.values(TRANSCRIPT_FORMS)
    .filter(({ extension }) => extension !== undefined)
    .map(({ contentType, make }) => {
      return [contentType.split(';')[0]!, renderSlice(exampleMeeting, transcriptExample, make())];
    }),
);

export const getTranscriptEndpoint = defineEndpoint({
  operationId: 'getTranscript',
  address: 'api',
  method: 'GET',
  path: '/v1/meetings/{id}/transcript',
  scope: 'meetings:read',
  tag: 'Meetings',
  summary: 'Get a transcript, or a part of it',
  description:
    'Returns the transcript of a meeting, as JSON or as a file. Without limits it is whole. `entries` and `maxTokens` limit ' +
    'the response; entries are never cut. The index of the entry that follows is `next` of JSON, and the header ' +
    '`X-Next-Entry` of every format; it is the `fromEntry` of the next request. Captions (`vtt`, `srt`) need times: an ' +
    'entry that has none follows the entry before it, and an end that the source did not give is estimated. A meeting ' +
    'without a transcript has no entries.',
  params: {
    id: required(
      integer({ description: 'Identifier of the meeting.', minimum: 1, maximum: MAX_ID, example: 1042 }),
    ),
  },
  query: {
    format: withFallback(
      oneOf({
        description: 'The format: JSON, or a file with plain text, Markdown, WebVTT or SubRip.',
        values: TRANSCRIPT_FORMATS,
      }),
      'json',
    ),
    fromEntry: integer({
      description: 'Index of the first entry, counted from 0.',
      minimum: 0,
      maximum: MAX_INT32,
      example: 0,
    }),
    entries: integer({
      description: `The most entries. Default: all, or ${DEFAULT_ENTRIES_AROUND} with \`around\`.`,
      minimum: 1,
      maximum: MAX_ENTRIES,
      example: 100,
    }),
    around: {
      ...integer({
        description: 'Index of an entry: the entries before and after it are returned with it.',
        minimum: 0,
        maximum: MAX_INT32,
        example: 40,
      }),
      excludes: 'fromEntry',
    },
    speaker: shortText({
      description:
        'Only entries of this speaker: a name or words of it, in any case, or the address of an attendee or host.',
      maxLength: MAX_SPEAKER_LENGTH,
      example: 'Grace Lund',
    }),
    maxTokens: integer({
      description:
        'The most tokens of the whole response, as a language model counts them. They are estimated, and the estimate is ' +
        'never too low.',
      minimum: 1,
      maximum: MAX_TOKENS,
      example: 4000,
    }),
  },
  answers: {
    200: {
      description: 'The transcript.',
      schema: Transcript,
      example: transcriptExample,
      otherContentTypes: FILE_TYPES,
    },
    404: { description: 'The organization has no such meeting.' },
  },
  async handle({ params, query, caller, requestId }, deps) {
    const { organizationId } = caller;
    const { format, speaker, maxTokens } = query;
    const { contentType, extension, make } = TRANSCRIPT_FORMS[format];
    const { range, isWhole, entries, around } = sliceOf(query);
    // A request whose end is not known reads no further than it has to.
    const isEndKnown = isWhole || (range.to !== undefined && maxTokens === undefined);
    const bytesAtOnce = isEndKnown ? BYTES_AT_ONCE : FIRST_PIECE;
    const showsSides = format === 'json';
    const [opened, sideOf] = await Promise.all([
      openTranscript(deps.db, organizationId, params.id, range, bytesAtOnce),
      showsSides ? sidesOfSpeakers(deps.db.quick, organizationId, params.id) : undefined,
    ]);
    if (!opened) throw new Fault('missing', 'There is no such meeting');
    const transcript = sideOf ? addSides(opened, sideOf) : opened;
    const { meeting } = transcript;
    const isWanted = await entriesOfSpeaker(deps.db, organizationId, params.id, speaker);
    await recordRead(deps, { ...caller, requestId }, 'meeting.read', `meeting ${params.id}`, { format });
    const headers: Record<string, string> = { 'Content-Type': contentType };
    if (extension !== undefined)
      headers['Content-Disposition'] = attachmentNamed(fileName(meeting, extension));
    if (isWhole) return { status: 200, headers, pieces: renderWhole(transcript, isWanted, make()) };
    const budget = maxTokens === undefined ? undefined : tokenBudget(maxTokens, transcript, make());
    const slice = await readSlice(transcript, isWanted, { entries, around, budget });
    if (slice.next !== undefined) headers['X-Next-Entry'] = `${slice.next}`;
    return { status: 200, headers, pieces: [renderSlice(meeting, slice, make())] };
  },
});

type SliceQuery = {
  fromEntry: number | undefined;
  entries: number | undefined;
  around: number | undefined;
  speaker: string | undefined;
  maxTokens: number | undefined;
};

type Slice = {
  /** The entries that have to be read. */
  range: { from: number; to?: number };
  isWhole: boolean;
  /** The most entries that are returned. */
  entries: number;
  around?: number;
};

function sliceOf({ fromEntry = 0, entries, around, speaker, maxTokens }: SliceQuery): Slice {
  if (around !== undefined) {
    const count = entries ?? DEFAULT_ENTRIES_AROUND;
    const range = { from: Math.max(0, around - count + 1), to: around + count + 1 };
    return { range, isWhole: false, entries: count, around };
  }
  const isWhole = entries === undefined && maxTokens === undefined;
  if (entries === undefined)
    return { range: { from: fromEntry }, isWhole, entries: Number.POSITIVE_INFINITY };
  // One more tells what follows. Which entries a speaker has is not known before they are read.
  const range =
    speaker === undefined ? { from: fromEntry, to: fromEntry + entries + 1 } : { from: fromEntry };
  return { range, isWhole, entries };
}

/** Returns the name of a file: the title and the date, which an import of the file reads from it. */
function fileName({ title, startMs }: TranscriptMeeting, extension: string): string {
  const shortTitle = [...title].slice(0, MAX_TITLE_IN_FILE_NAME).join('');
  return `${shortTitle} ${formatDateTime(startMs).slice(0, 10)}${extension}`;
}
