-- The e-mails that cannot be searched yet; built while others write.
create index concurrently if not exists emails_without_words on emails (organization_id, id)
  where content_hash is distinct from words_hash;
