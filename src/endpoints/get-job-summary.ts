import { summarizeJobs } from '../domain/manage-jobs.ts';
import { Type } from '../lib/schema-types.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { Text, Warnings } from './schemas/common.ts';

const Count = (description: string) => Type.Integer({ minimum: 0, description });

const JobKind = Type.Object(
  {
    kind: Text('Kind of the job.'),
    waiting: Count('Jobs that are queued for their first or next attempt.'),
    running: Count('Jobs that are running.'),
    failed: Count('Jobs that have used up their attempts; they can be run again.'),
    oldestWaitingSeconds: Type.Optional(Count('Age of the oldest queued job; omitted if none is queued.')),
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
  summary: 'Count background jobs',
  description:
    "Returns the number of the organization's unfinished jobs by kind; every kind is included. `warnings` " +
    'lists problems that an operator of the installation has to resolve, and is omitted if there are none.',
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
  // Jobs are finished without waiting for the disk, so a replica may show less than the primary has shown before.
  readsPrimary: true,
  async handle({ caller: { organizationId } }, { db, health }) {
    const [jobs, warnings] = await Promise.all([summarizeJobs(db, organizationId), health.warnings()]);
    return { status: 200, body: { jobs, ...(warnings.length > 0 && { warnings }) } };
  },
});
