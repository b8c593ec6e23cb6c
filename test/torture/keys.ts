import { sql } from '../support/sql.ts';
import { atMost, type Figure, none, type ReliabilityPromise, type Stage } from './promise.ts';
import { dumpTables, pgDump, placesOf } from './support/find-secrets.ts';
import { revocations } from './support/revocations.ts';
import { failInside, fetchRecordings, uploadToRefusingS3 } from './support/secret-faults.ts';
import { type House, withHouse } from './support/secret-house.ts';
import { callEverything } from './support/secret-load.ts';

const REVOKED_WITHIN_MS = 1000;
const ROUNDS = { quick: 1, full: 25 };
const LOADS = { quick: 1, full: 10 };

/** Stored data and logs reveal no secret, and revoked credentials are refused everywhere. */
export const keys: ReliabilityPromise = {
  number: 14,
  name: 'keys',
  harm: 'a dump of the database and all logs, at level trace, are searched for every secret; keys are revoked in use',
  run: (stage) => withHouse((house) => harm(stage, house)),
};

async function harm({ full, say }: Stage, house: House): Promise<Figure[]> {
  const { connection, secrets, key, services, logs, databaseUrl } = house;
  const form = full ? 'full' : 'quick';
  let calls = 0;
  for (let time = 0; time < LOADS[form]; time++) {
    // One process is enough to write a secret to the wrong place.
    for (const service of full ? services : services.slice(0, 1)) {
      const statuses = await callEverything(service, key, secrets);
      calls += [...statuses.values()].reduce((sum, count) => sum + count, 0);
    }
  }
  const pendingUrl = await fetchRecordings(house);
  logs.push(await uploadToRefusingS3(house));
  await failInside(house);
  say(`${calls} calls of all operations made`);
  const signingKeys = () => sql<{ secret: Buffer }>(databaseUrl, 'select secret from signing_keys');
  const signing = await signingKeys();
  const late = await revocations(services, key, databaseUrl, secrets, ROUNDS[form]);
  signing.push(...(await signingKeys()));
  await Promise.all(services.map((one) => one.stop()));
  const tables = await dumpTables(connection);
  const dump = await pgDump(connection);
  const places = [...tables, ...logs, ...(dump === undefined ? [] : [{ name: 'pg_dump', text: dump }])];
  const found: string[] = [];
  for (const [kind, all] of secrets) {
    for (const one of all) {
      for (const place of placesOf(one, places)) found.push(`${kind}: ${place}`);
    }
  }
  const kinds = [...secrets].map(([kind, all]) => `${all.size} ${kind}`).join(', ');
  // Signing keys and URLs that are still to be fetched have to be readable: each is in one place, and nowhere else.
  const needed: [string | Buffer, string][] = [
    ...signing.map(({ secret: one }): [Buffer, string] => [one, 'public.signing_keys']),
    [pendingUrl, 'public.recordings'],
  ];
  for (const [one, home] of needed) {
    for (const place of placesOf(one, [...tables, ...logs]))
      if (place !== home) found.push(`what ${home} has: ${place}`);
  }
  for (const one of new Set(found)) say(`found: ${one}`);
  const bytes = places.reduce((sum, { text }) => sum + text.length, 0);
  // A search that cannot find anything proves nothing.
  const isSighted =
    placesOf(pendingUrl, tables).length === 1 && logs.every(({ text }) => text.includes('"path":"/'));
  return [
    none(
      `secrets found in ${tables.length} tables, ${dump === undefined ? '' : 'pg_dump, '}${logs.length} logs (${(bytes / 1024 ** 2).toFixed(1)} MiB; ${kinds})`,
      found.length,
    ),
    {
      what: 'what has to be stored is seen by the same search',
      value: isSighted ? 'yes' : 'no',
      limit: 'yes',
      passed: isSighted,
    },
    ...[...late].map(([what, ms]) =>
      atMost(`${what}, last taken after its revocation`, ms, REVOKED_WITHIN_MS, 'ms'),
    ),
  ];
}
