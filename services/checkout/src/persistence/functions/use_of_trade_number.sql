-- Where a payment with the provider's number was received before, for a booking or an order: `same` target or `other` target; null
-- where it was not (docs/contract/messages.md#one-number-one-payment). The number is locked until the transaction ends, so that the
-- consumers of both kinds do not take it at once.
--
-- It runs with the rights of the schemas' owner, so that the role reads no more payments of bookings than it may.
create or replace function checkout.use_of_trade_number(p_number text, p_target_id text) returns text
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
{{use_of_trade_number}}
$$;
