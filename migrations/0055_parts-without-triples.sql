-- The parts to which the job index-words still has to add triples.
create index concurrently if not exists transcript_words_without_triples on transcript_words (organization_id, meeting_id)
  where triples is null;
