-- The deletions among the changes; built while others write.
create index concurrently if not exists changes_deleted on changes (organization_id, position) where change = 'deleted';
