-- A category or brand as filters compare it: its shared.lookup_key without the white space around it that JavaScript's trim
-- removes.
create or replace function catalog.filter_key(name text) returns text
language sql
immutable
as $$
  select shared.lookup_key(
    btrim(
      name,
      U&' \0009\000A\000B\000C\000D\00A0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200A\2028\2029\202F\205F\3000\FEFF'
    )
  )
$$;
