import { ingestEmail } from '../domain/emails/ingest-email.ts';
import { Type } from '../lib/schema-types.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { MAX_INGEST_BYTES } from './ingest-meeting.ts';
import { OVER_QUOTA } from './schemas/common.ts';
import { IngestEmailBody, ingestEmailBodyExample, toIncomingEmail } from './schemas/email-body.ts';

export const ingestEmailEndpoint = defineEndpoint({
  operationId: 'ingestEmail',
  address: 'receiver',
  method: 'POST',
  path: '/v1/user-provided-email',
  scope: 'ingest:write',
  tag: 'Ingestion',
  summary: 'Ingest an e-mail',
  description:
    'Ingests an e-mail from any source. The e-mail is durable once the response is 200. Sending the same ' +
    '`email.id` again (or, without an id, the same `email.messageId`; without either, the same sender, ' +
    'recipients, subject, sentAt and text) updates the e-mail: given fields replace the old ones as a whole, ' +
    'and omitted fields remain unchanged.',
  idempotent: true,
  body: { schema: IngestEmailBody, example: ingestEmailBodyExample, maxBytes: MAX_INGEST_BYTES },
  answers: {
    200: {
      description: 'The e-mail is stored.',
      schema: Type.Object(
        {
          emailId: Type.String({ description: 'Identifier of the e-mail: a whole number as text.' }),
          created: Type.Boolean({ description: 'Whether the e-mail was new.' }),
        },
        { title: 'IngestedEmail' },
      ),
      example: { emailId: '307', created: true },
    },
    507: OVER_QUOTA,
  },
  async handle({ body, caller: { organizationId, keyId }, requestId, idempotency }, deps) {
    const process = body.processImportedEmail ?? true;
    const options = { idempotency, process, by: { keyId, requestId } };
    const ingested = await ingestEmail(deps, organizationId, toIncomingEmail(body), options);
    deps.metrics.emailsIngested.inc({ created: `${ingested.created}` });
    return { status: 200, body: ingested };
  },
});
