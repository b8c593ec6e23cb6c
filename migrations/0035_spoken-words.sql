-- The hash of the transcript whose words are stored: if it differs from the transcript's own, they are yet to be.
-- The table that others write to comes first: the foreign key below locks it, too, but less, and a lock that is raised later
-- can deadlock with them.
alter table meetings add column words_hash bytea;

-- The words of transcripts, by which what was said is found. A row is a part of a transcript: some hundred entries. Words
-- are folded and stemmed by src/domain/words/, which matches texts by the same functions.
create table transcript_words (
  organization_id bigint not null,
  meeting_id bigint not null,
  part integer not null,
  -- ISO 639-1, or und: by whose rules the words are stemmed.
  language text not null,
  first_entry integer not null,
  entry_count integer not null,
  -- The terms of the part: first as a tsvector, which is compared without an index, because a GIN index of them takes as
  -- long as the rest of an ingest; then, soon afterwards, as a text of words, which is indexed.
  fresh_terms tsvector,
  terms text,
  -- A Bloom filter of the pairs of neighbouring words, for phrases.
  pairs bytea not null,
  primary key (organization_id, meeting_id, part),
  foreign key (organization_id, meeting_id) references meetings (organization_id, id) on delete cascade,
  constraint transcript_words_terms_once check ((fresh_terms is null) <> (terms is null))
);
alter table transcript_words alter column pairs set storage external;

-- The terms as `7/review`, so that a search looks at one organization only.
create function word_terms(organization_id bigint, terms text) returns tsvector
language sql immutable strict parallel safe
return array_to_tsvector(string_to_array(
  organization_id::text || '/' || replace(terms, ' ', ' ' || organization_id::text || '/'), ' '));

create index transcript_words_terms on transcript_words using gin (word_terms(organization_id, terms))
  with (fastupdate = off) where terms is not null;
create index transcript_words_fresh on transcript_words (organization_id, meeting_id, part)
  where fresh_terms is not null;
create index transcript_words_language on transcript_words (organization_id, language);
