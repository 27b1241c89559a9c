-- The rules of an order's columns as one function, as booking.is_valid_booking has them. A null is for `not null`.
create function checkout.is_valid_order(
  total numeric,
  status text,
  cancelled_because text,
  payment_status text,
  payment_method text,
  refund_status text,
  coupon_claim_id bigint,
  coupon jsonb
) returns boolean
language plpgsql
immutable
as $$
begin
  return total >= 0
    and status in ('unshipped', 'shipped', 'completed', 'returned', 'cancelled')
    and (status = 'cancelled') = (cancelled_because is not null)
    and (cancelled_because is null or cancelled_because in ('member', 'expired', 'staff'))
    and payment_status in ('unpaid', 'paid', 'refunded')
    and (
      payment_method is null
      or payment_method in ('gateway-credit', 'gateway-atm', 'gateway-cvs', 'gateway-other', 'cod')
    )
    and refund_status = 'none'
    and (coupon_claim_id is null) = (coupon is null);
end
$$;
