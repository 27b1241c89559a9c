-- A text as a look-up compares it: NFKC, in lower case, 臺 as 台. `lookupKey` of libs/core has the same result. Generated columns and
-- indexes depend on this function, so it never changes: another rule needs another function.
create function shared.lookup_key(value text) returns text
language sql
immutable
parallel safe
return case
  when octet_length(value) = char_length(value) then lower(value collate pg_c_utf8)
  else normalize(translate(lower(normalize(value, nfkc) collate pg_c_utf8), '臺ς', '台σ'), nfkc)
end;

-- Both functions below are replaced, although columns and indexes depend on them: a new function would rewrite every booking and order
-- under a lock. What they derive differs for few rows, and those are derived again by migrations of the services, outside of a
-- transaction; until then such a row is not found by its name. Processes of the version before search by the same functions.
create or replace function shared.search_text(variadic parts text[]) returns text
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

-- Also with full-width digits.
create or replace function shared.phone_digits(phone text) returns text
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
