-- The key by which meetings are sorted by title: without case and accents, compared byte by byte. Most titles have only
-- ASCII, which is several times as fast. What has not is cut twice, as some characters become many. Not strict, so that the
-- planner can put the expression in place of the call.
create function title_key(title text) returns text language sql immutable parallel safe
return case when octet_length(title) = char_length(title) then lower(left(title, 200)) else left(
  lower(normalize(regexp_replace(normalize(left(title, 200), nfkd), '[\u0300-\u036f]', '', 'g'), nfc)), 200) end;
