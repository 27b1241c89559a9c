-- The trace of the work that has added a message; null where it is not recorded.
alter table booking.outbox add column traceparent text;
