-- The days for which audit records are kept, at most one row; without it they are kept for good. Only the owner writes it,
-- so that a role that only serves can remove no record that is to be kept.
create table audit_retention (
  is_only boolean primary key default true check (is_only),
  days float8 not null check (days > 0)
);

-- Removes the oldest records of an organization whose retention has ended, and returns how many there were. A role that only
-- serves may not delete records, so this runs with the rights of the owner.
create function forget_audit_records(organization bigint, at_most int) returns int
language plpgsql security definer as $$
declare
  removed int;
begin
  with expired as (
    select id from audit_records, audit_retention
    where organization_id = organization and at < now() - make_interval(secs => days * 86400)
    order by at, id limit at_most
  )
  delete from audit_records where organization_id = organization and id in (select id from expired);
  get diagnostics removed = row_count;
  return removed;
end $$;
revoke execute on function forget_audit_records(bigint, int) from public;
-- Temporary tables come last, so that nobody can put their own in the place of these.
do $$ begin
  execute format('alter function forget_audit_records(bigint, int) set search_path = %I, pg_temp', current_schema());
end $$;
