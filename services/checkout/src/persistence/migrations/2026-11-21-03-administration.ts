import { Migration } from '@mikro-orm/migrations'
import { widePiecesFunction } from '../cjk-ngrams.ts'
import { couponSearchText, couponSortColumns } from '../coupon-repository.ts'
import { orderSearchText } from '../order-list.ts'

/** How administrators find orders and coupons, and how they change a coupon that customers are using. */
export class Administration extends Migration {
  override up(): void {
    this.addSql(widePiecesFunction)
    this.addSql(ordersAreFound)
    this.addSql(couponsAreFound)
    this.addSql(applyClaimFunction)
  }
}

/** One index per sort field, one per filter in the usual order, two for what is searched: of trigrams, and for less. */
const ordersAreFound = /* sql */ `
create index store_order_placed on checkout.store_order (placed_at, id);
create index store_order_total on checkout.store_order (total, id);
create index store_order_updated on checkout.store_order (updated_at, id);
create index store_order_status on checkout.store_order (status, placed_at, id);
create index store_order_payment_status on checkout.store_order (payment_status, placed_at, id);
create index store_order_payment_method on checkout.store_order (payment_method, placed_at, id);
create index store_order_search on checkout.store_order using gin (${orderSearchText} gin_trgm_ops);
create index store_order_short_search on checkout.store_order using gin (checkout.wide_pieces${orderSearchText});
`

const couponsAreFound = /* sql */ `
create index coupon_created on checkout.coupon (${couponSortColumns.createdAt}, id);
create index coupon_code_sorted on checkout.coupon (${couponSortColumns.code}, id);
create index coupon_name on checkout.coupon (${couponSortColumns.name}, id);
create index coupon_end on checkout.coupon (${couponSortColumns.endsAt}, id);
create index coupon_search on checkout.coupon using gin (${couponSearchText} gin_trgm_ops);
`

/**
 * As before, and a limit that is being set waits for claims that are being applied: the key-share lock, which those who
 * apply or use claims do not feel, stands against the lock under which a coupon is changed. After waiting, the limit is the
 * one that was set.
 */
const applyClaimFunction = /* sql */ `
create or replace function checkout.apply_claim(
  claim_id bigint, of_customer_id text, to_order_id text, at timestamptz
)
returns boolean
language plpgsql
as $$
declare
  claimed checkout.coupon_claim;
  limited_to integer;
begin
  select * into claimed
  from checkout.coupon_claim
  where id = claim_id and customer_id = of_customer_id and status = 'available'
  for no key update;
  if not found then
    return false;
  end if;

  select usage_limit into limited_to from checkout.coupon where id = claimed.coupon_id for key share;
  if limited_to is not null then
    perform from checkout.coupon where id = claimed.coupon_id for no key update;
  end if;

  perform
  from checkout.coupon
  where coupon.id = claimed.coupon_id
    and coupon.status = 'active'
    and coupon.starts_at <= at
    and at < coupon.ends_at
    and (
      coupon.usage_limit is null
      or coupon.usage_limit > coupon.used_count + (
        select count(*)
        from checkout.coupon_claim taken
        where taken.coupon_id = coupon.id and taken.status = 'applied'
      )
    );
  if not found then
    return false;
  end if;

  update checkout.coupon_claim set status = 'applied', order_id = to_order_id where id = claim_id;
  return true;
end
$$;
`
