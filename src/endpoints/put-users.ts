import { putUsers } from '../domain/users/users.ts';
import { Type } from '../lib/schema-types.ts';
import { emailKey } from '../lib/text.ts';
import { parseDateTime } from '../lib/time.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { MAX_ADMIN_BODY_BYTES, PutCounts } from './schemas/common.ts';
import { UserInput, userExample } from './schemas/user.ts';

/** The most users of one request, which is one transaction. */
const MAX_USERS = 10_000;

export const putUsersEndpoint = defineEndpoint({
  operationId: 'putUsers',
  address: 'api',
  method: 'PUT',
  path: '/admin/v1/users',
  scope: 'admin',
  tag: 'Administration',
  summary: 'Create or update users',
  description:
    'Creates or updates users, identified by e-mail. Given fields are set, and the others remain unchanged. ' +
    'Either all users are stored, or none.',
  body: {
    schema: Type.Object({ users: Type.Array(UserInput, { maxItems: MAX_USERS }) }, { title: 'PutUsers' }),
    example: { users: [userExample] },
    check({ users }, faults) {
      const first = new Map<string, number>();
      for (const [index, { email }] of users.entries()) {
        const earlier = first.get(emailKey(email));
        if (earlier === undefined) first.set(emailKey(email), index);
        else faults.add(`users[${index}].email is the same as that of users[${earlier}]`);
      }
    },
    maxBytes: MAX_ADMIN_BODY_BYTES,
  },
  answers: {
    200: {
      description: 'The numbers of created and updated records.',
      schema: PutCounts,
      example: { created: 1, updated: 0 },
    },
  },
  async handle({ body, caller, requestId }, { db }) {
    const users = body.users.map(({ licenseAssignedAt, ...user }) => ({
      ...user,
      licenseAssignedAtMs: licenseAssignedAt === undefined ? undefined : parseDateTime(licenseAssignedAt),
    }));
    return { status: 200, body: await putUsers(db, { ...caller, requestId }, users) };
  },
});
