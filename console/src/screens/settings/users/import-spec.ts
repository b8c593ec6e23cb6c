import { api, unwrap } from '../../../api.ts';
import {
  type Field,
  type ImportSpec,
  type Row,
  readEmail,
  readFlag,
  readMoment,
  readOneOf,
  readText,
} from '../import/spec.ts';

const PAGE_SIZE = 50;

/** If there are more users than fit on these pages, the preview does not tell which rows are new. */
const MAX_KNOWN_PAGES = 200;

/** The roles of users. */
export const ROLES = ['VIEWER', 'EDITOR', 'ORGANIZATION_ADMIN', 'USER_ADMIN', 'USER'] as const;

const text = (name: string, takes: string): Field => ({ name, takes, read: readText });

const FIELDS: readonly Field[] = [
  {
    name: 'email',
    takes: 'the e-mail address, which identifies the user',
    isRequired: true,
    read: readEmail,
  },
  text('name', 'the name'),
  { name: 'role', takes: `one of ${ROLES.join(', ')}`, read: readOneOf(ROLES) },
  text('type', 'the type of user'),
  { name: 'licenseAdded', takes: 'true or false, whether the user has a license', read: readFlag },
  {
    name: 'licenseAssignedAt',
    takes: 'a date-time with a time zone, or a date such as 2026-01-31',
    read: readMoment,
  },
  text('title', 'the job title'),
  text('crmDepartment', 'the department in the CRM'),
  text('crmUserRole', 'the role in the CRM'),
  text('crmAuthStatus', 'the status of the CRM connection, such as AUTHENTICATED'),
  text('calendarAuthStatus', 'the status of the calendar connection'),
  text('chatUserId', 'the user ID in the chat system'),
];

const keyOf = ({ email }: Row): string => String(email).toLowerCase();

type UserBody = NonNullable<Parameters<typeof putUsers>[0]>;
const putUsers = (users: { email: string }[]) => unwrap(api.PUT('/admin/v1/users', { body: { users } }));

/** Users from a file. @param mayRead whether the key may list users, to tell what changes */
export const usersImport = (mayRead: boolean): ImportSpec => ({
  noun: 'user',
  plural: 'users',
  listName: 'users',
  fields: FIELDS,
  keyOf,
  keyFields: ['email'],
  nameOf: ({ email }) => String(email ?? ''),
  ...(mayRead ? { loadKnown } : {}),
  put: (rows) => putUsers(rows as UserBody),
  invalidates: ['users'],
});

async function loadKnown(signal: AbortSignal): Promise<Map<string, Row> | undefined> {
  const known = new Map<string, Row>();
  const query = { pageSize: PAGE_SIZE };
  for await (const page of api.pages('/v1/users', { params: { query }, signal })) {
    if (page.pageCount > MAX_KNOWN_PAGES) return undefined;
    for (const user of page.users) known.set(keyOf(user), { ...user, ...upperRole(user) });
  }
  return known;
}

/** Roles are kept as they were given, and compared without case. */
const upperRole = ({ role }: { role?: string }): Row =>
  role === undefined ? {} : { role: role.toUpperCase() };
