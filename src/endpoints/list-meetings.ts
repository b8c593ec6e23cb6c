import Type from 'typebox';
import { recordRead } from '../domain/audit/record-read.ts';
import { listMeetings } from '../domain/meetings/read-meetings.ts';
import { downloadUrls } from '../domain/recordings/download-urls.ts';
import { PageCount, pageCount, pageOf, pagingParams } from '../http/paging.ts';
import { boolean, flag, oneOf, required, withFallback } from '../http/params.ts';
import type { DeferredPiece, Piece, Pieces } from '../lib/gzip-pieces.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { meetingFilterOf, meetingFilterParams, meetingWindowParams } from './meeting-filter.ts';
import { Meeting, meetingExample } from './schemas/meeting.ts';

export const listMeetingsEndpoint = defineEndpoint({
  operationId: 'listMeetings',
  address: 'api',
  method: 'GET',
  path: '/v1/meetings',
  scope: 'meetings:read',
  tag: 'Meetings',
  summary: 'List meetings',
  description:
    'Returns the meetings of a time window, by startTime then id, with their transcripts. A meeting is in the ' +
    'window if its startTime is not before `from` and its endTime is not after `to`.',
  query: {
    from: required(meetingWindowParams.from),
    to: meetingWindowParams.to,
    ...pagingParams,
    ...meetingFilterParams,
    order: withFallback(
      oneOf({
        description:
          'The order by startTime, then id. With `asc`, pages stay stable while new meetings arrive; `desc` returns ' +
          'the newest first.',
        values: ['asc', 'desc'],
      }),
      'asc',
    ),
    includeTranscript: withFallback(
      boolean({
        description: 'If it is false, each meeting has `hasTranscript` instead of its transcript.',
      }),
      true,
    ),
    includeDownloadUrl: flag({
      description:
        'Adds a pre-signed downloadUrl, valid for 2 hours, to each meeting with a stored recording.',
    }),
  },
  answers: {
    200: {
      description: 'A page of meetings.',
      schema: Type.Object({ meetings: Type.Array(Meeting), pageCount: PageCount }, { title: 'MeetingPage' }),
      example: { meetings: [meetingExample], pageCount: 1 },
    },
  },
  async handle({ query, caller, requestId }, deps) {
    const { db, blobs } = deps;
    const { organizationId } = caller;
    const { includeTranscript, includeDownloadUrl } = query;
    const extrasOf =
      includeDownloadUrl || (deps.auditReads && includeTranscript)
        ? async (ids: readonly number[]) => {
            const detail = { meetingIds: ids, includeTranscript, includeDownloadUrl };
            const subject = `${ids.length} meetings`;
            await recordRead(deps, { ...caller, requestId }, 'meeting.list', subject, detail);
            return includeDownloadUrl ? downloadUrls(db, blobs, organizationId, ids) : new Map();
          }
        : undefined;
    const page = {
      ...pageOf(query),
      newestFirst: query.order === 'desc',
      withTranscripts: includeTranscript,
    };
    const { total, meetings } = await listMeetings(
      db,
      organizationId,
      meetingFilterOf(query),
      page,
      extrasOf,
    );
    return { status: 200, pieces: pagePieces(meetings, pageCount(total, query.pageSize)) };
  },
});

function pagePieces(meetings: readonly Pieces[], pages: number): Pieces {
  const parts: (Piece | DeferredPiece)[] = ['{"meetings":['];
  for (const [index, meeting] of meetings.entries()) {
    if (index > 0) parts.push(',');
    parts.push(...meeting);
  }
  parts.push(`],"pageCount":${pages}}`);
  return parts;
}
