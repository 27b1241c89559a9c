-- What the schemas of all services share.

-- The text that something is searched by: its parts, a line each, in lower case, every character beyond ASCII three times. A
-- trigram index finds texts by three characters in a row, and Chinese names are searched by one or two. A text contains
-- another if and only if their search texts do. Most texts are ASCII and spare the regular expression.
-- Generated columns and indexes depend on this function, so it never changes: another rule needs another function.
create function shared.search_text(variadic parts text[]) returns text
language plpgsql
immutable
parallel safe
as $$
declare
  plain constant text := lower(array_to_string(parts, E'\n') collate pg_c_utf8);
begin
  if octet_length(plain) = char_length(plain) then
    return plain;
  end if;
  return regexp_replace(plain, '[^\u0001-\u007f]', '\&\&\&', 'g');
end
$$;
