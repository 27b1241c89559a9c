import type { Kind } from './kind.ts'
import { campgrounds } from './kinds/campgrounds.ts'
import { closures } from './kinds/closures.ts'
import { customers } from './kinds/customers.ts'
import { holidays } from './kinds/holidays.ts'
import { items } from './kinds/items.ts'
import { locations } from './kinds/locations.ts'
import { policy } from './kinds/policy.ts'
import { rentalListings } from './kinds/rental-listings.ts'
import { stock } from './kinds/stock.ts'

/**
 * Every kind that a data set may hold, in the order in which they are written: what is referred to before what refers to
 * it, and zones before stock, as everything that locks both does.
 */
export const kinds: readonly Kind[] = [
  policy,
  holidays,
  campgrounds,
  closures,
  items,
  locations,
  stock,
  rentalListings,
  customers,
]
