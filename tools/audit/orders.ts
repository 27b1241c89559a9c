import { always, type Invariant } from './invariant.ts'

/** Rules of orders: reservations, amounts, payment. */
export const orderInvariants: readonly Invariant[] = [
  ...always({
    'reservations of orders equal their items': `
      select order_id, variant_id, item.quantity as ordered, reserved.pieces as reserved
      from checkout.order_item item
      full join (
        select order_id, variant_id, sum(quantity) as pieces
        from checkout.stock_reservation
        group by order_id, variant_id
      ) reserved using (order_id, variant_id)
      where item.quantity is distinct from reserved.pieces`,
    'stock reservations match their order': `
      select store_order.id as order_id, store_order.status, store_order.cancelled_because, reserved.variant_id,
        reserved.status as reservation, reserved.expires_at
      from checkout.stock_reservation reserved
      join checkout.store_order on store_order.id = reserved.order_id
      where reserved.status <> case
          when store_order.status = 'unshipped' then 'active'
          when store_order.cancelled_because = 'expired' then 'expired'
          else 'released'
        end
        or reserved.status = 'active' and reserved.expires_at is distinct from case
          when store_order.payment_status = 'unpaid' and store_order.cod_confirmed_at is null
            then store_order.checkout_expires_at
        end`,
    'amounts of orders add up': `
      select store_order.id as order_id, subtotal, lines.total as of_lines, lines.wrong as wrong_lines, shipping_fee,
        discount, store_order.total
      from checkout.store_order
      left join (
        select order_id, sum(line_total) as total, count(*) filter (where line_total <> unit_price * quantity) as wrong
        from checkout.order_item
        group by order_id
      ) lines on lines.order_id = store_order.id
      where subtotal is distinct from lines.total
        or lines.wrong > 0
        or store_order.total <> greatest(subtotal + shipping_fee - discount, 0)`,
    'discounts match their coupons': `
      select id as order_id, subtotal, discount, coupon ->> 'code' as code
      from checkout.store_order
      where discount <> case coupon ->> 'discountType'
        when 'fixed' then least((coupon ->> 'discountValue')::numeric, subtotal)
        when 'percentage' then least(
          round(subtotal * (coupon ->> 'discountValue')::numeric / 100, 2),
          (coupon ->> 'maxDiscount')::numeric
        )
        else 0
      end`,
    // Cash on delivery is paid with its completion; everything else by one payment of the total, or of the whole TWD that a
    // payment form asked for.
    'payment status of orders matches their payments': `
      select store_order.id as order_id, status, payment_status, paid_at, cod_confirmed_at, payment.applied
      from checkout.store_order
      cross join lateral (
        select
          count(*) as applied,
          count(*) filter (
            where currency = 'TWD'
              and (
                amount = store_order.total
                or amount = round(store_order.total)
                and exists (
                  select
                  from checkout.payment_attempt attempt
                  where attempt.order_id = store_order.id and round(attempt.amount) = payment_notification.amount
                )
              )
          ) as whole
        from checkout.payment_notification
        where target_id = store_order.id and outcome = 'applied'
      ) payment
      where (payment_status = 'unpaid') <> (paid_at is null)
        or payment_status <> 'unpaid' and status = 'cancelled' and cancelled_because <> 'staff'
        or payment.applied <> payment.whole
        or payment.applied <> (payment_status <> 'unpaid' and cod_confirmed_at is null)::integer
        or cod_confirmed_at is not null and status <> 'returned' and (payment_status <> 'unpaid') <> (status = 'completed')`,
    'every shipped order was paid or confirmed for cash on delivery': `
      select id as order_id, status
      from checkout.store_order
      where status in ('shipped', 'completed', 'returned') and payment_status = 'unpaid' and cod_confirmed_at is null`,
    'no more pieces of an order came back than were shipped, and all of a returned one': `
      select store_order.id as order_id, store_order.status, item_id, item.quantity as shipped, back.pieces
      from (
        select order_id, id as item_id, quantity
        from checkout.order_item
      ) item
      full join (
        select order_id, line."orderItemId" as item_id, sum(line.quantity) as pieces
        from checkout.order_return
        cross join lateral jsonb_to_recordset(items) as line ("orderItemId" bigint, quantity integer)
        group by order_id, line."orderItemId"
      ) back using (order_id, item_id)
      join checkout.store_order on store_order.id = order_id
      where item.quantity is null
        or back.pieces > case when store_order.status in ('shipped', 'completed', 'returned') then item.quantity else 0 end
        or store_order.status = 'returned' and back.pieces is distinct from item.quantity`,
    // The return of a withdrawn refund may have been undone; the payment service may have made the refund all the same.
    'refunds for pieces that came back belong to their return': `
      select refund_id, order_id, of_refund.cause, of_return.return_id
      from (
        select id as refund_id, target_id as order_id, cause, withdrawn_at
        from checkout.refund
        where cause = 'returned'
      ) of_refund
      full join (
        select refund_id, order_id, id as return_id from checkout.order_return where refund_id is not null
      ) of_return using (refund_id, order_id)
      where of_refund.cause is null or of_return.return_id is null and of_refund.withdrawn_at is null`,
  }),
]
