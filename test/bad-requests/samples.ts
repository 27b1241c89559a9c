import { addDays, businessDate, type PlainDate } from '@campstore/core/plain-date'
import { bodyExamples } from '../../tools/docs/openapi/operation.ts'

/** The date some days after today in Taipei. */
export const inDays = (days: number): PlainDate => addDays(businessDate(new Date(), 'Asia/Taipei', 0), days)

/** Claims by what is wrong with them; only `free` could be used by the member. */
export const claims = {
  free: 7001,
  "another member's": 7002,
  'of an inactive coupon': 7003,
  'of a coupon that has ended': 7004,
  'of a coupon that has not begun': 7005,
  'of a coupon for dearer orders': 7006,
  'on another order': 7008,
  'that was used': 7009,
}

export const goodStay = {
  campgroundId: 'camp-pine',
  checkIn: inDays(30),
  checkOut: inDays(32),
  zones: [{ zoneId: 'zone-lawn', quantity: 1 }],
}
export const goodRental = { rentalListingId: 'listing-tent', rentalSkuVariantId: 'variant-tent', quantity: 1 }
export const goodCheckout = {
  ...goodStay,
  guestCount: 2,
  rentals: [goodRental],
  paymentMethod: 'gateway-credit',
  idempotencyKey: 'a-new-key',
}
export const goodRecipient = { recipientName: 'Lin Mei', phone: '0912345678', address: '1 Zhongxiao E. Rd., Taipei' }
export const goodItem = { variantId: 'variant-lamp', quantity: 1 }
export const goodOrder = {
  items: [goodItem],
  shipping: goodRecipient,
  paymentMethod: 'gateway-credit',
  idempotencyKey: 'a-new-key',
}
const goodVariant = { sku: 'LANTERN-1', specification: 'green', price: '10.00' }
const goodCoupon = {
  code: 'WINTER',
  name: 'Winter',
  discountType: 'percentage',
  discountValue: '10.00',
  startsAt: '2026-12-01T00:00:00Z',
  endsAt: '2027-01-01T00:00:00Z',
}

/** The examples of the documents, which every declaration accepts. */
const exampleBodies = Object.entries(bodyExamples).flatMap(([name, body]) =>
  typeof body === 'object' && body !== null ? [[name, body] as const] : [],
)

/**
 * For each route with a body, by its name, one that it would accept: that of the documents, unless a test needs one that names
 * what the shop has.
 */
export const goodBodies: Readonly<Record<string, object>> = {
  ...Object.fromEntries(exampleBodies),
  checkAvailability: goodStay,
  startCheckout: goodCheckout,
  startStoreCheckout: goodOrder,
  changeStoreCheckout: { paymentMethod: 'gateway-atm', couponClaimId: claims.free },
  replacePermissions: { overrides: { orders: { view: true, edit: false } } },
  changeCustomer: { name: 'Lin-Mei', phone: '0912345678', birthday: '1990-02-03', points: 1 },
  createProduct: { name: 'Lantern', variants: [goodVariant] },
  addVariant: goodVariant,
  changeVariants: { variants: [{ id: 'variant-lamp', price: '11.00' }] },
  createMovement: { variantId: 'variant-lamp', locationId: 'store-1', quantityDelta: 1, reason: 'delivered' },
  createCoupon: goodCoupon,
  changeCoupon: { name: 'Late autumn' },
  claimCoupon: { customerId: 'customer-active' },
  createClosure: { campgroundId: 'camp-pine', closureType: 'weekly', weekday: 1, reason: 'rest' },
  changeClosure: { reason: 'Typhoon' },
}

/** The word of {@link Shop.ids}, or the id, of something that the caller of a path may see; the first prefix counts. */
export const ownIds: readonly (readonly [prefix: string, id: string])[] = [
  ['/api/booking/campgrounds', 'camp-pine'],
  ['/api/booking', '{booking}'],
  ['/api/products', 'product-lamp'],
  ['/api/checkout', '{order}'],
  ['/api/me/orders', '{order}'],
  ['/api/admin/users', 'account-admin'],
  ['/api/admin/customers', 'customer-active'],
  ['/api/admin/orders', '{order}'],
  ['/api/admin/bookings', '{booking}'],
  ['/api/admin/products', 'product-lamp'],
  ['/api/admin/coupons', 'coupon-autumn'],
  ['/api/admin/campground-closures', '77'],
]
