import { listMeetingVersions, presentMeetingVersion } from '../domain/meetings/versions/read-versions.ts';
import { integer, required, withFallback } from '../http/params.ts';
import { Fault } from '../lib/faults.ts';
import { Type } from '../lib/schema-types.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { MAX_ID } from './schemas/common.ts';
import { MeetingVersion, versionExample } from './schemas/version.ts';

/** A meeting with more versions is one that a program rewrites again and again. */
const MAX_VERSIONS = 1000;

export const listMeetingVersionsEndpoint = defineEndpoint({
  operationId: 'listMeetingVersions',
  address: 'api',
  method: 'GET',
  path: '/v1/meetings/{id}/versions',
  scope: 'meetings:read',
  tag: 'Meetings',
  summary: 'List the versions of a meeting',
  description:
    'The versions are returned newest first; the first one in the list is the current version. A version is ' +
    'created by an ingest or import that changes the meeting, by an upload that replaces its recording, and by ' +
    'a restore. Replaced versions are retained for PARLEY_VERSION_DAYS.',
  params: {
    id: required(
      integer({ description: 'Identifier of the meeting.', minimum: 1, maximum: MAX_ID, example: 1042 }),
    ),
  },
  query: {
    pageSize: withFallback(
      integer({ description: 'Number of versions per page.', minimum: 1, maximum: MAX_VERSIONS }),
      MAX_VERSIONS,
    ),
    before: integer({
      description: 'Only versions that are older than this one; use nextBefore of the previous page.',
      minimum: 1,
      maximum: MAX_ID,
      example: 12,
    }),
  },
  answers: {
    200: {
      description: 'A page of versions.',
      schema: Type.Object(
        {
          versions: Type.Array(MeetingVersion),
          nextBefore: Type.Optional(
            Type.Integer({
              minimum: 1,
              description: 'Requests the next page; omitted on the last one.',
            }),
          ),
        },
        { title: 'MeetingVersions' },
      ),
      example: {
        versions: [
          versionExample,
          { version: 1, at: '2026-01-31T10:16:00Z', keyId: 7, cause: 'ingest', changed: [] },
        ],
      },
    },
    404: { description: 'The organization has no such meeting.' },
  },
  async handle({ params, query: { pageSize, before = MAX_ID }, caller }, { db }) {
    // One row more than requested tells whether there is a next page.
    const page = { limit: pageSize + 1, before };
    const found = await listMeetingVersions(db, caller.organizationId, params.id, page);
    if (found === undefined) throw new Fault('missing', 'There is no such meeting');
    const versions = found.slice(0, pageSize);
    const nextBefore = found.length > pageSize ? versions.at(-1)!.version : undefined;
    return { status: 200, body: { versions: versions.map(presentMeetingVersion), nextBefore } };
  },
});
