import { listExports } from '../domain/exports/read-exports.ts';
import { PageCount, pageCount, pageOf, pagingParams } from '../http/paging.ts';
import { Type } from '../lib/schema-types.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { ENTITY_SCOPES, visibleTypes } from './entity-scopes.ts';
import { ExportHead, exportsExample } from './schemas/export.ts';

export const listExportsEndpoint = defineEndpoint({
  operationId: 'listExports',
  address: 'api',
  method: 'GET',
  path: '/v1/exports',
  scope: ENTITY_SCOPES,
  anyScope: true,
  tag: 'Exports',
  summary: 'List exports',
  description:
    'Returns the exports of the organization, newest first, without their files. Those of types that the API key may not ' +
    'see are left out.',
  query: pagingParams,
  answers: {
    200: {
      description: 'A page of exports.',
      schema: Type.Object({ exports: Type.Array(ExportHead), pageCount: PageCount }, { title: 'ExportPage' }),
      example: exportsExample,
    },
  },
  async handle({ query, caller: { organizationId, scopes } }, deps) {
    const { total, exports } = await listExports(deps, organizationId, visibleTypes(scopes), pageOf(query));
    return { status: 200, body: { exports, pageCount: pageCount(total, query.pageSize) } };
  },
});
