-- A Bloom filter of the triples of neighbouring words beside that of the pairs: common words stand next to each other somewhere
-- in most meetings, in pairs, but three of them in few. Parts of earlier versions lack it, and are read until the job
-- index-words has added it.
alter table transcript_words add column triples bytea;
alter table transcript_words alter column triples set storage external;

-- At once rather than when the schedule says so.
insert into jobs (kind, organization_id, payload, max_attempts, retry_delay_seconds, max_retry_delay_seconds)
select 'index-words', 0, '{}', 1000, 1, 60
where exists (select from transcript_words);
