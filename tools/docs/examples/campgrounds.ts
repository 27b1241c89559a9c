import { shore } from './booking.ts'

const rentalListing = {
  id: 'saddle-lake-pebble-tent-2p-blue',
  campgroundId: 'saddle-lake',
  variantId: 'pebble-tent-2p-blue',
  sku: 'PBL-T2',
  name: 'Pebble dome tent',
  specification: '2 persons, blue',
  priceWeekday: '350.00',
  priceHoliday: '500.00',
  discountRate: '0.15',
  active: true,
}

/** Examples of `data` by route: one element of it for lists. */
export const campgroundData: Record<string, unknown> = {
  getZone: { ...shore, campgroundId: 'saddle-lake' },
  listRentalListings: rentalListing,
  listHolidays: { date: '2027-01-01', kind: 'holiday', name: 'New Year' },
  getShippingPolicy: { flatFee: '100.00', freeShippingThreshold: '1500.00' },
  uploadImage: { path: '/api/products/images/8f434346648f6b96df89dda901c5176b10a6d83961dd3c1ac88b59b2dc327aa4.webp' },
}

/** Examples of bodies by route, where the example of `data` does not have their fields. */
export const campgroundBodies: Record<string, unknown> = {
  changeCampground: { description: 'Terraces above the lake, with a view of the ridge' },
  changeZone: { priceWeekday: '990.00', totalSites: 16 },
  changeRentalListing: { discountRate: '0.20' },
  changeBookingPolicy: { maxNights: 10 },
  changeShippingPolicy: { freeShippingThreshold: '2000.00' },
}
