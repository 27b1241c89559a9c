-- Refuses a hold if its member's unpaid orders that have not shipped would then hold more at once than the limits allow,
-- including orders confirmed for cash on delivery (docs/contract/limits.md#holds-of-one-member). 0 means no limit. It is called
-- after the stock was reserved, under the locks of the member and the stock; it reads the member's own orders only, by
-- store_order_unshipped_of_customer.
--
-- Refusals (libs/holds/src/take-hold.ts): CS302 too_many_open_holds, CS312 too_many_pieces, CS313 too_large_share with the
-- field of the request. A share counts only above twenty pieces on hand.
create or replace function checkout.check_member_limits(
  p_customer_id text,
  p_variant_ids text[],
  p_quantities integer[],
  p_max_open_holds integer,
  p_max_pieces integer,
  p_max_share_percent integer
) returns void
language plpgsql
as $$
declare
  held constant text[] := array(
    select store_order.id
    from checkout.store_order
    where store_order.customer_id = p_customer_id
      and store_order.status = 'unshipped'
      and store_order.paid_at is null
  );
  pieces bigint;
  too_large integer;
begin
  if p_max_open_holds > 0 and cardinality(held) >= p_max_open_holds then
    raise exception 'too_many_open_holds' using errcode = 'CS302';
  end if;

  pieces := (select sum(quantity) from unnest(p_quantities) quantity);
  if held <> '{}' then
    pieces := pieces + coalesce((
      select sum(stock_reservation.quantity)
      from checkout.stock_reservation
      where stock_reservation.order_id = any (held) and stock_reservation.status = 'active'
    ), 0);
  end if;
  if p_max_pieces > 0 and pieces > p_max_pieces then
    raise exception 'too_many_pieces' using errcode = 'CS312';
  end if;

  -- So few pieces cannot be too large a share: the stock need not be read.
  if p_max_share_percent = 0 or 100 * pieces <= 21 * p_max_share_percent then
    return;
  end if;
  select min(requested.line)
  into too_large
  from unnest(p_variant_ids, p_quantities) with ordinality as requested (variant_id, quantity, line)
  join inventory.on_hand_in_stores(p_variant_ids) stock on stock.variant_id = requested.variant_id
  where stock.pieces > 20
    and stock.pieces * p_max_share_percent < 100 * (
      requested.quantity::bigint
      + coalesce((
        select sum(stock_reservation.quantity)
        from checkout.stock_reservation
        where stock_reservation.order_id = any (held)
          and stock_reservation.variant_id = requested.variant_id
          and stock_reservation.status = 'active'
      ), 0)
    );
  if too_large is not null then
    raise exception 'too_large_share' using errcode = 'CS313', detail = format('items.%s.quantity', too_large - 1);
  end if;
end
$$;
