import type { ErrorCode, ErrorDetail } from '@campstore/contract/errors'
import type { Route } from '@campstore/contract/route'

/** Message and details of an error, as an example. */
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
  BOOKING_WINDOW_EXCEEDED: at('checkOut', 'must be 2027-01-24 or earlier', 'A stay can have at most 14 nights.'),
  UNAUTHORIZED: { message: 'Sign in again: the token has expired.' },
  FORBIDDEN: { message: 'This account has been closed.' },
  ADMIN_NOT_WHITELISTED: { message: 'This account is not on the list of administrators.' },
  ADMIN_INACTIVE: { message: 'This administrator account is deactivated.' },
  NOT_FOUND: { message: 'There is no endpoint GET /api/bookings. /docs lists the endpoints.' },
  METHOD_NOT_ALLOWED: { message: 'PUT is not supported here. Allowed: GET.' },
  CONFLICT: { message: 'This idempotency key was used for another request. Use a new key when the request changes.' },
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
  IDEMPOTENCY_CONFLICT: {
    message: 'This idempotency key was used for another request. Use a new key when the request changes.',
  },
  STOCK_INSUFFICIENT: at(
    'items.3.variantId',
    'has only 3 pieces left',
    '“Ridgeline tent, 2 persons” has only 3 pieces left; you asked for 4.',
  ),
  VARIANT_NOT_SELLABLE: at('items.0.variantId', 'is no longer sold', '“Ridgeline tent, 2 persons” is no longer sold.'),
  CHECKOUT_EXPIRED: { message: 'The hold of this order has ended.' },
  COUPON_NOT_APPLICABLE: at(
    'couponClaimId',
    'needs a minimum spend of 500.00; your items cost 320.00',
    'The coupon “Autumn” needs a minimum spend of 500.00; your items cost 320.00.',
  ),
  PAYLOAD_TOO_LARGE: { message: 'A body may have at most 100000 bytes.' },
  UNSUPPORTED_MEDIA_TYPE: { message: 'The body must be JSON (Content-Type: application/json).' },
  RATE_LIMITED: { message: 'Too many requests. Try again in 12 seconds.' },
  INTERNAL_ERROR: { message: 'Something went wrong.' },
  NOT_IMPLEMENTED: { message: 'Bookings have no payment form here. See /docs/guides/booking#pay for how to pay.' },
  SERVICE_UNAVAILABLE: { message: 'The service is busy. Try again in 2 seconds.' },
  GATEWAY_TIMEOUT: { message: 'The booking service did not respond in time.' },
}

/** The kind of resource in a path, by the segment before its id. */
const things: Record<string, string> = {
  users: 'administrator',
  customers: 'customer',
  bookings: 'booking',
  products: 'product',
  coupons: 'coupon',
  'campground-closures': 'closure',
  orders: 'order',
  campgrounds: 'campground',
  zones: 'zone',
  'rental-listings': 'rental listing',
  holidays: 'date in the holiday calendar',
  refunds: 'refund',
  webhooks: 'webhook',
  'webhook-deliveries': 'delivery',
}

const takenSku = at('sku', 'is taken', 'There is already a variant with the SKU “tent-2p”.')
const lastAdministrator =
  'This is the last active administrator with permissions.edit. Give it to another account first.'

/** Why a state refuses, by the name of the route. */
const conflicts: Record<string, string | ErrorExample> = {
  startCheckout: 'You can have at most 5 unpaid bookings at a time. Pay for one or cancel one, then try again.',
  cancelCheckout: 'This booking is paid; only staff can cancel it.',
  cancelStay: at('refundAmount', 'is now 1247.50', 'refundAmount is now 1247.50.'),
  startStoreCheckout: at('total', 'is now 1980.00', 'A price has changed: total is now 1980.00. Check the cart again.'),
  changeStoreCheckout: 'This order is paid; it can no longer be changed.',
  confirmCashOnDelivery: at('shipping.address', 'is missing', 'Add an address first.'),
  openStorePaymentForm: at('shipping.phone', 'is missing', 'Add a phone number first.'),
  cancelStoreCheckout: 'This order is paid; only staff can cancel it.',
  createUser: at('email', 'is taken', 'There is already an administrator with this e-mail.'),
  changeUser: lastAdministrator,
  replacePermissions: lastAdministrator,
  suspendCustomer: 'A deleted customer cannot be suspended.',
  joinCustomer: 'A customer cannot be joined with itself.',
  reactivateCustomer: 'A deleted customer cannot be reactivated.',
  shipOrder: 'Only an unshipped order that is paid, or confirmed for cash on delivery, can be shipped.',
  reallocateOrder: 'Only an order that has not shipped can be reallocated.',
  completeOrder: 'Only a shipped order can be completed.',
  returnOrder: 'This order has not shipped: cancel it instead.',
  quoteReturn: 'This order has not shipped: cancel it instead.',
  undoReturn: 'The refund of this return was made: it cannot be undone any more.',
  cancelOrder: 'Only an unpaid order that has not shipped can be cancelled.',
  confirmBooking: 'Only a pending, paid booking can be confirmed.',
  completeBooking: 'Only a confirmed booking whose guest has checked out can be completed.',
  cancelBooking: 'Only a pending, unpaid booking can be cancelled.',
  cancelPaidBooking: 'Only a paid booking that is pending or confirmed can be cancelled with a refund.',
  changeStay: at(
    'price',
    'costs 950.00 more',
    'The changed stay costs 950.00 more than was paid. Keep the price, or choose a cheaper stay.',
  ),
  quoteChange: 'Only a paid stay that is pending or confirmed can be changed.',
  setAttendance: 'Attendance is recorded for a confirmed booking, from the day of check-in on.',
  unshipOrder:
    'Only a shipped order can be unshipped, until it is completed, or something of it came back or was refunded.',
  changeRecipient: 'The recipient can be corrected only until the order has shipped or is cancelled.',
  changeOwnRecipient: 'The recipient can be corrected only until the order has shipped or is cancelled.',
  changeShipment: 'Only an order that is shipped or completed has a shipment to change.',
  cancelPaidOrder: 'Only a paid order that has not shipped can be cancelled with a refund.',
  refundBooking: 'Only a paid booking can be refunded.',
  refundOrder: 'Only a paid order that has shipped can be refunded; cancel one that has not.',
  correctRefund: 'This refund is due: record that it was made, with its reference.',
  refundsDone: at(
    'ids',
    'must be of one payment',
    'These refunds are of several payments: one transaction gives back one payment.',
  ),
  withdrawRefund: 'Only a refund for goodwill, a return or a change can be withdrawn.',
  decidePayment: at('decision', 'is same-payment', 'Somebody has already decided about this payment.'),
  refundDone: 'This refund is already recorded, with another reference.',
  createProduct: takenSku,
  setProductStatus: takenSku,
  changeProduct: takenSku,
  addVariant: takenSku,
  changeVariants: takenSku,
  changeZone: at(
    'totalSites',
    'must be at least 12: that many are booked on 2026-12-31',
    '“Lakeshore pitch” has 12 sites booked on 2026-12-31.',
  ),
  createRentalListing: at('variantId', 'already has a listing', 'This campground already rents out this variant.'),
  createCoupon: at('code', 'is taken', 'Another coupon has this code.'),
  changeCoupon: at(
    'usageLimit',
    'must be at least 12',
    'The limit cannot be lower than the 12 claims already used or on orders.',
  ),
  createWebhook: 'There can be at most 50 webhooks.',
  testWebhook: 'The webhook is not active.',
  redeliverWebhook: 'The webhook of this delivery is not active.',
  claimCoupon: at('customerId', 'already has a claim', 'The customer already has a claim on this coupon.'),
}

/** What an error of a route says, where {@link errorExamples} do not say it. */
function messageOf({ name, path, permissions }: Route, code: ErrorCode): string | ErrorExample | undefined {
  if (code === 'CONFLICT') return conflicts[name]
  if (code === 'FORBIDDEN' && permissions) return `You need ${permissions.join(' and ')} for this.`
  const thing = /\{(\w+)Id\}/.exec(path)?.[1] ?? things[/([^/]+)\/\{/.exec(path)?.[1] ?? '']
  return code === 'NOT_FOUND' && thing !== undefined ? `There is no such ${thing}.` : undefined
}

/** The example of an error of a route. */
export function errorExampleOf(route: Route, code: ErrorCode): ErrorExample {
  const own = messageOf(route, code)
  return typeof own === 'string' ? { message: own } : (own ?? errorExamples[code])
}
