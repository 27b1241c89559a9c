-- outside of a transaction
-- Bookings by the name and the digits of the phone number of their guest contact, for the list's search. No hold writes it: the query
-- looks up those on hold by the index of deadlines.
create index concurrently if not exists booking_contact_past_hold on booking.booking
  using gin (shared.search_text(contact ->> 'name') gin_trgm_ops, shared.phone_digits(contact ->> 'phone') gin_trgm_ops)
  where contact is not null and (payment_status = 'unpaid' and status = 'pending') is false;
