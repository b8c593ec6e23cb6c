-- One row: all events that were committed before `at` have been numbered, and none up to `floor_id` is left in the outbox. The
-- process that numbers writes it once a second, so that readers notice when none does, without looking at the outbox.
create table change_sequencing (
  is_only_row boolean primary key default true check (is_only_row),
  at timestamptz not null,
  floor_id bigint not null
) with (fillfactor = 50);
insert into change_sequencing (at, floor_id) values ('-infinity', 0);
