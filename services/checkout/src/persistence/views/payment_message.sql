-- For the checkout service, which tells the payment service what became of its messages.
create or replace view checkout.payment_message as
  {{payment_messages}};
