-- Search as one types: words by how they begin, case and accents aside. What is indexed are terms such as
-- `7/24313/review`: the organization, the month, the word. So a search looks at one organization only, and goes from
-- the newest month back until it has enough, however common its words are.

-- The words of a text, each once. What parts words is named by its characters, so that it does not hang on the
-- database's locale; in scripts without spaces each character is a word. Bounded, because text is not: titles may be
-- as long as a body.
create function words_of(given text) returns text[] language sql immutable strict parallel safe
return (
  select array_agg(distinct left(word, 40))
  from regexp_split_to_table(
    regexp_replace(
      lower(normalize(regexp_replace(normalize(left(given, 500), nfkd), '[\u0300-\u036f]', '', 'g'), nfc)),
      '([\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff])', ' \1 ', 'g'),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]+') as word
  where word <> ''
);

create function search_terms(place text, given text) returns tsvector language sql immutable strict parallel safe
return coalesce((select array_to_tsvector(array_agg(place || word)) from unnest(words_of(given)) as word), '');

-- All words of a text, by how they begin; null where it has none. Words hold no quotes.
create function search_query(place text, given text) returns tsquery language sql immutable strict parallel safe
return (select string_agg('''' || place || word || ''':*', ' & ') from unnest(words_of(given)) as word)::tsquery;

create function search_month(organization_id bigint, month timestamp) returns text
language sql immutable strict parallel safe
return organization_id::text || '/' || (extract(year from month) * 12 + extract(month from month))::integer::text || '/';
