import { CRM_RECORD_TYPES, putCrmRecords } from '../domain/crm/crm-records.ts';
import { canonicalCrmId } from '../lib/salesforce-id.ts';
import { Type } from '../lib/schema-types.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { CrmId, Domain, MAX_ADMIN_BODY_BYTES, Name, PutCounts } from './schemas/common.ts';

const MAX_DOMAINS = 100;

/** The most records of one request, which is one transaction. */
const MAX_RECORDS = 10_000;

export const putCrmRecordsEndpoint = defineEndpoint({
  operationId: 'putCrmRecords',
  address: 'api',
  method: 'PUT',
  path: '/admin/v1/crm-records',
  scope: 'admin',
  tag: 'Administration',
  summary: 'Create or update CRM records',
  description:
    'Sets the names of CRM ids. Either all records are stored, or none. If a meeting arrives without CRM ids, ' +
    'and all its external attendees belong to the domains of one account, it is associated with that account.',
  body: {
    schema: Type.Object(
      {
        records: Type.Array(
          Type.Object(
            {
              type: Type.Enum([...CRM_RECORD_TYPES], { description: 'Type of the record.' }),
              id: CrmId('Its id; 15-character Salesforce ids are extended to 18 characters.'),
              name: Name('Its name.'),
              domains: Type.Optional(
                Type.Array(Domain('An e-mail domain of the account.'), {
                  maxItems: MAX_DOMAINS,
                  description: "For accounts only; replaces the account's domains.",
                }),
              ),
            },
            { title: 'CrmRecord' },
          ),
          { maxItems: MAX_RECORDS },
        ),
      },
      { title: 'PutCrmRecords' },
    ),
    example: {
      records: [{ type: 'ACCOUNT', id: '0018c00002ABCDEAA5', name: 'Acme', domains: ['acme.example'] }],
    },
    maxBytes: MAX_ADMIN_BODY_BYTES,
    check({ records }, faults) {
      const first = new Map<string, number>();
      for (const [index, { type, id, domains }] of records.entries()) {
        const key = `${type} ${canonicalCrmId(id)}`;
        const earlier = first.get(key);
        if (earlier === undefined) first.set(key, index);
        else faults.add(`records[${index}] is the same record as records[${earlier}]`);
        if (domains && type !== 'ACCOUNT')
          faults.add(`records[${index}].domains is allowed only for accounts`);
      }
    },
  },
  answers: {
    200: {
      description: 'The numbers of created and updated records.',
      schema: PutCounts,
      example: { created: 1, updated: 0 },
    },
  },
  async handle({ body, caller, requestId }, { db }) {
    return { status: 200, body: await putCrmRecords(db, { ...caller, requestId }, body.records) };
  },
});
