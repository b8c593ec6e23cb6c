import { sql } from '../../support/sql.ts';
import type { FuzzedService } from './fuzzed-service.ts';
import { callerWith, makeKey, newOrganization, signedIn } from './key-callers.ts';

const SCOPES = ['admin', 'users:read'];
const ADMINS = 4;
const MAKERS = 6;

export type Races = { rounds: number; lockedOut: number; survivors: number; answers: number };

/**
 * Lets administrators revoke each other concurrently, with and without cascade, and lets a key create others while it
 * is revoked together with its descendants.
 */
export async function raceKeys(service: FuzzedService, rounds: number): Promise<Races> {
  const races: Races = { rounds, lockedOut: 0, survivors: 0, answers: 0 };
  for (let round = 0; round < rounds; round++) {
    await revokeEachOther(service, races, round % 2 === 0 ? '' : '?cascade=true');
    await makeWhileRevoked(service, races);
  }
  return races;
}

const working = (service: FuzzedService, organizationId: number, also: string) =>
  sql<{ id: number }>(
    service.databaseUrl,
    `select id::int from api_keys where organization_id = $1 and revoked_at is null and ${also}`,
    [organizationId],
  );

async function revokeEachOther(service: FuzzedService, races: Races, query: string): Promise<void> {
  const { organizationId, keyId, key } = await newOrganization(service);
  const ring = await Promise.all(Array.from({ length: ADMINS }, () => makeKey(service, key, SCOPES)));
  const callers = await Promise.all(ring.map((one) => signedIn(service, one.key)));
  // The first key has every scope, so the others could not revoke it.
  await callerWith(service, key).delete(`/admin/v1/keys/${keyId}`);
  const answers = await Promise.all(
    callers.flatMap((caller, index) =>
      ring
        .filter((_, other) => other !== index)
        .map(({ id }) => caller.delete(`/admin/v1/keys/${id}${query}`)),
    ),
  );
  races.answers += answers.length;
  const left = await working(service, organizationId, "'admin' = any(scopes)");
  if (left.length === 0) races.lockedOut++;
}

async function makeWhileRevoked(service: FuzzedService, races: Races): Promise<void> {
  const { organizationId, keyId, key } = await newOrganization(service);
  const leaked = await makeKey(service, key, SCOPES);
  const child = await makeKey(service, leaked.key, SCOPES);
  const making = Array.from({ length: MAKERS }, (_, index) =>
    callerWith(service, index % 2 ? leaked.key : child.key).post('/admin/v1/keys', {
      name: 'more',
      scopes: SCOPES,
    }),
  );
  const revoking = callerWith(service, key).delete(`/admin/v1/keys/${leaked.id}?cascade=true`);
  const answers = await Promise.all([...making, revoking]);
  races.answers += answers.length;
  races.survivors += (await working(service, organizationId, `id <> ${keyId}`)).length;
}
