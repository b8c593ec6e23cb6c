-- The key that made a key over HTTP; null where the command line or the first start made it, and for the first key of
-- an organization that an operator made: keys refer to keys of their own organization only.
--
-- The makers of keys that exist already are known from the audit. They are looked up before `alter table` takes its
-- lock, so that no request waits while the audit is read.
create table key_makers as
  select k.organization_id, k.id, a.actor_key_id as created_by
  from audit_records a
  join api_keys k on k.organization_id = a.organization_id and a.subject = 'key ' || k.id
  join api_keys maker on maker.organization_id = a.organization_id and maker.id = a.actor_key_id
  where a.action = 'key.create';

alter table api_keys add column created_by bigint;

update api_keys k set created_by = m.created_by
from key_makers m
where m.organization_id = k.organization_id and m.id = k.id;

alter table api_keys
  add foreign key (organization_id, created_by) references api_keys (organization_id, id);

drop table key_makers;
