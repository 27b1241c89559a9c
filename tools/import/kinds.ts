import type { Kind, RecordKind } from './kind.ts'
import { administrators } from './kinds/administrators.ts'
import { campgrounds } from './kinds/campgrounds.ts'
import { closures } from './kinds/closures.ts'
import { couponClaims } from './kinds/coupon-claims.ts'
import { coupons } from './kinds/coupons.ts'
import { customers } from './kinds/customers.ts'
import { holidays } from './kinds/holidays.ts'
import { items } from './kinds/items.ts'
import { locations } from './kinds/locations.ts'
import { pictures } from './kinds/pictures.ts'
import { policy } from './kinds/policy.ts'
import { products } from './kinds/products.ts'
import { rentalListings } from './kinds/rental-listings.ts'
import { shippingPolicy } from './kinds/shipping-policy.ts'
import { stock } from './kinds/stock.ts'
import { tags } from './kinds/tags.ts'

/**
 * Every kind that a data set may hold, in the order in which they are written: what is referred to before what refers to
 * it, and zones before stock, as everything that locks both does.
 */
export const kinds: readonly Kind[] = [
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

/** The kinds whose records are JSON. */
export const recordKinds: readonly RecordKind[] = kinds.filter(kind => 'file' in kind)
