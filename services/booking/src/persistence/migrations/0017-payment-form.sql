-- Each payment form that was opened for a booking. The provider reports a payment by this number.
create table booking.payment_attempt (
  merchant_trade_no text primary key,
  provider text not null,
  booking_id text not null references booking.booking,
  amount numeric(12, 2) not null,
  created_at timestamptz not null
);
create index payment_attempt_of_booking on booking.payment_attempt (booking_id);

-- Messages of the payment service that were signed and yet rejected, so that it can ask why. Old entries are deleted by age.
create table booking.rejected_notification (
  event_id text not null,
  reason text not null,
  received_at timestamptz not null,
  primary key (event_id, reason)
);
create index rejected_notification_age on booking.rejected_notification (received_at);
