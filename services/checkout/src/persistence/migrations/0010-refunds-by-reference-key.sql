-- outside of a transaction
-- The refund with a reference of the provider, whatever its case (docs/decisions.md, 218).
create index concurrently if not exists refund_reference_key on checkout.refund (shared.lookup_key(reference))
  where reference is not null;
