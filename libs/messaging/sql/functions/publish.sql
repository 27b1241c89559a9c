-- Adds messages to the outbox in the order of the array: they are published if, and only if, the transaction commits. A message is an
-- object with the keys of `OutboxMessage` (src/outbox.ts).
create or replace function {{schema}}.publish(p_messages jsonb) returns void
language plpgsql
as $$
begin
  insert into {{schema}}.outbox (message_id, exchange, routing_key, content_type, mandatory, subject, body, traceparent)
  select "messageId", exchange, "routingKey", "contentType", mandatory, subject, body, traceparent
  from rows from (
    jsonb_to_recordset(p_messages) as (
      "messageId" text,
      exchange text,
      "routingKey" text,
      "contentType" text,
      mandatory boolean,
      subject text,
      body jsonb,
      traceparent text
    )
  ) with ordinality as message
  order by ordinality;
end
$$;
