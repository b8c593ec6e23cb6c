alter table meeting_versions
  add column transcript_ends_hash bytea,
  add column transcript_language text;
