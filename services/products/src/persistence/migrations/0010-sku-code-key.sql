-- SKUs are unique as a look-up compares them. Of those from before that are the same then, all but the first are left out: they stay as
-- they are until staff give them other codes.
alter table catalog.sku add column code_taken boolean not null default false;

-- The indexes of products do not depend on it, and on a new database their function is not there yet.
alter table catalog.sku disable trigger sku_updated;
update catalog.sku
set code_taken = true
where exists (
  select
  from catalog.sku earlier
  where shared.lookup_key(earlier.code) = shared.lookup_key(sku.code) and earlier.id < sku.id
);
alter table catalog.sku enable trigger sku_updated;

create unique index sku_code_key on catalog.sku (shared.lookup_key(code)) where not code_taken;
