-- Codes are unique by the present key. Of codes that the former key told apart, all but one have a mark, so that they may stay.
alter table checkout.coupon add column key_twin text not null default '';
drop index checkout.coupon_code_key;
update checkout.coupon
set key_twin = id
where exists (
  select
  from checkout.coupon other
  where shared.lookup_key(other.code) = shared.lookup_key(coupon.code) and other.id < coupon.id
);
-- The texts of searches follow the present key too; the former index would refuse the new version of a row whose code has a twin.
update checkout.coupon
set name = name
where search_text <> shared.search_text(code, name);
create unique index coupon_code_key on checkout.coupon (shared.lookup_key(code), key_twin);
