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
    'The e-mail, what signals found in it and its background work: all gone, and not to be had back.',
  params: {
    id: required(
      integer({ description: 'Identifier of the e-mail.', minimum: 1, maximum: MAX_ID, example: 307 }),
    ),
  },
  answers: {
    204: { description: 'The e-mail is gone.' },
    404: { description: 'The organization has no such e-mail.' },
  },
  async handle({ params, caller, requestId }, deps) {
    await deleteEmail(deps, { ...caller, requestId }, params.id);
    return { status: 204 };
  },
});
