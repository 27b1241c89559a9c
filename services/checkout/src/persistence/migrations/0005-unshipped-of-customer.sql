-- outside of a transaction
-- The unshipped orders of a member, for the limits of one member. The index of deadlines must not serve that query: without
-- fresh statistics the planner takes either, and one of them reads every open hold.
create index concurrently if not exists store_order_unshipped_of_customer on checkout.store_order (customer_id)
  where status = 'unshipped';
