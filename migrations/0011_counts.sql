-- Exact counts without counting: how many rows each day and each month has, so that the hundred-thousandth page of a
-- list costs what the first one costs. Writers append differences in their own transaction, and never wait for each
-- other; a worker folds them into days and months. A count is both together, in one snapshot. Days are those of UTC;
-- a month is its first day.

create table meeting_days (
  organization_id bigint not null,
  day date not null,
  meetings bigint not null,
  -- No meeting of the day ends later; may be later than the last end, after changes.
  latest_end timestamptz(3) not null,
  primary key (organization_id, day)
);

create table meeting_months (
  organization_id bigint not null,
  month date not null,
  meetings bigint not null,
  latest_end timestamptz(3) not null,
  primary key (organization_id, month)
);

create table meeting_day_changes (
  organization_id bigint not null,
  id bigint generated always as identity,
  day date not null,
  meetings integer not null,
  latest_end timestamptz(3) not null,
  primary key (organization_id, id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

create function count_meeting() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into meeting_day_changes (organization_id, day, meetings, latest_end)
    values (old.organization_id, (old.start_time at time zone 'UTC')::date, -1, old.end_time);
  end if;
  if tg_op <> 'DELETE' then
    insert into meeting_day_changes (organization_id, day, meetings, latest_end)
    values (new.organization_id, (new.start_time at time zone 'UTC')::date, 1, new.end_time);
  end if;
  return null;
end $$;

create trigger count_new_meeting after insert or delete on meetings
  for each row execute function count_meeting();
create trigger count_moved_meeting after update on meetings
  for each row when (old.start_time <> new.start_time or old.end_time <> new.end_time)
  execute function count_meeting();

insert into meeting_days
select organization_id, (start_time at time zone 'UTC')::date, count(*), max(end_time) from meetings group by 1, 2;
insert into meeting_months
select organization_id, date_trunc('month', day)::date, sum(meetings), max(latest_end) from meeting_days group by 1, 2;

-- The same for what signals found; `of_meetings` is what v2, which has meetings only, counts.
create table execution_days (
  organization_id bigint not null,
  signal_id bigint not null,
  day date not null,
  executions bigint not null,
  of_meetings bigint not null,
  primary key (organization_id, signal_id, day)
);

create table execution_months (
  organization_id bigint not null,
  signal_id bigint not null,
  month date not null,
  executions bigint not null,
  of_meetings bigint not null,
  primary key (organization_id, signal_id, month)
);

create table execution_day_changes (
  organization_id bigint not null,
  signal_id bigint not null,
  id bigint generated always as identity,
  day date not null,
  executions integer not null,
  of_meetings integer not null,
  primary key (organization_id, signal_id, id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- What is superseded is in no list.
create function count_execution() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.superseded_at is null then
    insert into execution_day_changes (organization_id, signal_id, day, executions, of_meetings)
    values (old.organization_id, old.signal_id, (old.triggered_at at time zone 'UTC')::date, -1,
            - num_nonnulls(old.meeting_id));
  end if;
  if tg_op <> 'DELETE' and new.superseded_at is null then
    insert into execution_day_changes (organization_id, signal_id, day, executions, of_meetings)
    values (new.organization_id, new.signal_id, (new.triggered_at at time zone 'UTC')::date, 1,
            num_nonnulls(new.meeting_id));
  end if;
  return null;
end $$;

create trigger count_execution after insert or update or delete on signal_executions
  for each row execute function count_execution();

insert into execution_days
select organization_id, signal_id, (triggered_at at time zone 'UTC')::date, count(*), count(meeting_id)
from signal_executions where superseded_at is null group by 1, 2, 3;
insert into execution_months
select organization_id, signal_id, date_trunc('month', day)::date, sum(executions), sum(of_meetings)
from execution_days group by 1, 2, 3;
