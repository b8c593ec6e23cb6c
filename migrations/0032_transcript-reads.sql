-- One table at a time, here and in 0046 to 0048: a transaction that held one and waited for another could deadlock with writers.
alter table meetings
  -- SHA-256 of the ends of all entries; null where the source gave none. They are no part of transcript_hash, because
  -- findings depend on the words alone.
  add column transcript_ends_hash bytea,
  -- The language of the transcript as the source gave it, a BCP 47 tag in its canonical form; null where it gave none.
  add column transcript_language text;
