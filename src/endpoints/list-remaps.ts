import { meetingExists } from '../domain/conversations/meeting-exists.ts';
import { listRemaps, presentRemap } from '../domain/remap/read-remaps.ts';
import { integer, required } from '../http/params.ts';
import { Fault } from '../lib/faults.ts';
import { Type } from '../lib/schema-types.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { MAX_ID } from './schemas/common.ts';
import { Remap, remapExample } from './schemas/remap.ts';

export const listRemapsEndpoint = defineEndpoint({
  operationId: 'listRemaps',
  address: 'api',
  method: 'GET',
  path: '/v1/meetings/{id}/remaps',
  scope: 'meetings:read',
  tag: 'Remap',
  summary: "List a meeting's remaps",
  description:
    "Returns the history of the meeting's CRM associations, newest first: who changed them, when, and the ids " +
    'before and after.',
  params: {
    id: required(
      integer({ description: 'Identifier of the meeting.', minimum: 1, maximum: MAX_ID, example: 1042 }),
    ),
  },
  answers: {
    200: {
      description: 'The remaps.',
      schema: Type.Object({ remaps: Type.Array(Remap) }, { title: 'RemapList' }),
      example: { remaps: [remapExample] },
    },
    404: { description: 'The organization has no such meeting.' },
  },
  async handle({ params, caller }, { db }) {
    const remaps = await listRemaps(db, caller.organizationId, params.id);
    if (remaps.length === 0 && !(await meetingExists(db, caller.organizationId, params.id))) {
      throw new Fault('missing', 'There is no such meeting');
    }
    return { status: 200, body: { remaps: remaps.map(presentRemap) } };
  },
});
