-- Background work. See docs/decisions/0016.
create table jobs (
  id uuid primary key default gen_random_uuid(),
  -- The name of its definition.
  kind text not null,
  -- 0 for jobs that belong to no organization, so that they take turns like all others.
  organization_id bigint not null,
  payload jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'active', 'done', 'dead')),
  start_after timestamptz not null default now(),
  -- Attempts that were begun; one that was handed back is not counted.
  attempts int not null default 0,
  -- The bounds of its kind when it was enqueued.
  max_attempts int not null,
  retry_delay_seconds int not null,
  max_retry_delay_seconds int not null,
  -- The number of times that it was claimed. Only the latest claim may settle the job.
  fence int not null default 0,
  -- The number of attempts that ended because their worker was lost.
  losses int not null default 0,
  -- Why the latest attempt failed.
  reason text,
  created_at timestamptz not null default now(),
  claimed_at timestamptz,
  heartbeat_at timestamptz,
  -- When it was done, or became a dead letter.
  ended_at timestamptz
) with (fillfactor = 90);

-- The organizations that have waiting jobs of a kind, and the jobs of each in the order in which they are due.
create index jobs_turns on jobs (kind, organization_id, start_after) where state = 'waiting';
create index jobs_active on jobs (kind, organization_id) where state = 'active';
create index jobs_dead on jobs (organization_id, kind) where state = 'dead';
create index jobs_done on jobs (ended_at) where state = 'done';

-- For each kind of job with a schedule, the time up to which it has been enqueued.
create table job_schedules (
  kind text primary key,
  enqueued_until timestamptz not null
);

-- Earlier versions kept their jobs in the tables of pg-boss. Their processes may run beside those of this version for a
-- while, so what they enqueue is moved again and again. A job that one of their workers does stays with that worker until
-- it is silent for so long; then it is moved as it is, with its old heartbeat, and is taken over like any lost job.
-- Runs with the rights of the owner, so that a role that serves needs no rights to these tables.
-- Returns the number of jobs that were moved, or null where there is no such table.
create function move_pgboss_jobs(silent_seconds float8, at_most int) returns int
language plpgsql security definer as $$
declare
  moved int;
begin
  if to_regclass('pgboss.job') is null then return null; end if;
  with waiting as (
    select name, id from pgboss.job
    where state < 'active' and not blocked and (name not like '\_\_pgboss\_\_%' or name = '__pgboss__send-it')
    limit at_most for update skip locked
  ), silent as (
    select name, id from pgboss.job
    where state = 'active' and group_id is not null
      and coalesce(heartbeat_on, started_on) < now() - make_interval(secs => silent_seconds)
    limit at_most for update skip locked
  ), taken as (
    delete from pgboss.job job using (select * from waiting union all select * from silent) chosen
    where job.name = chosen.name and job.id = chosen.id
    returning job.*
  ), described as (
    select taken.*, name = 'dead-letters' as is_dead,
      -- An occurrence of a schedule that was noted and not yet enqueued has the name in its data.
      coalesce(case name when 'dead-letters' then source_name when '__pgboss__send-it' then data ->> 'name' end, name)
        as kind
    from taken
  ), inserted as (
    insert into jobs (id, kind, organization_id, payload, state, start_after, attempts, max_attempts,
      retry_delay_seconds, max_retry_delay_seconds, fence, losses, reason, created_at, claimed_at, heartbeat_at, ended_at)
    select source.id, source.kind, coalesce((source.data ->> 'organizationId')::bigint, 0), coalesce(source.data -> 'payload', '{}'),
      case when is_dead then 'dead' when source.state = 'active' then 'active' else 'waiting' end, source.start_after,
      case when is_dead then coalesce(source.source_retry_count, 0) + 1
           when source.state = 'created' and source.started_on is null then source.retry_count
           else source.retry_count + 1 end,
      -- A dead letter has no bounds of its own, nor has a noted occurrence.
      case when source.name = source.kind then source.retry_limit else coalesce(queue.retry_limit, 2) end + 1,
      greatest(case when source.name = source.kind then source.retry_delay else coalesce(queue.retry_delay, 60) end, 1),
      coalesce(case when source.name = source.kind then source.retry_delay_max else queue.retry_delay_max end, 3600),
      case when source.state = 'active' then 1 else 0 end, coalesce((source.output ->> 'lost')::int, 0),
      source.output ->> 'message', coalesce(source.source_created_on, source.created_on),
      case when source.state = 'active' then source.started_on end,
      case when source.state = 'active' then coalesce(source.heartbeat_on, source.started_on) end,
      case when is_dead then source.created_on end
    from described source left join pgboss.queue queue on queue.name = source.kind
    returning 1
  )
  select count(*) into moved from inserted;
  return moved;
end $$;
revoke execute on function move_pgboss_jobs(float8, int) from public;
-- Temporary tables come last, so that nobody can put their own in the place of these.
do $$ begin
  execute format('alter function move_pgboss_jobs(float8, int) set search_path = %I, pg_temp', current_schema());
end $$;

-- Processes of this version enqueue what is scheduled. Those of earlier versions would do so, too.
do $$
begin
  perform move_pgboss_jobs(30, 2147483647);
  if to_regclass('pgboss.schedule') is not null then
    insert into job_schedules (kind, enqueued_until) select distinct name, now() from pgboss.schedule;
    delete from pgboss.schedule;
  end if;
end $$;
