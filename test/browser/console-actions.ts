/** A control that leads to a change. */
type Action = {
  /** How the names of its places begin. */
  place: string
  /** The words of the control. */
  name: RegExp
  /** The operation that carries it out. */
  operation: string
  /** Whether it opens a form or a question. */
  opens?: true
  /** Whether it wants selected rows first. */
  selects?: true
}

const action = (place: string, name: RegExp, operation: string): Action => ({ place, name, operation })
const form = (place: string, name: RegExp, operation: string): Action => ({ place, name, operation, opens: true })

const bulk = (place: string, name: RegExp, operation: string): Action => ({
  ...form(place, name, operation),
  selects: true,
})

/** Every control of the console that leads to a change. */
export const actions: readonly Action[] = [
  bulk('Arrivals', /^Confirm/, 'confirmBookings'),
  bulk('Arrivals', /^Complete/, 'completeBookings'),
  action('Arrivals', /^Select /, 'confirmBookings'),
  action('Arrivals', /^Check in/, 'setAttendance'),
  bulk('Bookings', /^Confirm/, 'confirmBookings'),
  action('Bookings', /^Select /, 'confirmBookings'),
  form('Bookings: a record', /^Confirm$/, 'confirmBooking'),
  form('Bookings: a record', /^Change stay$/, 'changeStay'),
  form('Bookings: a record', /^Correct contact$/, 'changeBookingContact'),
  form('Bookings: a record', /^Cancel and refund$/, 'cancelPaidBooking'),
  form('Bookings: a record', /^Partial refund$/, 'refundBooking'),
  action('Bookings: a record', /^(?:Check in|No-show|Undo attendance)$/, 'setAttendance'),
  form('Bookings: a record', /^Add note$/, 'addBookingNote'),
  form('Bookings: a record', /^Remove note$/, 'removeBookingNote'),
  form('Closures', /^Close nights$/, 'createClosure'),
  form('Closures: a record', /^Edit$/, 'changeClosure'),
  form('Closures: a record', /^Remove$/, 'removeClosure'),
  action('Closures: a record', /^(?:Cancel selected$|Select )/, 'cancelBookingsOfClosure'),
  form('Campgrounds', /^New campground$/, 'createCampground'),
  form('Campgrounds: a record', /^Edit$/, 'changeCampground'),
  form('Campgrounds: a record', /^(?:Open for booking|Stop bookings)$/, 'changeCampground'),
  form('Campgrounds: a record', /^Add zone$/, 'addZone'),
  form('Campgrounds: a record', /^Edit (?!listing of )\S/, 'changeZone'),
  form('Campgrounds: a record', /^Add equipment$/, 'createRentalListing'),
  form('Campgrounds: a record', /^Edit listing of /, 'changeRentalListing'),
  action('Campgrounds: a record', /^(?:Add$|Remove picture|Show picture|$)/, 'changeCampground'),
  action('Packing', /^Select order /, 'shipOrders'),
  form('Packing', /^Ship$/, 'shipOrder'),
  form('Packing', /^Take from other stores$/, 'reallocateOrder'),
  form('Orders: a record', /^Ship$/, 'shipOrder'),
  form('Orders: a record', /^Cancel and refund$/, 'cancelPaidOrder'),
  form('Orders: a record', /^Return$/, 'returnOrder'),
  form('Orders: a record', /^Undo return$/, 'undoReturn'),
  form('Orders: a record', /^Partial refund$/, 'refundOrder'),
  form('Orders: a record', /^Shipped by mistake$/, 'unshipOrder'),
  form('Orders: a record', /^Correct recipient$/, 'changeRecipient'),
  form('Orders: a record', /^Edit shipment$/, 'changeShipment'),
  form('Orders: a record', /^Add note$/, 'addOrderNote'),
  form('Orders: a record', /^Remove note$/, 'removeOrderNote'),
  form('Stock', /^Receive$/, 'createReceipt'),
  form('Stock', /^Count$/, 'createCount'),
  form('Stock', /^Transfer$/, 'createTransfer'),
  action('Stock', /^Select /, 'createReceipt'),
  form('Products', /^New product$/, 'createProduct'),
  form('Products: a record', /^(?:Hide|Publish)$/, 'setProductStatus'),
  form('Products: a record', /^Edit$/, 'changeProduct'),
  form('Products: a record', /^Add variant$/, 'addVariant'),
  form('Products: a record', /^Edit \S/, 'changeVariants'),
  action('Products: a record', /^(?:Add$|Remove picture|Show picture|$)/, 'setImages'),
  form('Coupons', /^New coupon$/, 'createCoupon'),
  form('Coupons: a record', /^(?:End|Edit)$/, 'changeCoupon'),
  form('Coupons: a record', /^Give$/, 'claimCoupon'),
  form('Coupons: a record', /^Take back /, 'deleteCouponClaim'),
  form('Customers: a record', /^Give coupon$/, 'claimCoupon'),
  form('Customers: a record', /^Release holds$/, 'releaseHolds'),
  form('Customers: a record', /^Suspend$/, 'suspendCustomer'),
  form('Customers: a record', /^Edit$/, 'changeCustomer'),
  form('Customers: a record', /^Add note$/, 'addCustomerNote'),
  form('Customers: a record', /^Remove note$/, 'removeCustomerNote'),
  form('Bookings: a record', /^Withdraw$/, 'withdrawRefund'),
  form('Orders: a record', /^Withdraw$/, 'withdrawRefund'),
  form('Bookings: a record', /^Decide$/, 'decidePayment'),
  form('Money', /^Decide$/, 'decidePayment'),
  form('Money', /^Mark refunded$/, 'refundDone'),
  bulk('Money', /^Mark (?:\d+ )?refunded together$/, 'refundsDone'),
  action('Money', /^Select /, 'refundsDone'),
  form('Money', /^Withdraw$/, 'withdrawRefund'),
  form('Money', /^Correct$/, 'correctRefund'),
  form('Team', /^New account$/, 'createUser'),
  form('Team: a record', /^(?:Edit|Deactivate)$/, 'changeUser'),
  action('Team: a record', /^Override of /, 'replacePermissions'),
  form('Webhooks', /^New webhook$/, 'createWebhook'),
  form('Webhooks', /^Edit /, 'changeWebhook'),
  form('Webhooks', /^New secret for /, 'rotateWebhookSecret'),
  form('Webhooks', /^Delete /, 'deleteWebhook'),
  action('Webhooks', /^Send a test to /, 'testWebhook'),
  form('Settings', /^\w+day,? \d+ \w+ \d{4}/, 'setHoliday'),
  form('Settings: Bookings', /^Edit booking rules$/, 'changeBookingPolicy'),
  form('Settings: Bookings', /^Edit cancellation rules$/, 'changeBookingPolicy'),
  form('Settings: Shipping', /^Edit shipping fee$/, 'changeShippingPolicy'),
]
