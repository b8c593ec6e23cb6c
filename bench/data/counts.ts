import type pg from 'pg';

/** The tables of migrations/0011_counts.sql. */
const COUNTED = ['meetings', 'signal_executions'];

/** A client for statements: `pg.Client`, or a wrapper of one. */
type Client = Pick<pg.Client, 'query'>;

/** Turns the triggers that count writes on or off. After they have been off, a recount is needed. */
export async function switchCounting(client: Client, isOn: boolean): Promise<void> {
  for (const table of COUNTED) {
    await client.query(`alter table ${table} ${isOn ? 'enable' : 'disable'} trigger user`);
  }
}

/** Counts all rows again, like the migration that introduced the counts. */
export async function recount(client: Client): Promise<void> {
  await client.query(`
    truncate meeting_day_changes, meeting_days, meeting_months,
      execution_day_changes, execution_days, execution_months;
    insert into meeting_days
    select organization_id, (start_time at time zone 'UTC')::date, count(*), max(end_time)
    from meetings group by 1, 2;
    insert into meeting_months
    select organization_id, date_trunc('month', day)::date, sum(meetings), max(latest_end)
    from meeting_days group by 1, 2;
    insert into execution_days
    select organization_id, signal_id, (triggered_at at time zone 'UTC')::date, count(*), count(meeting_id)
    from signal_executions where superseded_at is null group by 1, 2, 3;
    insert into execution_months
    select organization_id, signal_id, date_trunc('month', day)::date, sum(executions), sum(of_meetings)
    from execution_days group by 1, 2, 3`);
}

/**
 * Runs `work` without triggers and checks of foreign keys, which take most of the time of a bulk load; if the user is
 * not permitted to, only without the triggers that count. A recount is needed afterwards.
 */
export async function withoutTriggers(client: Client, work: () => Promise<void>): Promise<void> {
  const isAllowed = await client.query('set session_replication_role = replica').then(
    () => true,
    () => false,
  );
  if (!isAllowed) await switchCounting(client, false);
  await work();
  if (isAllowed) await client.query('reset session_replication_role');
  else await switchCounting(client, true);
}
