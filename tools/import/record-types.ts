import type { JsonRecordType, RecordType } from './record-type.ts'
import { administrators } from './record-types/administrators.ts'
import { campgrounds } from './record-types/campgrounds.ts'
import { closures } from './record-types/closures.ts'
import { couponClaims } from './record-types/coupon-claims.ts'
import { coupons } from './record-types/coupons.ts'
import { customers } from './record-types/customers.ts'
import { holidays } from './record-types/holidays.ts'
import { items } from './record-types/items.ts'
import { locations } from './record-types/locations.ts'
import { pictures } from './record-types/pictures.ts'
import { policy } from './record-types/policy.ts'
import { products } from './record-types/products.ts'
import { rentalListings } from './record-types/rental-listings.ts'
import { shippingPolicy } from './record-types/shipping-policy.ts'
import { stock } from './record-types/stock.ts'
import { tags } from './record-types/tags.ts'

/**
 * Every kind that a data set may hold, in the order in which they are written: what is referred to before what refers to
 * it, and zones before stock, as everything that locks both does.
 */
export const recordTypes: readonly RecordType[] = [
  policy,
  shippingPolicy,
  holidays,
  campgrounds,
  closures,
  items,
  pictures,
  products,
  locations,
  stock,
  rentalListings,
  tags,
  customers,
  coupons,
  couponClaims,
  administrators,
]

/** The recordTypes whose records are JSON. */
export const jsonRecordTypes: readonly JsonRecordType[] = recordTypes.filter(kind => 'file' in kind)
