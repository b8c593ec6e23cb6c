import type { Database, Queries, Statement } from '../../db/database.ts';
import { emailKey } from '../../lib/text.ts';
import { toPostgresTime } from '../../lib/time.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import { recordEvents } from '../events/record-event.ts';

/** The roles of the list's filter; a stored role can be in any case. */
export const USER_ROLES = ['VIEWER', 'EDITOR', 'ORGANIZATION_ADMIN', 'USER_ADMIN', 'USER'] as const;

export type UserRole = (typeof USER_ROLES)[number];

/** A user's row; times are milliseconds since the epoch, null is a field that was never given. */
export type UserRow = {
  email: string;
  name: string | null;
  role: string | null;
  type: string | null;
  licenseAdded: boolean;
  crmAuthStatus: string | null;
  calendarAuthStatus: string | null;
  chatUserId: string | null;
  title: string | null;
  crmDepartment: string | null;
  crmUserRole: string | null;
  licenseAssignedAtMs: number | null;
};

/** A user in a request, identified by e-mail; omitted fields keep their values. */
export type UserInput = { email: string } & Partial<{
  [Field in Exclude<keyof UserRow, 'email'>]: NonNullable<UserRow[Field]>;
}>;

export type UserFilter = { licenseAdded?: boolean; role?: UserRole };

const MATCHES = `organization_id = $1 and ($2::boolean is null or coalesce(license_added, false) = $2)
  and ($3::text is null or upper(role collate "C") = $3)`;

const SHOWN = `email, name, role, type, coalesce(license_added, false) as "licenseAdded",
  crm_auth_status as "crmAuthStatus", calendar_auth_status as "calendarAuthStatus", chat_user_id as "chatUserId", title,
  crm_department as "crmDepartment", crm_user_role as "crmUserRole", license_assigned_at as "licenseAssignedAtMs"`;

const selectUsers: Statement = {
  name: 'select-users',
  // Served by the primary key, which is the order: the page stops at its last row; the count reads all of the
  // organization's users, of whom there are thousands, not millions.
  text: `
    with page as (
      select * from users where ${MATCHES} order by email_key limit $4 offset $5
    ), total as (
      select count(*)::int as total from users where ${MATCHES}
    )
    select total, ${SHOWN}
    from total left join page on true
    order by email_key`,
};

/** Returns a page of the organization's users, by e-mail in lower case. */
export async function listUsers(
  db: Queries,
  organizationId: number,
  filter: UserFilter,
  page: { limit: number; offset: number },
): Promise<{ total: number; users: UserRow[] }> {
  const rows = await db.query<UserRow & { total: number }>(selectUsers, [
    organizationId,
    filter.licenseAdded ?? null,
    filter.role ?? null,
    page.limit,
    page.offset,
  ]);
  return { total: rows[0]!.total, users: rows.filter((row) => row.email !== null) };
}

const selectUsersById: Statement = {
  name: 'select-users-by-id',
  // Served by users_id.
  text: `select id, ${SHOWN} from users where organization_id = $1 and id = any ($2::bigint[])`,
};

/** Reads users by the ids that changes contain. */
export async function readUsersById(
  db: Queries,
  organizationId: number,
  ids: readonly number[],
): Promise<Map<number, UserRow>> {
  const rows = await db.query<UserRow & { id: number }>(selectUsersById, [organizationId, ids]);
  return new Map(rows.map(({ id, ...row }) => [id, row]));
}

const COMPARED_COLUMNS = [
  ...[
    'email',
    'name',
    'role',
    'type',
    'license_added',
    'crm_auth_status',
    'calendar_auth_status',
    'chat_user_id',
  ],
  ...['title', 'crm_department', 'crm_user_role', 'license_assigned_at'],
];
const COMPARED = COMPARED_COLUMNS.join(', ');
const BEFORE = COMPARED_COLUMNS.map((name) => `before.${name}`).join(', ');
const AFTER = COMPARED_COLUMNS.map((name) => `stored.${name}`).join(', ');

/** Inserts in the order of the keys, so that two that insert the same users do not wait for each other. */
export const INSERT_USERS = `insert into users (organization_id, email_key, email, name, role, type, license_added, crm_auth_status,
      calendar_auth_status, chat_user_id, title, crm_department, crm_user_role, license_assigned_at)
    select $1, email_key, email, name, role, type, "licenseAdded", "crmAuthStatus", "calendarAuthStatus",
      "chatUserId", title, "crmDepartment", "crmUserRole", "licenseAssignedAt"
    from json_to_recordset($2) as given (email_key text, email text, name text, role text, type text,
      "licenseAdded" boolean, "crmAuthStatus" text, "calendarAuthStatus" text, "chatUserId" text, title text,
      "crmDepartment" text, "crmUserRole" text, "licenseAssignedAt" timestamptz)
    order by email_key
    on conflict (organization_id, email_key)`;

const upsertUsers: Statement = {
  name: 'upsert-users',
  // Served by the primary key. Changes are detected by comparison with the rows at the start of the statement.
  text: `with before as materialized (
      select ${COMPARED}, email_key as key from users
      where organization_id = $1 and email_key in (select email_key from json_to_recordset($2) as given (email_key text))
    ), stored as (
    ${INSERT_USERS} do update set
      email = excluded.email,
      name = coalesce(excluded.name, users.name),
      role = coalesce(excluded.role, users.role),
      type = coalesce(excluded.type, users.type),
      license_added = coalesce(excluded.license_added, users.license_added),
      crm_auth_status = coalesce(excluded.crm_auth_status, users.crm_auth_status),
      calendar_auth_status = coalesce(excluded.calendar_auth_status, users.calendar_auth_status),
      chat_user_id = coalesce(excluded.chat_user_id, users.chat_user_id),
      title = coalesce(excluded.title, users.title),
      crm_department = coalesce(excluded.crm_department, users.crm_department),
      crm_user_role = coalesce(excluded.crm_user_role, users.crm_user_role),
      license_assigned_at = coalesce(excluded.license_assigned_at, users.license_assigned_at)
    returning *, xmax = 0 as created)
    select stored.id, stored.created, (${AFTER}) is distinct from (${BEFORE}) as changed
    from stored left join before on before.key = stored.email_key`,
};

/**
 * The properties that the statement reads. Only these are sent, because PostgreSQL unescapes all of them, and fails at
 * a NUL even in a field that the operation ignores.
 */
const COLUMNS = [
  'email_key',
  'email',
  'name',
  'role',
  'type',
  'licenseAdded',
  'crmAuthStatus',
  'calendarAuthStatus',
  'chatUserId',
  'title',
  'crmDepartment',
  'crmUserRole',
  'licenseAssignedAt',
];

/** The most users that an audit record names; their number is always recorded. */
const MAX_AUDITED_EMAILS = 100;

type Upserted = { id: number; created: boolean; changed: boolean };

/**
 * Creates or updates users by e-mail: all or none, with one audit record.
 * @param users without duplicate addresses
 */
export async function putUsers(
  db: Database,
  actor: Actor,
  users: readonly UserInput[],
): Promise<{ created: number; updated: number }> {
  return db.transaction(async (tx) => {
    const { organizationId } = actor;
    const done = await tx.query<Upserted>(upsertUsers, [organizationId, asRecords(users)]);
    const idsOf = (which: (row: Upserted) => boolean) => done.filter(which).map(({ id }) => id);
    const made = idsOf((row) => row.created);
    const changed = idsOf((row) => !row.created && row.changed);
    await recordEvents(tx, { organizationId, type: 'user', ids: made, change: 'created' });
    await recordEvents(tx, { organizationId, type: 'user', ids: changed, change: 'updated' });
    const created = made.length;
    const counts = { created, updated: done.length - created };
    const emails = audited(users.map(({ email }) => email));
    await recordAudit(tx, actor, 'users.put', `${users.length} users`, { ...counts, emails });
    return counts;
  });
}

/** The addresses that an audit record names. */
export const audited = (emails: readonly string[]) => emails.slice(0, MAX_AUDITED_EMAILS);

/** The users as {@link INSERT_USERS} reads them. */
export function asRecords(users: readonly UserInput[]): string {
  const rows = users.map(({ licenseAssignedAtMs, ...user }) => ({
    ...user,
    email_key: emailKey(user.email),
    licenseAssignedAt: licenseAssignedAtMs === undefined ? undefined : toPostgresTime(licenseAssignedAtMs),
  }));
  return JSON.stringify(rows, COLUMNS);
}
