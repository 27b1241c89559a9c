-- Codes of coupons are unique as a look-up compares them. Of those from before that are the same then, all but the first are left out.
alter table checkout.coupon add column code_taken boolean not null default false;

update checkout.coupon
set code_taken = exists (
      select
      from checkout.coupon earlier
      where shared.lookup_key(earlier.code) = shared.lookup_key(coupon.code) and earlier.id < coupon.id
    ),
    -- The search text is generated from it, by a function that is another since migration shared 0004.
    name = name;

create unique index coupon_code_key on checkout.coupon (shared.lookup_key(code)) where not code_taken;
