import { ACCOUNT_ORDERS, listAccounts } from '../domain/accounts/accounts.ts';
import { PageCount, pageCount, pageOf, pagingParams } from '../http/paging.ts';
import { oneOf, shortText, withFallback } from '../http/params.ts';
import { Type } from '../lib/schema-types.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { AccountItem, accountExample } from './schemas/account.ts';

export const listAccountsEndpoint = defineEndpoint({
  operationId: 'listAccounts',
  address: 'api',
  method: 'GET',
  path: '/v1/accounts',
  scope: 'meetings:read',
  tag: 'Accounts',
  summary: 'List accounts',
  description:
    'Returns the CRM accounts that meetings or e-mails of the organization bear. An account whose last conversation was ' +
    'deleted or remapped is no longer listed.',
  query: {
    search: shortText({
      description:
        'Only accounts whose name contains this text, ignoring case, or that have this id or this domain.',
      example: 'acme',
    }),
    order: withFallback(
      oneOf({
        description:
          '`name`: by name, ignoring case, and those without a name last. `recent`: last conversation first.',
        values: ACCOUNT_ORDERS,
      }),
      'name',
    ),
    ...pagingParams,
  },
  answers: {
    200: {
      description: 'A page of accounts.',
      schema: Type.Object(
        { accounts: Type.Array(AccountItem), pageCount: PageCount },
        { title: 'AccountPage' },
      ),
      example: { accounts: [accountExample], pageCount: 1 },
    },
  },
  async handle({ query, caller }, { db }) {
    const { search, order, pageSize } = query;
    const page = pageOf(query);
    const { total, accounts } = await listAccounts(db, caller.organizationId, { search, order }, page);
    return { status: 200, body: { accounts, pageCount: pageCount(total, pageSize) } };
  },
});
