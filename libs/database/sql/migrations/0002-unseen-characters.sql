-- Look-ups leave out what a reader cannot see, and searched texts take fewer instructions.

-- The same result in fewer instructions: a text in ASCII, as most are, is joined once and has no key but its lower case.
create or replace function shared.search_text(variadic parts text[]) returns text
language plpgsql
immutable
parallel safe
as $$
declare
  joined constant text := array_to_string(parts, E'\n');
begin
  if octet_length(joined) = char_length(joined) then
    return lower(joined collate pg_c_utf8);
  end if;
  return regexp_replace(shared.lookup_key(joined), '[^\u0001-\u007f]', '\&\&\&', 'g');
end
$$;

-- A text as a look-up compares it: NFKC, in lower case, 臺 as 台, every dash as `-`, without format characters and variation selectors.
-- `lookupKey` of libs/core has the same result. Few stored texts have such characters: each service calculates these again, and what its
-- indexes have of them, in a migration of its own; until then a search may miss them.
create or replace function shared.lookup_key(value text) returns text
language sql
immutable
parallel safe
return case
  when octet_length(value) = char_length(value) then lower(value collate pg_c_utf8)
  else normalize(
    translate(
      lower(
        regexp_replace(
          regexp_replace(
            normalize(value, nfkc),
            '[\u00ad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufe00-\ufe0f\ufeff\ufff9-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0001\U000e0020-\U000e007f\U000e0100-\U000e01ef]',
            '', 'g'
          ),
          '[\u058a\u05be\u1400\u1806\u2010-\u2015\u2212\u2e17\u2e1a\u2e3a\u2e3b\u2e40\u2e5d\u301c\u3030\u30a0\U00010d6e\U00010ead]',
          '-', 'g'
        ) collate pg_c_utf8
      ),
      '臺ς', '台σ'
    ),
    nfkc
  )
end;

-- The digits of a phone number, however it is written. A number of Taiwan begins with 0, not with +886 or 00886; neither does a whole one
-- with a bare 886.
create or replace function shared.phone_digits(phone text) returns text
language plpgsql
immutable
strict
parallel safe
as $$
begin
  return replace(
    regexp_replace(
      regexp_replace(normalize(phone, nfkc), '[^0-9+]', '', 'g'), '^(?:(?:\+|00)8860?|8860?(?=[2-9]\d{7,8}$))', '0'
    ),
    '+', ''
  );
end
$$;
