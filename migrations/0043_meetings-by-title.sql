-- The list by title. Times and source are columns of the key, so that filters by them are checked inside the index; built
-- while others write.
create index concurrently if not exists meetings_title on meetings
  (organization_id, (title_key(title) collate "C"), id, start_time, end_time, source_type);
