import type { Actor } from '../domain/audit/record-audit.ts';
import { recordRead } from '../domain/audit/record-read.ts';
import {
  formatMeetingCursor,
  MAX_MEETING_CURSOR_CHARACTERS,
  parseMeetingCursor,
} from '../domain/meetings/meeting-cursor.ts';
import { MEETING_SORTS } from '../domain/meetings/meeting-order.ts';
import { type ExtrasOf, listMeetings } from '../domain/meetings/read-meetings.ts';
import { downloadUrls } from '../domain/recordings/download-urls.ts';
import { firedSignals } from '../domain/signals/fired-signals.ts';
import { MAX_SIGNALS } from '../domain/signals/manage-signals.ts';
import { PageCount, pageCount, pageOf, pagingParams } from '../http/paging.ts';
import { boolean, flag, integerList, oneOf, required, shortText, withFallback } from '../http/params.ts';
import { Fault } from '../lib/faults.ts';
import type { DeferredPiece, Piece, Pieces } from '../lib/gzip-pieces.ts';
import { Type } from '../lib/schema-types.ts';
import { type Deps, defineEndpoint } from './define-endpoint.ts';
import { meetingFilterOf, meetingFilterParams, meetingWindowParams } from './meeting-filter.ts';
import { MAX_ID, Text } from './schemas/common.ts';
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
    'Returns the meetings of a time window, by startTime then id unless `sort` or `order` says otherwise, with their ' +
    'transcripts. A meeting is in the window if its startTime is not before `from` and its endTime is not after `to`.\n\n' +
    'Pages can be numbered, or read one after the other: the response to `after=start` has `next`, and the page that ' +
    'begins there is returned for `after` with this value. Meetings that arrive or are deleted in between then shift no page.',
  query: {
    from: required(meetingWindowParams.from),
    to: meetingWindowParams.to,
    ...pagingParams,
    ...meetingFilterParams,
    signalIds: integerList({
      description:
        'Only meetings in which at least one of these signals fired, as their newest evaluation found. ' +
        'A signal that does not exist fired nowhere. It needs the scope `signals:read` as well.',
      minimum: 1,
      maximum: MAX_ID,
      maxItems: MAX_SIGNALS,
      example: [17],
    }),
    sort: withFallback(
      oneOf({
        description:
          'The sort key; meetings with equal keys are sorted by id. Titles are compared without case and accents, by ' +
          'their first 200 characters.',
        values: MEETING_SORTS,
      }),
      'startTime',
    ),
    order: withFallback(
      oneOf({
        description:
          'The direction of `sort`. By startTime, numbered pages stay stable with `asc` while new meetings arrive; `desc` ' +
          'returns the newest first.',
        values: ['asc', 'desc'],
      }),
      'asc',
    ),
    after: shortText({
      description:
        '`start`, or `next` of the page before, for the same filters, `sort` and `order`. It cannot be combined with ' +
        'pageNumber.',
      maxLength: MAX_MEETING_CURSOR_CHARACTERS,
      excludes: 'pageNumber',
      example: 'start',
    }),
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
    includeSignals: flag({
      description:
        'Adds the signals that fired to each meeting in which any did. It needs the scope `signals:read` as well.',
    }),
  },
  answers: {
    200: {
      description: 'A page of meetings.',
      schema: Type.Object(
        {
          meetings: Type.Array(Meeting),
          pageCount: PageCount,
          next: Type.Optional(
            Text(
              'Value of `after` for the next page; only if `after` was given and further meetings follow.',
            ),
          ),
        },
        { title: 'MeetingPage' },
      ),
      example: { meetings: [meetingExample], pageCount: 1 },
    },
    403: { description: 'The API key lacks a scope that the operation or one of the parameters needs.' },
  },
  async handle({ query, caller, requestId }, deps) {
    if (query.signalIds || query.includeSignals) checkMayReadSignals(caller.scopes);
    const { organizationId } = caller;
    const filter = { ...meetingFilterOf(query), signalIds: query.signalIds };
    const { sort, order } = query;
    const list = JSON.stringify([organizationId, filter, sort, order]);
    const page = {
      ...pageOf(query),
      sort,
      isDescending: order === 'desc',
      withNext: query.after !== undefined,
      after: placeOf(list, query.after),
      withTranscripts: query.includeTranscript,
    };
    const extrasOf = extrasFor(query, { ...caller, requestId }, deps);
    const found = await listMeetings(deps.db, organizationId, filter, page, extrasOf);
    const cursor = found.next && formatMeetingCursor(list, found.next);
    const pieces = pagePieces(found.meetings, pageCount(found.total, query.pageSize), cursor);
    // The scope that `signalIds` needs is checked for each request, and what `extrasOf` adds may be audited.
    return { status: 200, pieces, state: query.signalIds || extrasOf ? null : found.state };
  },
});

function checkMayReadSignals(scopes: ReadonlySet<string>): void {
  if (scopes.has('signals:read')) return;
  throw new Fault(
    'forbidden',
    'The API key lacks the scope signals:read, which signalIds and includeSignals need',
  );
}

function placeOf(list: string, after: string | undefined) {
  if (after === undefined || after === 'start') return undefined;
  const place = parseMeetingCursor(list, after);
  if (place) return place;
  throw new Fault(
    'invalid',
    'after must be `start`, or `next` of a page with the same filters, sort and order',
  );
}

type Shown = { includeTranscript: boolean; includeDownloadUrl: boolean; includeSignals: boolean };

/** Returns what adds the requested fields to the meetings of a page, with one query each, and audits what is read. */
function extrasFor(
  { includeTranscript, includeDownloadUrl, includeSignals }: Shown,
  actor: Actor & { requestId: string },
  deps: Deps,
): ExtrasOf | undefined {
  const isAudited = includeDownloadUrl || (deps.auditReads && includeTranscript);
  if (!isAudited && !includeSignals) return undefined;
  const { db, blobs } = deps;
  const { organizationId } = actor;
  return async (ids) => {
    if (isAudited) {
      const detail = { meetingIds: ids, includeTranscript, includeDownloadUrl };
      await recordRead(deps, actor, 'meeting.list', `${ids.length} meetings`, detail);
    }
    const [urls, signals] = await Promise.all([
      includeDownloadUrl ? downloadUrls(db, blobs, organizationId, ids) : undefined,
      includeSignals ? firedSignals(db, organizationId, ids) : undefined,
    ]);
    return new Map(
      ids.flatMap((id) => {
        const extra = { ...urls?.get(id), ...(signals?.has(id) ? { signals: signals.get(id) } : {}) };
        return Object.keys(extra).length > 0 ? [[id, extra] as const] : [];
      }),
    );
  };
}

function pagePieces(meetings: readonly Pieces[], pages: number, next: string | undefined): Pieces {
  const parts: (Piece | DeferredPiece)[] = ['{"meetings":['];
  for (const [index, meeting] of meetings.entries()) {
    if (index > 0) parts.push(',');
    parts.push(...meeting);
  }
  parts.push(`],"pageCount":${pages}${next === undefined ? '' : `,"next":"${next}"`}}`);
  return parts;
}
