import Type from 'typebox';
import { summarizeJobs } from '../domain/manage-jobs.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { Text, Warnings } from './schemas/common.ts';

const Count = (description: string) => Type.Integer({ minimum: 0, description });

const JobKind = Type.Object(
  {
    kind: Text('What is to be done.'),
    waiting: Count('Jobs that wait for their turn or their next try.'),
    running: Count('Jobs that are being done.'),
    failed: Count('Jobs that failed as often as they may; they can be run again.'),
    oldestWaitingSeconds: Type.Optional(
      Count('Since the oldest that waits was put in; left out where none does.'),
    ),
  },
  { title: 'JobKind' },
);

export const getJobSummaryEndpoint = defineEndpoint({
  operationId: 'getJobSummary',
  address: 'api',
  method: 'GET',
  path: '/admin/v1/jobs/summary',
  scope: 'admin',
  tag: 'Administration',
  summary: 'Sum up background jobs',
  description:
    "How many of the organization's jobs are not done, by kind; every kind is there. `warnings` names what an operator of " +
    'the installation has to see to, and is left out where there is nothing.',
  answers: {
    200: {
      description: 'The kinds.',
      schema: Type.Object(
        { jobs: Type.Array(JobKind), warnings: Type.Optional(Warnings) },
        { title: 'JobSummary' },
      ),
      example: {
        jobs: [{ kind: 'process-run', waiting: 12, running: 4, failed: 1, oldestWaitingSeconds: 38 }],
      },
    },
  },
  async handle({ caller: { organizationId } }, { db, health }) {
    const [jobs, warnings] = await Promise.all([summarizeJobs(db, organizationId), health.warnings()]);
    return { status: 200, body: { jobs, ...(warnings.length > 0 && { warnings }) } };
  },
});
