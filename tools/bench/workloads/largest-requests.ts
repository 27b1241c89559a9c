import { campgroundId, dateInDays, upTo, variantId, zoneId } from './choices.ts'
import type { Read } from './requests.ts'

/** Lines of a request and words of a search: the most that the contract allows. */
const lines = upTo(100)
const words = 'out utd tdo doo oor com omp mpa pan ani'

const quantity = 1
const stay = {
  campgroundId: campgroundId(1),
  checkIn: dateInDays(10),
  checkOut: dateInDays(12),
  zones: lines.map(zone => ({ zoneId: zoneId(1, zone), quantity })),
}
const rentals = lines.map(line => ({
  rentalListingId: `listing-${line}`,
  rentalSkuVariantId: variantId({ product: line, variant: 1 }),
  quantity,
}))
const items = lines.map(product => ({ variantId: variantId({ product, variant: 1 }), quantity }))

/** The largest quotes and searches, of a database that `data/largest.sql` filled. No facets are asked for twice in a row. */
export const largestRequests: Record<string, readonly Read[]> = {
  'quote of 100 items': [{ path: '/api/checkout/quotes', body: { items } }],
  'quote of 100 zones': [{ path: '/api/booking/checkout/quotes', body: stay }],
  'quote of 100 zones and 100 rentals': [{ path: '/api/booking/checkout/quotes', body: { ...stay, rentals } }],
  'facets of ten words': upTo(5_000).map(cents => ({
    path: `/api/products/facets?q=${words}&minPrice=${cents / 100}`,
  })),
}
