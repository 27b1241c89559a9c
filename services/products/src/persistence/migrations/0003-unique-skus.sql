-- Codes are unique by the present key. Of codes that the former key told apart, all but one have a mark, so that they may stay.
alter table catalog.sku add column key_twin text not null default '';
drop index catalog.sku_code_key;
do $$
begin
  if exists (select from catalog.sku) then
    update catalog.sku
    set key_twin = id
    where exists (
      select
      from catalog.sku other
      where shared.lookup_key(other.code) = shared.lookup_key(sku.code) and other.id < sku.id
    );
  end if;
end
$$;
create unique index sku_code_key on catalog.sku (shared.lookup_key(code), key_twin);
