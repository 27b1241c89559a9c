-- outside of a transaction
-- The new check replaces eight in one statement, so that each row is checked at every moment.
alter table checkout.store_order
  drop constraint if exists store_order_valid,
  add constraint store_order_valid check (
    checkout.is_valid_order(
      total, status, cancelled_because, payment_status, payment_method, refund_status, coupon_claim_id, coupon
    )
  ) not valid,
  drop constraint if exists store_order_check,
  drop constraint if exists store_order_check1,
  drop constraint if exists store_order_total_check,
  drop constraint if exists store_order_status_check,
  drop constraint if exists store_order_cancelled_because_check,
  drop constraint if exists store_order_payment_status_check,
  drop constraint if exists store_order_payment_method_check,
  drop constraint if exists store_order_refund_status_check;
