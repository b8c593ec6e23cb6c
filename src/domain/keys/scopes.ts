/** The permissions of a key. An organization's keys never grant more than the granting key has. */
export const SCOPES = [
  'meetings:read',
  'users:read',
  'signals:read',
  'remap:write',
  'ingest:write',
  'admin',
  'operator',
] as const;

export type Scope = (typeof SCOPES)[number];

/** The scopes of an organization's first key: all permissions within the organization. */
export const ORGANIZATION_SCOPES: readonly Scope[] = SCOPES.filter((scope) => scope !== 'operator');
