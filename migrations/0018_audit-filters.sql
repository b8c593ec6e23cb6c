-- The audit, newest first, whole and by each filter. Built while others write.
create index concurrently if not exists audit_records_at on audit_records (organization_id, at, id);
create index concurrently if not exists audit_records_actor on audit_records (organization_id, actor_key_id, at, id);
create index concurrently if not exists audit_records_action on audit_records (organization_id, action, at, id);
