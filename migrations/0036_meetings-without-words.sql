-- The meetings whose transcripts cannot be searched yet; built while others write.
create index concurrently if not exists meetings_without_words on meetings (organization_id, id)
  where transcript_hash is distinct from words_hash;
