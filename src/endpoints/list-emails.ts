import { listEmails, searchEmails } from '../domain/emails/read-emails.ts';
import { MAX_QUERY_CHARACTERS } from '../domain/words/parse-query.ts';
import { PageCount, pageCount, pageOf, pagingParams } from '../http/paging.ts';
import { dateTime, emailList, required, shortText, text } from '../http/params.ts';
import type { DeferredPiece, Piece, Pieces } from '../lib/gzip-pieces.ts';
import { Type } from '../lib/schema-types.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { EmailItem, emailExample } from './schemas/email.ts';

const CRM_ID_LENGTH = 18;

export const listEmailsEndpoint = defineEndpoint({
  operationId: 'listEmails',
  address: 'api',
  method: 'GET',
  path: '/v1/emails',
  scope: 'meetings:read',
  tag: 'E-mails',
  summary: 'List e-mails',
  description:
    'Returns the e-mails of a time window, by sentAt then id, with their texts. With `query`, only those whose subject and ' +
    'text together have all its words; it is read as that of `GET /v1/moments`.',
  query: {
    from: required(
      dateTime({ description: 'Only e-mails sent at or after this time.', example: '2026-01-01T00:00:00Z' }),
    ),
    to: dateTime({
      description: 'Only e-mails sent at or before this time. It must not be before `from`.',
      notBefore: 'from',
      example: '2026-02-01T00:00:00Z',
    }),
    ...pagingParams,
    salesforceAccountId: text({
      description: 'Only e-mails of this CRM account. It cannot be combined with salesforceOpportunityId.',
      length: CRM_ID_LENGTH,
      excludes: 'salesforceOpportunityId',
    }),
    salesforceOpportunityId: text({
      description: 'Only e-mails of this CRM opportunity. It cannot be combined with salesforceAccountId.',
      length: CRM_ID_LENGTH,
    }),
    participantEmailAddresses: emailList({
      description: 'Only e-mails in which each of these addresses is the sender or a recipient.',
      example: ['grace@acme.example'],
    }),
    query: shortText({
      description: 'Words, `"exact phrases"`, `-without` and `prefix*`.',
      maxLength: MAX_QUERY_CHARACTERS,
      example: 'renewal "two years"',
    }),
  },
  answers: {
    200: {
      description: 'A page of e-mails.',
      schema: Type.Object({ emails: Type.Array(EmailItem), pageCount: PageCount }, { title: 'EmailPage' }),
      example: { emails: [emailExample], pageCount: 1 },
    },
  },
  async handle({ query, caller: { organizationId } }, deps) {
    const filter = {
      fromMs: query.from,
      toMs: query.to,
      accountId: query.salesforceAccountId,
      opportunityId: query.salesforceOpportunityId,
      participants: query.participantEmailAddresses,
    };
    const page = pageOf(query);
    const { total, emails } =
      query.query === undefined
        ? await listEmails(deps.db, organizationId, filter, page)
        : await searchEmails(deps, organizationId, query.query, filter, page);
    return { status: 200, pieces: pagePieces(emails, pageCount(total, query.pageSize)) };
  },
});

function pagePieces(emails: Awaited<ReturnType<typeof listEmails>>['emails'], pages: number): Pieces {
  const parts = emails.map((email, index): Piece | DeferredPiece => {
    const before = index === 0 ? '' : ',';
    return typeof email === 'function'
      ? async () => `${before}${JSON.stringify(await email())}`
      : `${before}${JSON.stringify(email)}`;
  });
  return ['{"emails":[', ...parts, `],"pageCount":${pages}}`];
}
