import type pg from 'pg';

const SET = `
  insert into audit_retention (days) values ($1)
  on conflict (is_only) do update set days = excluded.days where audit_retention.days <> excluded.days`;

const READ = 'select days from audit_retention';

/**
 * Sets the days for which audit records are kept, with the owner of the tables.
 * @param days `forever` keeps them for good
 */
export async function setAuditRetention(client: pg.ClientBase, days: number | 'forever'): Promise<void> {
  if (days === 'forever') await client.query('delete from audit_retention');
  else await client.query(SET, [days]);
}

/** The days for which audit records are kept. */
export async function readAuditRetention(client: pg.ClientBase): Promise<number | 'forever'> {
  const { rows } = await client.query<{ days: number }>(READ);
  return rows[0]?.days ?? 'forever';
}
