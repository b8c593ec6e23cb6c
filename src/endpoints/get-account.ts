import { readAccount } from '../domain/accounts/accounts.ts';
import { required, shortText } from '../http/params.ts';
import { Fault } from '../lib/faults.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { AccountDetail, accountDetailExample } from './schemas/account.ts';
import { MAX_CRM_ID_LENGTH } from './schemas/common.ts';

export const getAccountEndpoint = defineEndpoint({
  operationId: 'getAccount',
  address: 'api',
  method: 'GET',
  path: '/v1/accounts/{crmAccountId}',
  scope: 'meetings:read',
  tag: 'Accounts',
  summary: 'Get an account',
  description:
    'Returns a CRM account: its people with their last contact, the signals that matched in its conversations, the next ' +
    'steps that were agreed with their proof, and its opportunities. Its conversations are listed by `GET /v1/meetings` and ' +
    '`GET /v1/emails` with `salesforceAccountId`. Details are those of its newest 5,000 meetings and e-mails; counts are ' +
    'of all. Colleagues are not among its people. Without the scope `signals:read`, `signals` is empty.',
  params: {
    crmAccountId: required(
      shortText({
        description: 'CRM id of the account, also as a Salesforce id of 15 characters.',
        maxLength: MAX_CRM_ID_LENGTH,
        example: '0018c00002ABCDEAA5',
      }),
    ),
  },
  answers: {
    200: { description: 'The account.', schema: AccountDetail, example: accountDetailExample },
    404: { description: 'No meeting and no e-mail of the organization bears the id.' },
  },
  async handle({ params, caller }, { db }) {
    const { organizationId, scopes } = caller;
    const withSignals = scopes.has('signals:read');
    const account = await readAccount(db, organizationId, params.crmAccountId, { withSignals });
    if (!account) throw new Fault('missing', 'There is no such account');
    return { status: 200, body: account };
  },
});
