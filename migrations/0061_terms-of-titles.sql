-- The terms of a title or a name, as before, without functions in SQL, which each statement that inserts a row would prepare anew: they
-- took a fifth of the statement that inserts a meeting. It calls no function of Parley's, so that a restore can build the
-- indexes.
create or replace function search_terms(place text, given text) returns tsvector
language plpgsql immutable strict parallel safe as $$
declare
  words text := left(given, 500);
begin
  if octet_length(words) = char_length(words) then
    words := lower(words);
  else
    words := regexp_replace(
      lower(normalize(regexp_replace(normalize(words, nfkd), '[\u0300-\u036f]', '', 'g'), nfc)),
      '([\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff])', ' \1 ', 'g');
  end if;
  words := trim(regexp_replace(words,
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]+', ' ', 'g'));
  if words = '' then
    return '';
  end if;
  if words ~ '[^ ]{41}' then
    words := regexp_replace(words, '([^ ]{40})[^ ]+', '\1', 'g');
  end if;
  return array_to_tsvector(string_to_array(place || replace(words, ' ', ' ' || place), ' '));
end $$;
