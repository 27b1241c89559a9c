-- outside of a transaction
-- Search texts are derived again where shared.search_text, which is another since migration shared 0004, gives another text: one
-- row after the other, so that no hold and no payment waits for more than one.
do $$
declare
  stale record;
begin
  for stale in select id from booking.booking where search_text is distinct from shared.search_text(id, campground_name, customer_name, customer_email) loop
    update booking.booking set campground_name = campground_name where id = stale.id;
    commit;
  end loop;
end
$$;
