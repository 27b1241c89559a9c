import type { JsonRecordType } from './json-records.ts'
import { pictures } from './pictures.ts'
import type { RecordType } from './record-type.ts'
import { activity } from './record-types/activity.ts'
import { campgrounds, closures, holidays, policy, rentalListings } from './record-types/campgrounds.ts'
import { items, locations, products, stock } from './record-types/catalogue.ts'
import { couponClaims, coupons, shippingPolicy } from './record-types/checkout.ts'
import { administrators, customers, tags } from './record-types/customers.ts'

/**
 * The record types whose records are JSON, in the order in which they are written: referenced records first,
 * and zones before stock, as everything that locks both does.
 */
export const jsonRecordTypes: readonly JsonRecordType[] = [
  policy,
  shippingPolicy,
  holidays,
  campgrounds,
  closures,
  items,
  products,
  locations,
  stock,
  rentalListings,
  tags,
  customers,
  coupons,
  couponClaims,
  administrators,
  activity,
]

/** Every record type that a data set may contain. */
export const recordTypes: readonly RecordType[] = [...jsonRecordTypes, pictures]
