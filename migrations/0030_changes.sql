-- The outbox of events and the numbered changes that are made of them. A writer appends a row to the outbox in its own
-- transaction, after it has locked the entity's row, so that the events of one entity stand in the order of their
-- transactions. One process at a time moves the committed rows to `changes`, where each has the next position of its
-- organization: what becomes visible later has a later position, and there are no gaps.

create table event_outbox (
  organization_id bigint not null,
  id bigint generated always as identity,
  entity_type text not null,
  entity_id bigint not null,
  -- created, updated or deleted.
  change text not null,
  -- The parts of the entity that changed; empty where the event is about all of it.
  fields text[] not null,
  at timestamptz(3) not null default now(),
  primary key (organization_id, id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

create table changes (
  organization_id bigint not null,
  position bigint not null,
  entity_type text not null,
  entity_id bigint not null,
  change text not null,
  fields text[] not null,
  at timestamptz(3) not null,
  primary key (organization_id, position)
);

-- How far the changes of an organization reach: the last position that was given out, and the last one that was forgotten.
create table change_heads (
  organization_id bigint primary key references organizations (id),
  last_position bigint not null,
  forgotten_position bigint not null default 0
);

-- A user is known to the feed by a number of its own, because it outlives the address that it is found by.
alter table users add column id bigint generated always as identity;
alter table users add constraint users_id unique (organization_id, id);
