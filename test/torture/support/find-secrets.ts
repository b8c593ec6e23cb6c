import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import pg from 'pg';
import { urlOf } from '../../support/postgres.ts';

/** A place that is searched, for example a table or a log. */
export type Place = { name: string; text: string };

const MAX_DUMP_BYTES = 1024 ** 3;

/** Returns all rows of all tables as text, with bytes in hexadecimal, including the queue's and system catalogs. */
export async function dumpTables(connection: pg.ClientConfig): Promise<Place[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', n.nspname, c.relname) as name
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p', 'm') and n.nspname not in ('pg_catalog', 'information_schema') order by 1`,
    );
    const places: Place[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t`);
      places.push({ name, text: rows.map(({ row }) => row).join('\n') });
    }
    return places;
  } finally {
    await client.end();
  }
}

/** Returns the output of `pg_dump`; undefined if it is not installed or older than the server. */
export async function pgDump(connection: pg.ClientConfig): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)('pg_dump', [urlOf(connection)], {
      maxBuffer: MAX_DUMP_BYTES,
    });
    return stdout;
  } catch {
    return undefined;
  }
}

/** Returns the places that contain the secret, as it is or in a reversible encoding. */
export function placesOf(secret: string | Buffer, places: readonly Place[]): string[] {
  const bytes = Buffer.from(secret as string);
  const forms = new Set([
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    bytes.toString('base64'),
    bytes.toString('base64url'),
  ]);
  // In Base64 of a longer text, the secret may begin at any of three offsets.
  for (const shift of [1, 2]) {
    const whole = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    forms.add(whole.slice(4, -2));
  }
  if (typeof secret === 'string') {
    for (const form of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])
      forms.add(form);
  }
  return places.filter(({ text }) => [...forms].some((form) => text.includes(form))).map(({ name }) => name);
}
