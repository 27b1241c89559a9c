-- What the schemas of all services share. Generated columns and indexes depend on the three functions, so they never change: another
-- rule needs another function.

-- A text as a look-up compares it: NFKC, in lower case, 臺 as 台. `lookupKey` of libs/core has the same result.
create function shared.lookup_key(value text) returns text
language sql
immutable
parallel safe
return case
  when octet_length(value) = char_length(value) then lower(value collate pg_c_utf8)
  else normalize(translate(lower(normalize(value, nfkc) collate pg_c_utf8), '臺ς', '台σ'), nfkc)
end;

-- The text that something is searched by: the keys of its parts, a line each, every character beyond ASCII three times. A trigram index
-- finds texts by three characters in a row, and Chinese names are searched by one or two. A text contains another if and only if their
-- search texts do. Most texts are ASCII and spare the regular expression.
create function shared.search_text(variadic parts text[]) returns text
language plpgsql
immutable
parallel safe
as $$
declare
  plain constant text := shared.lookup_key(array_to_string(parts, E'\n'));
begin
  if octet_length(plain) = char_length(plain) then
    return plain;
  end if;
  return regexp_replace(plain, '[^\u0001-\u007f]', '\&\&\&', 'g');
end
$$;

-- The digits of a phone number, however it is written; a number of Taiwan begins with 0, not with +886.
create function shared.phone_digits(phone text) returns text
language plpgsql
immutable
strict
parallel safe
as $$
begin
  return regexp_replace(
    regexp_replace(normalize(phone, nfkc), '^\s*(\+|00)\s*886[\s()-]*0?', '0'), '[^0-9]', '', 'g'
  );
end
$$;
