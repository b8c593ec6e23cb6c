/** What a key may do. An organization's keys never grant more than the granting key has. */
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

/** The scopes of a tenant's first key: everything inside its own organization. */
export const ORGANIZATION_SCOPES: readonly Scope[] = SCOPES.filter((scope) => scope !== 'operator');
