import { readMeetingActivity } from '../domain/meetings/meeting-activity.ts';
import { SOURCE_TYPES } from '../domain/meetings/source-types.ts';
import { Type } from '../lib/schema-types.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { activityWindow, boundedWindow, Count, Day } from './schemas/activity.ts';

const MeetingDay = Type.Object(
  {
    day: Day,
    sourceType: Type.Enum([...SOURCE_TYPES], { description: 'Source of the meetings.' }),
    meetings: Count('Meetings that started on this day.'),
  },
  { title: 'MeetingDay' },
);

export const getMeetingActivityEndpoint = defineEndpoint({
  operationId: 'getMeetingActivity',
  address: 'api',
  method: 'GET',
  path: '/v1/meetings/activity',
  scope: 'meetings:read',
  tag: 'Meetings',
  summary: 'Count meetings by day',
  description:
    'Returns the number of meetings that started on each day of a window, by source. Days without meetings are ' +
    'omitted.',
  query: activityWindow('meetings that started'),
  answers: {
    200: {
      description: 'The days, in ascending order.',
      schema: Type.Object({ days: Type.Array(MeetingDay) }, { title: 'MeetingActivity' }),
      example: { days: [{ day: '2026-01-31', sourceType: 'ZOOM', meetings: 14 }] },
    },
  },
  async handle({ query, caller: { organizationId } }, { db }) {
    return {
      status: 200,
      body: { days: await readMeetingActivity(db, organizationId, boundedWindow(query)) },
    };
  },
});
