import { JOB_STATES } from '../../domain/manage-jobs.ts';
import { Type } from '../../lib/schema-types.ts';
import { DateTime, Text } from './common.ts';

export const BackgroundJob = Type.Object(
  {
    id: Text('Identifier of the job.'),
    job: Text('Kind of the job.'),
    state: Type.Enum([...JOB_STATES], {
      description: 'dead: the job has used up its attempts and can be run again.',
    }),
    attempts: Type.Integer({ minimum: 0, description: 'Number of attempts.' }),
    createdAt: DateTime('When it was enqueued.'),
    payload: Type.Object(
      {},
      {
        additionalProperties: true,
        description: 'Data of the job; the fields depend on its kind.',
      },
    ),
    reason: Type.Optional(Text('Why the last attempt failed.')),
  },
  { title: 'Job' },
);

export const jobExample = {
  id: '4b6f6f0e-2d3f-4f43-8f0a-1f4f2f9d7c11',
  job: 'fetch-recording',
  state: 'dead',
  attempts: 6,
  createdAt: '2026-01-31T10:20:00Z',
  payload: { meetingId: 1042 },
  reason: 'calls.example could not be reached (ECONNREFUSED)',
};
