import pg from 'pg';

const MEETINGS = `
  insert into meetings (organization_id, source_type, external_id, title, start_time, end_time, host_email, attendees, head)
  select $1::bigint, 'USER_PROVIDED', 'many-' || n, title, start, start + interval '30 minutes', 'ada@parley.example', '[]',
    jsonb_build_object('title', title, 'startTime', to_char(start, 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
      'endTime', to_char(start + interval '30 minutes', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
      'host', jsonb_build_object('email', 'ada@parley.example'), 'attendees', '[]'::jsonb)::text
  from generate_series(1, $2::int) n
  cross join lateral (select 'Quarterly review ' || n || ' of account ' || substr(md5(n::text), 1, 8) as title,
    timestamp '2020-01-01' + n * interval '5 minutes' as start) made`;

const RUNS = `
  insert into processing_runs (organization_id, meeting_id, cause, signals_state, signal_ids, signal_versions, finished_at)
  select $1::bigint, id, 'ingest', 'done', '{1}', '{1}', now() from meetings where organization_id = $1`;

const EVALUATIONS = `
  insert into signal_evaluations (organization_id, run_id, signal_id, version, state, reason, quotes, provider, model,
    prompt_hash, input_hash, input_tokens, output_tokens)
  select $1::bigint, id, 1, 1, 'fired', 'said', '[]', 'builtin', 'none', '', '', 0, 0 from processing_runs where organization_id = $1`;

const EXECUTIONS = `
  insert into signal_executions (organization_id, signal_id, run_id, meeting_id, triggered_at, body, follow_ups)
  select $1::bigint, 1, id, meeting_id, timestamp '2020-01-01' + meeting_id * interval '5 minutes', '{}', '[]'
  from processing_runs where organization_id = $1`;

/** Inserts a number of meetings and an execution of each, as an organization has them after years. */
export async function fillWithRows(
  databaseUrl: string,
  organizationId: number,
  count: number,
): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    await client.query(MEETINGS, [organizationId, count]);
    for (const statement of [RUNS, EVALUATIONS, EXECUTIONS]) await client.query(statement, [organizationId]);
    await client.query('analyze');
  } finally {
    await client.end();
  }
}
