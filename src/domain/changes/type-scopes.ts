import type { EntityType } from '../events/record-event.ts';
import type { Scope } from '../keys/scopes.ts';

/** The scope that shows the entities of each type, and so their changes. */
export const TYPE_SCOPES: Readonly<Record<EntityType, Scope>> = {
  meeting: 'meetings:read',
  email: 'meetings:read',
  execution: 'signals:read',
  signal: 'signals:read',
  user: 'users:read',
};
