-- The content_hash of the text whose words are stored.
-- The table that others write to comes first: the foreign key below locks it, too, but less, and a lock that is raised later
-- can deadlock with them.
alter table emails add column words_hash bytea;

-- The words of e-mails, as transcript_words has those of transcripts; subject and text together are one part.
create table email_words (
  organization_id bigint not null,
  email_id bigint not null,
  language text not null,
  fresh_terms tsvector,
  terms text,
  pairs bytea not null,
  primary key (organization_id, email_id),
  foreign key (organization_id, email_id) references emails (organization_id, id) on delete cascade,
  constraint email_words_terms_once check ((fresh_terms is null) <> (terms is null))
);
alter table email_words alter column pairs set storage external;

create index email_words_terms on email_words using gin (word_terms(organization_id, terms))
  with (fastupdate = off) where terms is not null;
create index email_words_fresh on email_words (organization_id, email_id) where fresh_terms is not null;
create index email_words_language on email_words (organization_id, language);

-- Stored transcripts are indexed in the background, at once rather than when the schedule says so.
insert into jobs (kind, organization_id, payload, max_attempts, retry_delay_seconds, max_retry_delay_seconds)
select 'index-words', 0, '{}', 1000, 1, 60
where exists (select from meetings where transcript_hash is not null) or exists (select from emails);
