import { JOB_STATES, listJobs, presentJob } from '../domain/manage-jobs.ts';
import { oneOf } from '../http/params.ts';
import { Type } from '../lib/schema-types.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { BackgroundJob, jobExample } from './schemas/job.ts';

const MAX_JOBS = 200;

export const listJobsEndpoint = defineEndpoint({
  operationId: 'listJobs',
  address: 'api',
  method: 'GET',
  path: '/admin/v1/jobs',
  scope: 'admin',
  tag: 'Administration',
  summary: 'List background jobs',
  description: `Returns the organization's unfinished jobs, newest first, ${MAX_JOBS} at most.`,
  query: { state: oneOf({ description: 'Only jobs in this state.', values: JOB_STATES }) },
  answers: {
    200: {
      description: 'The jobs.',
      schema: Type.Object({ jobs: Type.Array(BackgroundJob) }, { title: 'JobList' }),
      example: { jobs: [jobExample] },
    },
  },
  // Jobs are finished without waiting for the disk, so a replica may show less than the primary has shown before.
  readsPrimary: true,
  async handle({ query, caller: { organizationId } }, { db }) {
    const jobs = await listJobs(db, { organizationId, state: query.state, limit: MAX_JOBS });
    return { status: 200, body: { jobs: jobs.map(presentJob) } };
  },
});
