import type { ErrorCode, ErrorDetail } from '@campstore/contract/errors'
import type { Route } from '@campstore/contract/route'

/** What an error says, as an example. */
type ErrorExample = { message: string; details?: ErrorDetail[] }

/** An error that concerns one field of a request. */
const at = (path: string, reason: string, message: string): ErrorExample => ({
  message,
  details: [{ path, message: reason }],
})

/** A message of each code, as the services and the gateway write it. */
export const errorExamples: Readonly<Record<ErrorCode, ErrorExample>> = {
  VALIDATION_ERROR: at('items.0.quantity', 'must be more than 0', 'items.0.quantity must be more than 0.'),
  BOOKING_DATE_INVALID: at('checkOut', 'must be after checkIn', 'checkOut must be after checkIn.'),
  BOOKING_WINDOW_EXCEEDED: at('checkOut', 'must be 2027-01-24 or earlier', 'A stay has at most 14 nights.'),
  UNAUTHORIZED: { message: 'Sign in again: the token has expired.' },
  FORBIDDEN: { message: 'This account has been closed.' },
  ADMIN_NOT_WHITELISTED: { message: 'This account is not on the list of administrators.' },
  ADMIN_INACTIVE: { message: 'This administrator is deactivated.' },
  NOT_FOUND: { message: 'There is nothing at this path.' },
  METHOD_NOT_ALLOWED: { message: 'PUT is not supported here. Allowed: GET.' },
  CONFLICT: { message: 'This idempotency key was used for another request.' },
  ZONE_UNAVAILABLE: at(
    'zones.0',
    'has only 15 sites left on 2027-01-10',
    '“Lakeshore pitch” has only 15 sites left on 2027-01-10; you asked for 99.',
  ),
  RENTAL_STOCK_INSUFFICIENT: at(
    'rentals.1.rentalListingId',
    'has only 1 piece left',
    '“Canoe” has only 1 piece left for these dates; you asked for 2.',
  ),
  BOOKING_EXPIRED: { message: 'The hold of this booking has ended.' },
  IDEMPOTENCY_CONFLICT: { message: 'This idempotency key was used for another request.' },
  STOCK_INSUFFICIENT: at(
    'items.3.variantId',
    'has only 3 pieces left',
    '“Ridgeline tent, 2 persons” has only 3 pieces left; you asked for 4.',
  ),
  VARIANT_NOT_SELLABLE: at('items.0.variantId', 'is no longer sold', '“Ridgeline tent, 2 persons” is no longer sold.'),
  CHECKOUT_EXPIRED: { message: 'The hold of this order has ended.' },
  COUPON_NOT_APPLICABLE: at(
    'couponClaimId',
    'needs a minimum spend of 500.00; the items cost 320.00',
    'The coupon “Autumn” needs a minimum spend of 500.00; the items cost 320.00.',
  ),
  PAYLOAD_TOO_LARGE: { message: 'A body may have at most 100000 bytes.' },
  UNSUPPORTED_MEDIA_TYPE: { message: 'The body must be JSON (Content-Type: application/json).' },
  RATE_LIMITED: { message: 'Too many requests. Try again in 12 seconds.' },
  INTERNAL_ERROR: { message: 'Something went wrong.' },
  NOT_IMPLEMENTED: { message: 'This is not available for bookings yet.' },
  SERVICE_UNAVAILABLE: { message: 'The service is busy. Try again in 2 seconds.' },
  GATEWAY_TIMEOUT: { message: 'The service did not respond in time.' },
}

const nothingNamed = (thing: string): string => `There is no such ${thing}.`
const orderOfAnother = 'This order belongs to another customer.'
const unchangeableOrder = 'This order can no longer be changed.'
const lastAdministrator =
  'This is the last active administrator with permissions.edit. Give it to another account first.'
const tooManyHolds = (things: string) =>
  `You can have at most 5 unpaid ${things} at a time. Pay for one or cancel one, then try again.`
const takenSku = (path: string) => at(path, 'is taken', 'There is a variant with the SKU “tent-2p”.')
const unknownCampground = at('campgroundId', 'does not exist', 'There is no campground “saddle-lake-2”.')
const reusedKey = { message: 'This idempotency key was used for another request.' }

/** What is not found, by the name of the route; elsewhere it is what the path names. */
const notFound: Record<string, readonly (string | ErrorExample)[]> = {
  getCampground: [nothingNamed('campground')],
  listEquipment: [unknownCampground],
  getPolicy: ['There is no booking policy.'],
  checkAvailability: [
    unknownCampground,
    at('zones.0.zoneId', 'does not exist', 'This campground has no zone “saddle-lake-attic”.'),
  ],
  startCheckout: [
    unknownCampground,
    at('rentals.0.rentalListingId', 'is not rented out here', 'This campground does not rent out “saddle-lake-canoe”.'),
  ],
  startStoreCheckout: [
    at('items.0.variantId', 'does not exist', 'There is no product variant “ridgeline-tent-9p-pink”.'),
  ],
  changeVariants: [
    nothingNamed('product'),
    at('variants.0.id', 'does not exist', 'The product has no variant “tent-9p”.'),
  ],
  createMovement: [
    at('variantId', 'does not exist', 'There is no variant “tent-9p”.'),
    at('locationId', 'does not exist', 'There is no location “attic”.'),
  ],
  createClosure: [unknownCampground],
  claimCoupon: [nothingNamed('coupon'), at('customerId', 'does not exist', 'There is no customer “nobody”.')],
}

/** What a path names, by its segment before the id. */
const things: Record<string, string> = {
  users: 'administrator',
  customers: 'customer',
  bookings: 'booking',
  products: 'product',
  coupons: 'coupon',
  'campground-closures': 'closure',
  orders: 'order',
}

/** Why a state refuses, by the name of the route. */
const conflicts: Record<string, readonly (string | ErrorExample)[]> = {
  startCheckout: [tooManyHolds('bookings')],
  cancelCheckout: ['Only a pending, unpaid booking can be cancelled.'],
  startStoreCheckout: [
    reusedKey,
    at('total', 'is now 1980.00', 'A price has changed: total is now 1980.00. Check the cart again.'),
    tooManyHolds('orders'),
  ],
  changeStoreCheckout: [unchangeableOrder],
  confirmCashOnDelivery: [
    at('shipping.address', 'is missing', 'Add an address first.'),
    at('paymentMethod', 'must be cod', 'Choose cash on delivery as the payment method first.'),
    unchangeableOrder,
  ],
  openStorePaymentForm: [
    at('shipping.phone', 'is missing', 'Add a phone number first.'),
    at('paymentMethod', 'is cod', 'This order is paid on delivery.'),
    'There is nothing to pay online.',
    'This order already has 20 payment forms. Pay with the latest one.',
  ],
  cancelStoreCheckout: ['Only an unpaid order that has not shipped can be cancelled.'],
  createUser: [at('email', 'is taken', 'There is already an administrator with this e-mail.')],
  changeUser: [
    at('active', 'cannot be false for your own account', 'You cannot deactivate your own account.'),
    lastAdministrator,
  ],
  replacePermissions: [lastAdministrator],
  suspendCustomer: ['A deleted customer cannot be suspended.'],
  reactivateCustomer: ['A deleted customer cannot be reactivated.'],
  shipOrder: ['Only an unshipped order that is paid, or confirmed for cash on delivery, can be shipped.'],
  reallocateOrder: ['Only an order that has not shipped can be reallocated.'],
  completeOrder: ['Only a shipped order can be completed.'],
  cancelOrder: ['Only an unpaid order that has not shipped can be cancelled.'],
  confirmBooking: ['Only a pending, paid booking can be confirmed.'],
  completeBooking: ['Only a confirmed booking whose guest has checked out can be completed.'],
  cancelBooking: ['Only a pending, unpaid booking can be cancelled.'],
  createMovement: [reusedKey],
  createProduct: [takenSku('variants.0.sku')],
  setProductStatus: [takenSku('sku')],
  changeProduct: [takenSku('sku')],
  addVariant: [takenSku('sku')],
  changeVariants: [takenSku('variants.0.sku')],
  createCoupon: [at('code', 'is taken', 'Another coupon has this code.')],
  changeCoupon: [
    at('usageLimit', 'must be at least 12', 'The limit cannot be lower than the 12 claims already used or on orders.'),
  ],
  claimCoupon: [at('customerId', 'already has a claim', 'The customer already has a claim on this coupon.')],
}

/** What is missing of an order, by the name of the route. */
const shortages: Record<string, readonly ErrorExample[]> = {
  shipOrder: [
    at(
      'items.0.variantId',
      'has only 1 on hand at “store-1”',
      '“Ridgeline tent, 2 persons” has only 1 on hand at “store-1”. That is fewer than are reserved: reallocate the order to other stores, or book the missing pieces in.',
    ),
  ],
  reallocateOrder: [
    at(
      'items.0.variantId',
      'needs 2 from other stores, and all together have 1 available',
      '“Ridgeline tent, 2 persons” needs 2 from other stores, and all together have 1 available. Book the missing pieces in, then reallocate the order again.',
    ),
  ],
}

/** Further messages of a route, where those of {@link errorExamples} do not say it. */
function messagesOf(route: Route, code: ErrorCode): readonly (string | ErrorExample)[] | undefined {
  if (code === 'CONFLICT') return conflicts[route.name]
  if (code === 'NOT_FOUND') return notFound[route.name] ?? [nothingNamed(thingOf(route))]
  if (code === 'STOCK_INSUFFICIENT') return shortages[route.name]
  if (code !== 'FORBIDDEN') return undefined
  if (route.permissions) return [`You need the permission ${route.permissions.join(' and ')}.`]
  const closed = errorExamples.FORBIDDEN.message
  const suspended = route.activeCustomerOnly ? ['This account is suspended.'] : []
  const isStoreOrder = route.path.startsWith('/api/checkout/') && route.params !== undefined
  return [closed, ...suspended, ...(isStoreOrder ? [orderOfAnother] : [])]
}

function thingOf({ path }: Route): string {
  if (path.includes('{bookingId}')) return 'booking'
  if (path.includes('{orderId}')) return 'order'
  const before = path.split('/').find((_, index, segments) => segments[index + 1]?.startsWith('{'))
  return things[before ?? ''] ?? 'thing'
}

/** Examples of an error of a route. */
export function errorExamplesOf(route: Route, code: ErrorCode): readonly ErrorExample[] {
  const examples = messagesOf(route, code)?.map(each => (typeof each === 'string' ? { message: each } : each))
  return examples ?? [errorExamples[code]]
}
