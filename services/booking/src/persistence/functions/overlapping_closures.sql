-- The closures of a campground that close a night of a stay (docs/contract/booking.md#closed-nights). It returns a set instead
-- of a boolean, so that the planner inlines it into the query.
create or replace function booking.overlapping_closures(p_campground_id text, p_stay daterange)
returns table (closure_id bigint)
language sql
stable
as $$
  select closure.id
  from booking.closure
  cross join lateral (
    select
      greatest(coalesce(closure.start_date, closure.effective_from), lower(p_stay)) as first,
      least(coalesce(closure.end_date, closure.effective_to), upper(p_stay) - 1) as last
  ) own
  where closure.campground_id = p_campground_id
    -- The first night of the part that is closed, of a weekly closure its first weekday.
    and own.first + coalesce((closure.weekday - extract(dow from own.first)::integer + 7) % 7, 0) <= own.last
$$;
