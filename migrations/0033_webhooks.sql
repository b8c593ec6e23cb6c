-- Webhooks: URLs that are sent the changes of an organization. A webhook has a place in the feed and not a row for each
-- change. See docs/webhooks.md.

create table webhooks (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  url text not null,
  description text,
  -- The types of entities whose changes are sent.
  types text[] not null,
  -- The signals whose executions are sent; all of them where it is empty.
  signal_ids bigint[] not null,
  -- standard or slack.
  format text not null,
  -- hmac or ed25519.
  signing text not null,
  enabled boolean not null,
  -- Why it was disabled, where the receiver was the cause.
  disabled_reason text,
  -- Counts the changes of this row and of the keys, so that a worker notices them.
  revision int not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id, id)
);

-- The keys that sign: the newest one, and earlier ones until they expire.
create table webhook_keys (
  organization_id bigint not null,
  webhook_id bigint not null,
  id bigint generated always as identity,
  -- The HMAC key, or the seed of the ed25519 key.
  secret bytea not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3),
  primary key (organization_id, webhook_id, id),
  foreign key (organization_id, webhook_id) references webhooks (organization_id, id) on delete cascade
);

-- The progress of a webhook. It is written for every batch, so it is not part of `webhooks`.
create table webhook_progress (
  organization_id bigint not null,
  webhook_id bigint not null,
  -- Every change up to this position was delivered, or stands in webhook_pending.
  position bigint not null,
  -- Attempts that failed since the last one that succeeded, and when the first of them did.
  failures int not null default 0,
  failing_since timestamptz(3),
  last_success_at timestamptz(3),
  last_failure_at timestamptz(3),
  last_error text,
  -- When the next attempt of a pending change is due; null where none is pending.
  due_at timestamptz,
  -- Nothing is sent before this time, because the receiver asked for a pause.
  paused_until timestamptz,
  -- Changes that were no longer kept when they could have been sent, and pending ones that were given up.
  missed bigint not null default 0,
  missed_at timestamptz(3),
  -- The worker that sends. Only the holder of the latest claim may write.
  fence bigint not null default 0,
  claimed_until timestamptz,
  primary key (organization_id, webhook_id),
  foreign key (organization_id, webhook_id) references webhooks (organization_id, id) on delete cascade
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- Changes up to the position that are not delivered yet: an attempt failed or is under way, or an earlier change of the
-- same entity is here. At most 1,000 for each webhook.
create table webhook_pending (
  organization_id bigint not null,
  webhook_id bigint not null,
  position bigint not null,
  entity_type text not null,
  entity_id bigint not null,
  change text not null,
  fields text[] not null,
  at timestamptz(3) not null,
  attempts int not null,
  due_at timestamptz not null,
  primary key (organization_id, webhook_id, position),
  foreign key (organization_id, webhook_id) references webhooks (organization_id, id) on delete cascade
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- The log of attempts. A day's attempts are in the partition that is numbered by the day modulo 9, which is emptied
-- when its turn comes again: nothing is deleted row by row, and no partition has to be created in time.
create table webhook_attempts (
  organization_id bigint not null,
  webhook_id bigint not null,
  id bigint generated always as identity,
  slot smallint not null default extract(epoch from now())::bigint / 86400 % 9,
  message_id text not null,
  -- Such as meeting.updated.
  event text not null,
  -- Null for a test.
  entity_id text,
  position bigint,
  -- Counted from 1.
  attempt int not null,
  is_success boolean not null,
  -- The HTTP status, where there was an answer.
  status int,
  -- Why it failed.
  error text,
  ms int not null,
  -- The beginning of the answer.
  answer text,
  next_at timestamptz(3),
  at timestamptz(3) not null default now(),
  primary key (organization_id, webhook_id, id, slot)
) partition by list (slot);
create table webhook_attempts_0 partition of webhook_attempts for values in (0);
create table webhook_attempts_1 partition of webhook_attempts for values in (1);
create table webhook_attempts_2 partition of webhook_attempts for values in (2);
create table webhook_attempts_3 partition of webhook_attempts for values in (3);
create table webhook_attempts_4 partition of webhook_attempts for values in (4);
create table webhook_attempts_5 partition of webhook_attempts for values in (5);
create table webhook_attempts_6 partition of webhook_attempts for values in (6);
create table webhook_attempts_7 partition of webhook_attempts for values in (7);
create table webhook_attempts_8 partition of webhook_attempts for values in (8);
create index webhook_attempts_failed on webhook_attempts (organization_id, webhook_id, id) where not is_success;
-- The answers that are removed once the entity is deleted.
create index webhook_attempts_answers on webhook_attempts (organization_id, entity_id) where answer is not null;

-- Empties the partition of tomorrow, which holds the attempts of eight days ago. A role that only serves may not truncate,
-- so this runs with the rights of the owner.
create function clear_webhook_attempts() returns void
language plpgsql security definer set lock_timeout = '5s' as $$
declare
  tomorrow smallint := (extract(epoch from now())::bigint / 86400 + 1) % 9;
begin
  if exists (select from webhook_attempts where slot = tomorrow) then
    execute format('truncate webhook_attempts_%s', tomorrow);
  end if;
end $$;
revoke execute on function clear_webhook_attempts() from public;
-- Temporary tables come last, so that nobody can put their own in the place of these.
do $$ begin
  execute format('alter function clear_webhook_attempts() set search_path = %I, pg_temp', current_schema());
end $$;
