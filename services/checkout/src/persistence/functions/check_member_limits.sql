-- Refuses undecided holds if their members' unpaid orders that have not shipped would then hold more at once than the limits allow,
-- including orders confirmed for cash on delivery (docs/contract/limits.md#holds-of-one-member), by the number of the hold; no two are of
-- the same member. 0 means no limit. It is called under the locks of the members and the stock, after the stock was judged; it reads the
-- members' own orders only, by store_order_unshipped_of_customer.
--
-- Outcomes: `too_many_open_holds`, `too_many_pieces`, `too_large_share` with the field of the request. A share counts only above twenty
-- pieces on hand.
create or replace function checkout.check_member_limits(
  p_customer_ids text[],
  p_outcomes text[],
  p_of integer[],
  p_lines integer[],
  p_variant_ids text[],
  p_quantities integer[],
  p_max_open_holds integer,
  p_max_pieces integer,
  p_max_share_percent integer
) returns table (hold integer, outcome text, detail text)
language plpgsql
as $$
begin
  return query
  select judged.hold, judged.outcome, case when judged.outcome = 'too_large_share' then judged.field end
  from (
    select
      own.hold,
      of_variants.field,
      case
        when p_max_open_holds > 0 and p_max_open_holds <= cardinality(held.ids) then 'too_many_open_holds'
        when p_max_pieces > 0 and p_max_pieces < taken.pieces then 'too_many_pieces'
        when of_variants.field is not null then 'too_large_share'
      end as outcome
    from (
      select item.hold, sum(item.quantity) as pieces
      from unnest(p_of, p_quantities) as item (hold, quantity)
      where p_outcomes[item.hold] is null
      group by item.hold
    ) own
    cross join lateral (
      select array(
        select store_order.id
        from checkout.store_order
        where store_order.customer_id = p_customer_ids[own.hold]
          and store_order.status = 'unshipped'
          and store_order.paid_at is null
      ) as ids
      offset 0
    ) held
    cross join lateral (
      select own.pieces + coalesce(sum(reserved.quantity), 0) as pieces
      from checkout.stock_reservation reserved
      where reserved.order_id = any (held.ids) and reserved.status = 'active'
    ) taken
    cross join lateral (
      select 'items.' || min(item.line) || '.quantity' as field
      from unnest(p_of, p_lines, p_variant_ids, p_quantities) as item (hold, line, variant_id, quantity)
      join inventory.on_hand_in_stores(p_variant_ids) stock on stock.variant_id = item.variant_id
      -- So few pieces cannot be too large a share: the stock need not be read.
      where p_max_share_percent > 0
        and 100 * taken.pieces > 21 * p_max_share_percent
        and item.hold = own.hold
        and stock.pieces > 20
        and stock.pieces * p_max_share_percent < 100 * (
          item.quantity::bigint
          + coalesce((
            select sum(reserved.quantity)
            from checkout.stock_reservation reserved
            where reserved.order_id = any (held.ids)
              and reserved.variant_id = item.variant_id
              and reserved.status = 'active'
          ), 0)
        )
    ) of_variants
  ) judged
  where judged.outcome is not null;
end
$$;
