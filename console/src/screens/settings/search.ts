import { RANGES } from '../../parts/date-range.ts';
import { day, flag, oneOf, paging, searchOf, text, whole } from '../../search-params.ts';

/** The tabs, in their order. */
export const TABS = ['keys', 'users', 'crm', 'organization', 'ai', 'audit'] as const;
export type Tab = (typeof TABS)[number];

/**
 * Settings: the tab, and the filters of its list. `all`: revoked keys too; `role`, `licensed`: of users; `q`, `type`: of
 * CRM records; `before`, `action`, `key`, `range`, `from`, `to`: of the audit log.
 */
export const settingsSearch = searchOf({
  tab: oneOf(...TABS),
  all: flag,
  role: oneOf('VIEWER', 'EDITOR', 'ORGANIZATION_ADMIN', 'USER_ADMIN', 'USER'),
  licensed: oneOf('yes', 'no'),
  q: text,
  type: oneOf('ACCOUNT', 'OPPORTUNITY', 'LEAD', 'CASE'),
  before: whole(1, Number.MAX_SAFE_INTEGER),
  action: text,
  key: whole(1, Number.MAX_SAFE_INTEGER),
  range: oneOf(...RANGES),
  from: day,
  to: day,
  ...paging,
});

/** The parsed search of the settings. */
export type SettingsSearch = ReturnType<typeof settingsSearch>;
