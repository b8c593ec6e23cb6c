import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import { bootstrapOrganization } from '../domain/organizations/create-organization.ts';

/**
 * Makes the first organization of an installation that has none.
 * @param show is told its key at once, if the key was generated
 * @returns the key that was shown
 */
export async function createFirstKey(
  db: Database,
  { bootstrapApiKey }: Pick<Config, 'bootstrapApiKey'>,
  show: (key: string) => void,
): Promise<string | undefined> {
  const made = await bootstrapOrganization(db, bootstrapApiKey);
  if (made === undefined || bootstrapApiKey !== undefined) return undefined;
  show(made);
  return made;
}
