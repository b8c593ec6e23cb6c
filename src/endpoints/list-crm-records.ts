import { CRM_RECORD_TYPES, findCrmRecords } from '../domain/crm/crm-records.ts';
import { PageCount, pageCount, pageOf, pagingParams } from '../http/paging.ts';
import { oneOf, shortText } from '../http/params.ts';
import { Type } from '../lib/schema-types.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { Text } from './schemas/common.ts';

export const listCrmRecordsEndpoint = defineEndpoint({
  operationId: 'listCrmRecords',
  address: 'api',
  method: 'GET',
  path: '/admin/v1/crm-records',
  scope: 'admin',
  tag: 'Administration',
  summary: 'List CRM records',
  description: 'Returns the CRM records of the organization, by name.',
  query: {
    ...pagingParams,
    type: oneOf({ description: 'Only records of this type.', values: CRM_RECORD_TYPES }),
    search: shortText({
      description: 'Only records whose name contains this text, ignoring case, or whose id is this text.',
      example: 'acme',
    }),
  },
  answers: {
    200: {
      description: 'A page of records.',
      schema: Type.Object(
        {
          records: Type.Array(
            Type.Object(
              {
                type: Type.Enum([...CRM_RECORD_TYPES], { description: 'Type of the record.' }),
                id: Text('Its id.'),
                name: Text('Its name.'),
              },
              { title: 'NamedCrmRecord' },
            ),
          ),
          pageCount: PageCount,
        },
        { title: 'CrmRecordPage' },
      ),
      example: { records: [{ type: 'ACCOUNT', id: '0018c00002ABCDEAA5', name: 'Acme' }], pageCount: 1 },
    },
  },
  async handle({ query, caller }, { db }) {
    const { type, search } = query;
    const { total, records } = await findCrmRecords(
      db,
      caller.organizationId,
      { type, search },
      pageOf(query),
    );
    return { status: 200, body: { records, pageCount: pageCount(total, query.pageSize) } };
  },
});
