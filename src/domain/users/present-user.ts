import { formatDateTime } from '../../lib/time.ts';
import type { UserRow } from './users.ts';

/** Returns the user as the API shows it (SPEC 2.2), without fields that have no value. */
export function presentUser({ licenseAssignedAtMs, ...row }: UserRow) {
  const shown = Object.entries(row).filter(([name, value]) => value !== null && name !== 'total');
  return {
    ...Object.fromEntries(shown),
    ...(licenseAssignedAtMs === null ? {} : { licenseAssignedAt: formatDateTime(licenseAssignedAtMs) }),
  };
}
