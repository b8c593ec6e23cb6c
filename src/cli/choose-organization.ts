import type { Queries } from '../db/database.ts';
import { listOrganizations, type Organization } from '../domain/organizations/create-organization.ts';
import { Fault } from '../lib/faults.ts';
import { UsageError } from './context.ts';

/** Organizations that an error message names. */
const MAX_NAMED = 10;

/**
 * The organization that a command works in: the one asked for, or the only one.
 * @throws Fault where there is none, UsageError where there are several and none was asked for
 */
export async function chooseOrganization(db: Queries, wanted: number | undefined): Promise<Organization> {
  const organizations = await listOrganizations(db);
  if (wanted !== undefined) {
    const found = organizations.find(({ id }) => id === wanted);
    if (found) return found;
    throw new Fault(
      'missing',
      `There is no organization ${wanted}; \`parley organizations list\` shows them all`,
    );
  }
  const [only, ...others] = organizations;
  if (!only) {
    throw new Fault(
      'missing',
      'There is no organization yet: `parley serve` makes the first one, or `parley organizations create`',
    );
  }
  if (others.length === 0) return only;
  const named = organizations.slice(0, MAX_NAMED).map(({ id, name }) => `${id} (${name})`);
  const rest = organizations.length - named.length;
  throw new UsageError(
    `--organization is needed, as there are several: ${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`,
  );
}
