import { readEmail } from '../domain/emails/read-emails.ts';
import { integer, required } from '../http/params.ts';
import { Fault } from '../lib/faults.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { MAX_ID } from './schemas/common.ts';
import { EmailItem, emailExample } from './schemas/email.ts';

export const getEmailEndpoint = defineEndpoint({
  operationId: 'getEmail',
  address: 'api',
  method: 'GET',
  path: '/v1/emails/{id}',
  scope: 'meetings:read',
  tag: 'E-mails',
  summary: 'Get an e-mail',
  description: 'Returns one e-mail with its text.',
  params: {
    id: required(
      integer({ description: 'Identifier of the e-mail.', minimum: 1, maximum: MAX_ID, example: 307 }),
    ),
  },
  answers: {
    200: { description: 'The e-mail.', schema: EmailItem, example: emailExample },
    404: { description: 'The organization has no such e-mail.' },
  },
  async handle({ params, caller: { organizationId } }, { db }) {
    const email = await readEmail(db, organizationId, params.id);
    if (!email) throw new Fault('missing', 'There is no such e-mail');
    return { status: 200, body: email };
  },
});
