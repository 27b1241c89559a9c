-- outside of a transaction
-- Search texts are derived again where shared.search_text, which is another since migration shared 0004, gives another text: one
-- row after the other, so that no hold and no payment waits for more than one.
do $$
declare
  stale record;
begin
  for stale in select id from checkout.store_order where search_text is distinct from shared.search_text(id, buyer_name, buyer_email, recipient_name) loop
    update checkout.store_order set buyer_name = buyer_name where id = stale.id;
    commit;
  end loop;
end
$$;
