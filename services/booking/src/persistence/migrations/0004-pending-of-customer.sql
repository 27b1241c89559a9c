-- outside of a transaction
-- The pending bookings of a member, for the limits of one member. The index of deadlines must not serve that query: without
-- fresh statistics the planner takes either, and one of them reads every open hold.
create index concurrently if not exists booking_pending_of_customer on booking.booking (customer_id) where status = 'pending';
