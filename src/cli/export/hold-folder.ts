import { realpath } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, type ConnectionSettings, clientSettings } from '../../db/client.ts';
import { Fault } from '../../lib/faults.ts';

/** PostgreSQL needs a moment to notice that the process that held the folder was killed. */
const TRIES = 10;
const PAUSE_MS = 200;

/**
 * Does `work` while no other process exports to the folder: two would write the same files. The lock belongs to a connection, so
 * it ends with the process, however that ends.
 * @throws Fault 409 if another process exports to the folder
 */
export async function holdFolder<Result>(
  connection: ConnectionSettings,
  folder: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const client = new Client({
    ...clientSettings(connection),
    application_name: 'parley export',
  });
  await client.connect();
  try {
    const place = `${hostname()}:${await realpath(folder)}`;
    for (let tries = 1; !(await tryLock(client, place)); tries++) {
      if (tries === TRIES) throw new Fault('conflict', `another parley export is writing to ${folder}`);
      await delay(PAUSE_MS);
    }
    return await work();
  } finally {
    await client.end();
  }
}

async function tryLock(client: Client, place: string): Promise<boolean> {
  const { rows } = await client.query(
    'select pg_try_advisory_lock(hashtextextended($1, 7275539121)) as taken',
    [place],
  );
  return rows[0].taken;
}
