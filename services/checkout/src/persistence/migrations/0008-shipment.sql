-- Who carries a shipped order, and the carrier's number of it; null where staff did not say. A hold does not write them.
alter table checkout.store_order
  add column carrier text,
  add column tracking_number text;
