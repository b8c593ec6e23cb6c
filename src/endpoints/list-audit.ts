import { listAudit } from '../domain/audit/list-audit.ts';
import { presentAudit } from '../domain/audit/present-audit.ts';
import { pagingParams } from '../http/paging.ts';
import { dateTime, integer, shortText } from '../http/params.ts';
import { Type } from '../lib/schema-types.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { AuditRecord, auditExample } from './schemas/audit.ts';
import { MAX_ID } from './schemas/common.ts';

export const listAuditEndpoint = defineEndpoint({
  operationId: 'listAudit',
  address: 'api',
  method: 'GET',
  path: '/admin/v1/audit',
  scope: 'admin',
  tag: 'Administration',
  summary: 'List changes',
  description:
    'Returns who changed what in the organization, newest first. An ingest that changed nothing is not listed. ' +
    'Reads of transcripts and recordings are listed if PARLEY_AUDIT_READS is true.',
  query: {
    pageSize: pagingParams.pageSize,
    before: integer({
      description: 'Only records that are older than this one; use nextBefore of the previous page.',
      minimum: 1,
      maximum: MAX_ID,
      example: 4711,
    }),
    actor: integer({
      description: 'Only changes by the key with this identifier or by its sessions.',
      minimum: 1,
      maximum: MAX_ID,
      example: 7,
    }),
    action: shortText({
      description: 'Only this action, in exact case, such as meeting.ingest or key.create.',
      example: 'meeting.restore',
    }),
    from: dateTime({ description: 'Only records at or after this time.', example: '2026-01-01T00:00:00Z' }),
    to: dateTime({
      description: 'Only records at or before this time. It must not be before `from`.',
      notBefore: 'from',
      example: '2026-02-01T00:00:00Z',
    }),
  },
  answers: {
    200: {
      description: 'A page of records.',
      schema: Type.Object(
        {
          records: Type.Array(AuditRecord),
          nextBefore: Type.Optional(
            Type.Integer({
              minimum: 1,
              description: 'Requests the next page; omitted on the last one.',
            }),
          ),
        },
        { title: 'AuditPage' },
      ),
      example: { records: [auditExample], nextBefore: 4711 },
    },
  },
  async handle({ query: { pageSize, before, actor, action, from, to }, caller }, { db }) {
    // One row more than requested tells whether there is a next page.
    const filter = { actor, action, fromMs: from, toMs: to };
    const found = await listAudit(db, caller.organizationId, filter, pageSize + 1, before);
    const records = found.slice(0, pageSize);
    const nextBefore = found.length > pageSize ? records.at(-1)!.id : undefined;
    return { status: 200, body: { records: records.map(presentAudit), nextBefore } };
  },
});
