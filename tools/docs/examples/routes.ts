import { roleDefaults } from '@campstore/contract/admin/permissions'
import { bookingId, moments, orderId, rented, shore } from './story.ts'

/** A payment form with some of its fields, which are not all of them. */
const paymentForm = (fields: Record<string, string>) => ({
  provider: 'ecpay',
  action: 'https://payment-stage.ecpay.com.tw/Cashier/AioCheckOut/V5',
  method: 'POST',
  fields: {
    MerchantID: '3002607',
    MerchantTradeNo: 'CS0123456789ABCDEFGH',
    ...fields,
    CheckMacValue: '6C51C9E6888DE861FD62FB1DD17029FC742634498FD813DC43D4243B5685B840',
  },
})
const ofOrder = { target: { kind: 'order', id: orderId } }
const cancelled = { status: 'cancelled' }
const ended = { holdEndsAt: null }
const shipped = { items: [{ id: 7001, picks: [] }], shipment: {} }
const suspended = { status: 'suspended', statusReason: 'Did not pay at the campground' }
const refund = {
  id: '0199a0c4-5d1e-7c3b-9d2f-6a7b8c9d0e1f',
  cause: 'unapplied',
  reason: 'already_paid',
  createdAt: '2026-11-20T08:04:11.250Z',
}
const doneBy = { type: 'admin', id: 'administrator-operator', name: 'Peng Chia-ling' }
const refunded = { ...refund, status: 'done', doneAt: moments.later, doneBy, reference: 'R2611210230000001' }
const withdrawalReason = 'A zero too many'
const count = { quantityDelta: -1, reason: 'Count in November' }
const transfer = { reason: 'Taichung runs short', transferId: '01998f3e-7c44-7e02-a1b3-5d2e9f6a8c17' }
const taichung = { locationId: 'store-taichung', locationName: 'Taichung shop' }
const refusedBulk = {
  outcome: 'refused',
  status: 409,
  code: 'CONFLICT',
  message: 'Only a confirmed booking whose guest has checked out can be completed.',
}

/** What examples of `data` have beyond their component, by route; one element of a list. */
export const dataOfRoutes: Readonly<Record<string, unknown>> = {
  openPaymentForm: paymentForm({ TotalAmount: '2495', CustomField1: bookingId, CustomField2: 'booking' }),
  cancelCheckout: { ...cancelled, checkoutStep: 'closed' },
  cancelStay: cancelled,
  confirmCashOnDelivery: { ...ended, paymentMethod: 'cod', checkoutState: 'completed' },
  cancelStoreCheckout: { ...ended, ...cancelled, checkoutState: 'closed' },
  openStorePaymentForm: paymentForm({ TotalAmount: '12300', CustomField1: orderId, CustomField2: 'order' }),
  listPaymentMessages: { ...ofOrder, type: 'payment.succeeded', outcome: 'applied', receivedAt: moments.paid },
  createUser: { firebaseUid: null, permissionOverrides: {}, effectivePermissions: roleDefaults.operator },
  changeCustomer: { points: 400 },
  suspendCustomer: suspended,
  releaseHolds: { bookingIds: [bookingId], orderIds: [orderId], failed: [], hasMore: false },
  shipOrder: { ...shipped, status: 'shipped' },
  completeOrder: { ...shipped, status: 'completed' },
  returnOrder: { ...shipped, status: 'returned', refundStatus: 'due' },
  cancelOrder: { ...cancelled, paymentStatus: 'unpaid', paidAt: null },
  cancelPaidOrder: cancelled,
  quoteReturn: { refundAmount: '12300.00', refundable: '12300.00' },
  confirmBooking: { status: 'confirmed' },
  completeBooking: { status: 'completed' },
  cancelBooking: { ...cancelled, paymentStatus: 'unpaid', paidAt: null },
  cancelPaidBooking: cancelled,
  shipOrders: { id: orderId },
  completeBookings: refusedBulk,
  decidePayment: {
    reason: 'trade_number_used',
    decision: 'another-payment',
    decidedAt: moments.later,
    decidedBy: { id: doneBy.id, name: doneBy.name },
  },
  setProductStatus: { status: 'inactive' },
  uploadImage: { path: '/api/products/images/8f434346648f6b96df89dda901c5176b10a6d83961dd3c1ac88b59b2dc327aa4.webp' },
  listRefunds: refund,
  refundDone: refunded,
  correctRefund: refunded,
  refundsDone: [refunded],
  withdrawRefund: { ...refund, cause: 'goodwill', status: 'withdrawn', withdrawnAt: moments.later, withdrawalReason },
  reportTakings: {
    date: '2026-11-20',
    bookings: { count: 12, amount: '41250.00' },
    orders: { count: 31, amount: '68410.00' },
    cashOnDelivery: { count: 9, amount: '14720.00' },
    shippingFees: '2100.00',
    discounts: '3350.00',
    unapplied: { count: 1, amount: '2495.00' },
    refunded: { count: 2, amount: '4990.00' },
    net: '121885.00',
  },
  createReceipt: { movements: [{ reason: 'PO-4711' }] },
  createCount: { movements: [count] },
  createTransfer: {
    movements: [
      { ...transfer, id: 9002, quantityDelta: -2, onHandAfter: 10 },
      { ...transfer, ...taichung, id: 9003, quantityDelta: 2, onHandAfter: 3 },
    ],
  },
  changeCoupon: { status: 'inactive' },
  getZone: shore,
  listRentalListings: { ...rented, id: 'saddle-lake-pebble-tent-2p-blue', active: true },
  listHolidays: { date: '2027-01-01', kind: 'holiday', name: 'New Year' },
  getShippingPolicy: { flatFee: '100.00', freeShippingThreshold: '1500.00' },
}

const changedStay = {
  checkIn: '2026-12-08',
  checkOut: '2026-12-10',
  guestCount: 3,
  arrivalTime: '22:00',
  rentals: [rented],
  price: 'kept',
}
const returned = { items: [{ to: 'stock' }] }

/** What examples of bodies have beyond the example of `data`, by route. */
export const bodiesOfRoutes: Readonly<Record<string, unknown>> = {
  startCheckout: { idempotencyKey: 'f0b9c9b2-7f43-4b0e-9d7c-2a7a1f3b8c55' },
  startStoreCheckout: { total: '12300.00', idempotencyKey: '8d3c1e52-0d5f-4f2b-9a37-5b0f6f0a1c77' },
  quoteOrder: { couponClaimId: 41 },
  openAdminSession: { idToken: 'eyJhbGciOiJSUzI1NiIsImtpZCI6ImRlbW8ifQ.eyJzdWIiOiJiS3gwIn0.c2lnbmF0dXJl' },
  changeUser: { role: 'warehouse' },
  replacePermissions: { overrides: { coupons: { view: true, edit: false } } },
  changeCustomer: { points: 400 },
  suspendCustomer: { reason: suspended.statusReason },
  joinCustomer: { otherId: '01998f2a-6b1d-7c40-8e5f-3a2b1c0d9e8f' },
  releaseHolds: { reason: 'Holds everything and pays nothing' },
  cancelOrder: { reason: 'The customer asked for it' },
  cancelPaidOrder: { reason: 'The last piece was damaged', refundAmount: '12300.00' },
  unshipOrder: { reason: 'The parcel is still in the store' },
  undoReturn: { reason: 'It was another order' },
  returnOrder: { ...returned, reason: 'Too small for the family' },
  quoteReturn: returned,
  refundOrder: { amount: '200.00', reason: 'A scratch on the stove' },
  cancelBooking: { reason: 'Booked twice' },
  cancelPaidBooking: { reason: 'The road is closed', refundAmount: '2495.00' },
  changeStay: { ...changedStay, expectedAmount: '2495.00', reason: 'The guests come two days later' },
  quoteChange: changedStay,
  refundBooking: { amount: '300.00', reason: 'No hot water on the first night' },
  shipOrders: { ids: [orderId] },
  confirmBookings: { ids: [bookingId] },
  completeBookings: { ids: [bookingId] },
  cancelBookingsOfClosure: { ids: [bookingId], reason: 'The road is closed' },
  decidePayment: { targetKind: 'booking', decision: 'another-payment', note: 'The provider has two payments' },
  changeProduct: { name: 'Ridgeline tunnel tent', brand: 'Norwind' },
  addVariant: { sku: 'RDG-T4-MOSS', color: 'Moss', size: '4 persons', specification: '4 persons, moss' },
  changeVariants: { variants: [{ id: 'ridgeline-tent-4p-sand', price: '12500.00' }] },
  refundDone: { note: 'By bank transfer, because the card has expired' },
  correctRefund: { reference: refunded.reference, note: 'Two digits were mistyped' },
  refundsDone: { ids: [refund.id], reference: refunded.reference },
  withdrawRefund: { reason: withdrawalReason },
  createMovement: { idempotencyKey: 'delivery-4711-tent-2p' },
  createReceipt: { reference: 'PO-4711', lines: [{ quantity: 5 }], idempotencyKey: 'po-4711' },
  createCount: { reason: count.reason, lines: [{ counted: 12 }] },
  createTransfer: {
    fromLocationId: 'store-taipei',
    toLocationId: taichung.locationId,
    reason: transfer.reason,
    lines: [{ quantity: 2 }],
  },
  changeCoupon: { status: 'inactive' },
  changeClosure: { effectiveTo: '2027-04-30' },
  changeCampground: { description: 'Terraces above the lake, with a view of the ridge' },
  changeZone: { priceWeekday: '990.00', totalSites: 16 },
  changeRentalListing: { discountRate: '0.20' },
  changeBookingPolicy: { maxNights: 10 },
  changeShippingPolicy: { freeShippingThreshold: '2000.00' },
}
