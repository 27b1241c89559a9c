-- The closures of a campground that close a night of a stay (docs/contract/booking.md#closed-nights). It returns a set instead
-- of a boolean, so that the planner inlines it into the query.
create or replace function booking.overlapping_closures(p_campground_id text, p_stay daterange)
returns table (closure_id bigint)
language sql
stable
as $$
  select closure.id
  from booking.closure
  where closure.campground_id = p_campground_id
    and case closure.closure_type
      when 'date_range' then daterange(closure.start_date, closure.end_date, '[]') && p_stay
      else exists (
        select
        from generate_series(0, upper(p_stay) - lower(p_stay) - 1) as night_number
        where extract(dow from lower(p_stay) + night_number) = closure.weekday
          and daterange(closure.effective_from, closure.effective_to, '[]') @> (lower(p_stay) + night_number)
      )
    end
$$;
