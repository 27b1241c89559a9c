-- Messages of the payment service that were signed and yet rejected, so that it can ask why. Old entries are deleted by age.
create table checkout.rejected_notification (
  event_id text not null,
  reason text not null,
  received_at timestamptz not null,
  primary key (event_id, reason)
);
create index rejected_notification_age on checkout.rejected_notification (received_at);
