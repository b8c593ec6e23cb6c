import type pg from 'pg';

/** Another session of the server, as far as the role may see it. */
type Session = {
  pid: number;
  application: string | null;
  role: string | null;
  state: string | null;
  seconds: number | null;
  query: string | null;
};

/** The part of a statement that is shown. */
const SHOWN_CHARACTERS = 200;

const SESSION = `
  activity.pid, nullif(activity.application_name, '') as application, activity.usename as role, activity.state,
  extract(epoch from now() - coalesce(activity.xact_start, activity.query_start))::float8 as seconds,
  case when activity.query like '<insufficient%' then null
    else nullif(left(regexp_replace(activity.query, '\\s+', ' ', 'g'), ${SHOWN_CHARACTERS}), '') end as query`;

/** Sessions that the session $1 waits for. */
const BLOCKING = `
  select ${SESSION} from pg_stat_activity activity where activity.pid = any (pg_blocking_pids($1))
  order by activity.xact_start nulls last`;

/** The session that holds the advisory lock $1. */
const HOLDING = `
  select ${SESSION} from pg_locks held join pg_stat_activity activity using (pid)
  where held.locktype = 'advisory' and held.granted and held.objsubid = 1
    and held.database = (select oid from pg_database where datname = current_database())
    and (held.classid::bigint << 32) + held.objid::bigint = $1`;

/** Describes the sessions that another session of the server waits for; undefined if it waits for none. */
export async function describeBlockers(client: pg.ClientBase, pid: number): Promise<string | undefined> {
  return describe((await client.query<Session>(BLOCKING, [pid])).rows);
}

/** Describes the session that holds an advisory lock of this database; undefined if there is none. */
export async function describeHolder(client: pg.ClientBase, lockId: number): Promise<string | undefined> {
  return describe((await client.query<Session>(HOLDING, [lockId])).rows);
}

/** A role sees the state and the statements of others only with the rights of pg_read_all_stats. */
function describe(sessions: readonly Session[]): string | undefined {
  if (sessions.length === 0) return undefined;
  const described = sessions.map(({ pid, application, role, state, seconds, query }) => {
    const facts = [
      application === null
        ? 'of an unnamed application'
        : `of the application ${JSON.stringify(application)}`,
      ...(role === null ? [] : [`role ${JSON.stringify(role)}`]),
      ...(state === null ? [] : [state]),
      ...(seconds === null ? [] : [`for ${Math.max(0, Math.round(seconds))} s`]),
    ];
    return `server process ${pid} (${facts.join(', ')}${query === null ? '' : `; statement: ${query}`})`;
  });
  return described.join(' and ');
}
