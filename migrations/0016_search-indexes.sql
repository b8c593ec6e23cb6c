-- What 0013_search.sql made terms for, built while others write: on a large table that takes minutes.
-- Not by way of a list of what is pending: every search of a month would read it whole.
create index concurrently if not exists meetings_title_words on meetings
  using gin (search_terms(search_month(organization_id, start_time at time zone 'UTC'), title)) with (fastupdate = off);
create index concurrently if not exists users_name_words on users
  using gin (search_terms(organization_id::text || '/', name)) with (fastupdate = off);
