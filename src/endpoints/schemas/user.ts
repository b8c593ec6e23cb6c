import { USER_ROLES } from '../../domain/users/users.ts';
import { Type } from '../../lib/schema-types.ts';
import { DateTime, Email, Text } from './common.ts';

const fields = {
  name: Type.Optional(Text('Name of the user.')),
  type: Type.Optional(Text('Kind of user.')),
  crmAuthStatus: Type.Optional(Text('State of the CRM connection, for example AUTHENTICATED.')),
  calendarAuthStatus: Type.Optional(Text('State of the calendar connection, for example AUTHENTICATED.')),
  chatUserId: Type.Optional(Text('Identifier of the user in the chat system.')),
  title: Type.Optional(Text('Job title.')),
  crmDepartment: Type.Optional(Text('Department in the CRM.')),
  crmUserRole: Type.Optional(Text('Role in the CRM.')),
  licenseAssignedAt: Type.Optional(DateTime('When the license was assigned.')),
};

/** A user as the list returns it (SPEC 2.2). */
export const User = Type.Object(
  {
    email: Email('Address of the user.'),
    ...fields,
    role: Type.Optional(Text('Role, in the case in which it was entered.')),
    licenseAdded: Type.Boolean({ description: 'Whether the user holds a license.' }),
  },
  { title: 'User' },
);

const anyCase = (role: string) =>
  [...role].map((char) => (char === '_' ? char : `[${char}${char.toLowerCase()}]`)).join('');

/** A user in a request. */
export const UserInput = Type.Object(
  {
    email: Email('Address of the user, which identifies the user regardless of case.'),
    ...fields,
    role: Type.Optional(
      Type.String({
        pattern: `^(?:${USER_ROLES.map(anyCase).join('|')})$`,
        description: `One of ${USER_ROLES.join(', ')}, in any case.`,
      }),
    ),
    licenseAdded: Type.Optional(
      Type.Boolean({ description: 'Whether the user holds a license; false by default.' }),
    ),
  },
  { title: 'UserInput' },
);

export const userExample = {
  email: 'ada@parley.example',
  name: 'Ada Park',
  role: 'EDITOR',
  licenseAdded: true,
  title: 'Account executive',
  licenseAssignedAt: '2026-01-05T08:00:00Z',
};
