create or replace function library.count_books() returns bigint language sql stable as $$
  select count(*) from library.book
$$;
