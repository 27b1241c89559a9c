/**
 * SQL of a function that processes of an earlier version search orders with: the letters beyond ASCII of a text, and the pairs of neighbours among them, in lower case. An index of
 * trigrams cannot find fewer than three letters, which is more than most Chinese names are searched by. It is not told to be
 * parallel safe on purpose: a page that walks an index takes 7 ms, 29 ms with workers, whose start alone takes longer.
 */
export const widePiecesFunction = /* sql */ `
create function checkout.wide_pieces(of_text text) returns text[]
language sql immutable
return (
  select coalesce(array_agg(distinct piece), '{}')
  from (
    select letter, lag(letter) over (order by place) || letter as pair
    from string_to_table(regexp_replace(lower(of_text), '[\\u0001-\\u007f]+', ' ', 'g'), null)
      with ordinality as letters (letter, place)
  ) as neighbours
  cross join lateral (values (letter), (pair)) as pieces (piece)
  where strpos(piece, ' ') = 0
);
`
