import { presentUser } from '../domain/users/present-user.ts';
import { listUsers, USER_ROLES } from '../domain/users/users.ts';
import { PageCount, pageCount, pageOf, pagingParams } from '../http/paging.ts';
import { boolean, oneOf } from '../http/params.ts';
import { Type } from '../lib/schema-types.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { User, userExample } from './schemas/user.ts';

export const listUsersEndpoint = defineEndpoint({
  operationId: 'listUsers',
  address: 'api',
  method: 'GET',
  path: '/v1/users',
  scope: 'users:read',
  tag: 'Users',
  summary: 'List users',
  description:
    "Returns the users of the caller's organization with license and integration status, by e-mail.",
  query: {
    ...pagingParams,
    licenseAdded: boolean({ description: 'true: only licensed users; false: only unlicensed users.' }),
    role: oneOf({ description: 'Only users with this role.', values: USER_ROLES }),
  },
  answers: {
    200: {
      description: 'A page of users.',
      schema: Type.Object({ users: Type.Array(User), pageCount: PageCount }, { title: 'UserPage' }),
      example: { users: [userExample], pageCount: 1 },
    },
  },
  async handle({ query, caller }, { db }) {
    const { licenseAdded, role } = query;
    const { total, users } = await listUsers(
      db,
      caller.organizationId,
      { licenseAdded, role },
      pageOf(query),
    );
    return {
      status: 200,
      body: { users: users.map(presentUser), pageCount: pageCount(total, query.pageSize) },
    };
  },
});
