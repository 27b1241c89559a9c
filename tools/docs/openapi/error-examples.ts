import type { ErrorCode, ErrorDetail } from '@campstore/contract/errors'
import type { Route } from '@campstore/contract/route'

/** What an error says, as an example. */
type ErrorExample = { message: string; details?: ErrorDetail[] }

/** A message of each code, as the services and the gateway write it. */
export const errorExamples: Readonly<Record<ErrorCode, ErrorExample>> = {
  VALIDATION_ERROR: {
    message: 'The request is not valid.',
    details: [{ path: 'items.0.quantity', message: 'Too small: expected number to be >0' }],
  },
  BOOKING_DATE_INVALID: { message: 'checkOut must be after checkIn.' },
  BOOKING_WINDOW_EXCEEDED: { message: 'A stay has at most 14 nights.' },
  UNAUTHORIZED: { message: 'Sign in: the request has no valid token (it may have expired).' },
  FORBIDDEN: { message: 'This account has been closed.' },
  ADMIN_NOT_WHITELISTED: { message: 'This account is not on the list of administrators.' },
  ADMIN_INACTIVE: { message: 'This administrator is deactivated.' },
  NOT_FOUND: { message: 'There is nothing at this path.' },
  METHOD_NOT_ALLOWED: { message: 'PUT is not supported here. Allowed: GET.' },
  CONFLICT: { message: 'This idempotency key was used for another request.' },
  ZONE_UNAVAILABLE: { message: 'Not enough sites are left for these dates.' },
  RENTAL_STOCK_INSUFFICIENT: { message: 'Not enough rental equipment is free for these dates.' },
  BOOKING_EXPIRED: { message: 'The hold of this booking has ended.' },
  IDEMPOTENCY_CONFLICT: { message: 'This idempotency key was used for another request.' },
  STOCK_INSUFFICIENT: { message: 'Not enough of an item is in stock.' },
  VARIANT_NOT_SELLABLE: { message: 'An item is no longer sold.' },
  CHECKOUT_EXPIRED: { message: 'The hold of this order has ended.' },
  COUPON_NOT_APPLICABLE: { message: 'This coupon cannot be used for this order.' },
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
const takenSku = 'There is a variant with this SKU.'

/** What is not found, by the name of the route; elsewhere it is what the path names. */
const notFound: Record<string, readonly string[]> = {
  getCampground: [nothingNamed('campground')],
  listEquipment: [nothingNamed('campground')],
  getPolicy: ['There is no booking policy.'],
  checkAvailability: [nothingNamed('campground'), 'No such zone at this campground: "saddle-lake-attic".'],
  startCheckout: [nothingNamed('campground'), 'No such rental at this campground: "saddle-lake-canoe".'],
  startStoreCheckout: ['No such product variant: "ridgeline-tent-9p-pink".'],
  changeVariants: [nothingNamed('product'), 'The product has no such variant.'],
  createMovement: [nothingNamed('variant'), nothingNamed('location')],
  createClosure: [nothingNamed('campground')],
  claimCoupon: [nothingNamed('coupon'), nothingNamed('customer')],
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
const conflicts: Record<string, readonly string[]> = {
  startCheckout: [tooManyHolds('bookings')],
  cancelCheckout: ['Only a pending, unpaid booking can be cancelled.'],
  startStoreCheckout: [
    'This idempotency key was used for another request.',
    'A price has changed. Check the cart again.',
    tooManyHolds('orders'),
  ],
  changeStoreCheckout: [unchangeableOrder],
  confirmCashOnDelivery: ["Choose cash on delivery and complete the recipient's details first.", unchangeableOrder],
  openStorePaymentForm: [
    "Add the recipient's name, phone and address and a payment method first.",
    'This order is paid on delivery.',
    'There is nothing to pay online.',
    'This order already has 20 payment forms. Pay with the latest one.',
  ],
  cancelStoreCheckout: ['Only an unpaid order that has not shipped can be cancelled.'],
  createUser: ['There is already an administrator with this e-mail.'],
  changeUser: ['You cannot deactivate your own account.', lastAdministrator],
  replacePermissions: [lastAdministrator],
  suspendCustomer: ['A deleted customer cannot be suspended.'],
  reactivateCustomer: ['A deleted customer cannot be reactivated.'],
  shipOrder: ['Only an unshipped order that is paid, or confirmed for cash on delivery, can be shipped.'],
  completeOrder: ['Only a shipped order can be completed.'],
  cancelOrder: ['Only an unpaid order that has not shipped can be cancelled.'],
  confirmBooking: ['Only a pending, paid booking can be confirmed.'],
  completeBooking: ['Only a confirmed booking whose guest has checked out can be completed.'],
  cancelBooking: ['Only a pending, unpaid booking can be cancelled.'],
  createProduct: [takenSku],
  setProductStatus: [takenSku],
  changeProduct: [takenSku],
  addVariant: [takenSku],
  changeVariants: [takenSku],
  createCoupon: ['Another coupon has this code.'],
  changeCoupon: ['The limit cannot be lower than 40 already used or on orders.'],
  claimCoupon: ['The customer already has a claim on this coupon.'],
}

/** Further messages of a route, where those of {@link errorExamples} do not say it. */
function messagesOf(route: Route, code: ErrorCode): readonly string[] | undefined {
  if (code === 'CONFLICT') return conflicts[route.name]
  if (code === 'NOT_FOUND') return notFound[route.name] ?? [nothingNamed(thingOf(route))]
  if (code === 'STOCK_INSUFFICIENT' && route.name === 'shipOrder') return ['What was reserved is no longer on hand.']
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
  return messagesOf(route, code)?.map(message => ({ message })) ?? [errorExamples[code]]
}
