-- The provider's number of the payment that a refund gives back, as a copy: the list of refunds searches in it. A trigger, so that a
-- process of the version before writes it, too.
alter table booking.refund add column provider_trade_no text;

update booking.refund
set provider_trade_no = payment.provider_trade_no
from booking.payment_notification payment
where payment.event_id = refund.event_id;

create function booking.copy_trade_number() returns trigger
language plpgsql
as $$
begin
  new.provider_trade_no := (select provider_trade_no from booking.payment_notification where event_id = new.event_id);
  return new;
end
$$;

create trigger copy_trade_number before insert on booking.refund for each row execute function booking.copy_trade_number();
