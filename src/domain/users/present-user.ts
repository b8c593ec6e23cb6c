import { formatDateTime } from '../../lib/time.ts';
import type { UserRow } from './users.ts';

/** The user as the API shows it (SPEC 2.2): fields without a value are left out. */
export function presentUser({ licenseAssignedAtMs, ...row }: UserRow) {
  const shown = Object.entries(row).filter(([name, value]) => value !== null && name !== 'total');
  return {
    ...Object.fromEntries(shown),
    ...(licenseAssignedAtMs === null ? {} : { licenseAssignedAt: formatDateTime(licenseAssignedAtMs) }),
  };
}
