import { deleteEmail } from '../domain/emails/delete-email.ts';
import { integer, required } from '../http/params.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { MAX_ID } from './schemas/common.ts';

export const deleteEmailEndpoint = defineEndpoint({
  operationId: 'deleteEmail',
  address: 'api',
  method: 'DELETE',
  path: '/v1/emails/{id}',
  scope: 'admin',
  tag: 'E-mails',
  summary: 'Delete an e-mail',
  description:
    'Permanently deletes the e-mail, its executions and its background work. This cannot be undone.',
  params: {
    id: required(
      integer({ description: 'Identifier of the e-mail.', minimum: 1, maximum: MAX_ID, example: 307 }),
    ),
  },
  answers: {
    204: { description: 'The e-mail is deleted.' },
    404: { description: 'The organization has no such e-mail.' },
  },
  async handle({ params, caller, requestId }, deps) {
    await deleteEmail(deps, { ...caller, requestId }, params.id);
    return { status: 204 };
  },
});
