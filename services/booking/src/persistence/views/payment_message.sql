-- For the checkout service, which tells the payment service what became of its messages.
create or replace view booking.payment_message as
  {{payment_messages}};

grant usage on schema booking to campstore_checkout;
grant select on booking.payment_message to campstore_checkout;
