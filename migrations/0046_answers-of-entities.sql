-- The answers of receivers that may have to be removed; built while others write.
create index concurrently if not exists webhook_attempts_answers on webhook_attempts (organization_id, entity_id)
  where answer is not null;
