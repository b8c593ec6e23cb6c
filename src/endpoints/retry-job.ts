import { retryJob } from '../domain/manage-jobs.ts';
import { required, shortText } from '../http/params.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { jobExample } from './schemas/job.ts';

export const retryJobEndpoint = defineEndpoint({
  operationId: 'retryJob',
  address: 'api',
  method: 'POST',
  path: '/admin/v1/jobs/{id}/retry',
  scope: 'admin',
  tag: 'Administration',
  summary: 'Run a dead job again',
  description: 'Enqueues a job that used up its attempts again, with the full number of attempts.',
  params: { id: required(shortText({ description: 'Identifier of the job.', example: jobExample.id })) },
  answers: {
    204: { description: 'The job is queued again.' },
    404: { description: 'The organization has no dead job of this id.' },
  },
  async handle({ params, caller, requestId }, deps) {
    await retryJob(deps, { ...caller, requestId }, params.id);
    return { status: 204 };
  },
});
