import { roleDefaults, sections } from '@campstore/contract/admin/permissions'
import { bookingListItem } from './booking.ts'
import { bookingId, customerId, moments, orderId } from './shared.ts'
import { orderListItem, recipient } from './store.ts'

const user = {
  id: 'administrator-operator',
  email: 'operator@campstore.test',
  name: 'Peng Chia-ling',
  role: 'operator',
  active: true,
  firebaseUid: 'bKx0T2m7QeYv4sZr9pLc1dWf6hN3',
  createdAt: moments.created,
  updatedAt: moments.later,
}
const overrides = { coupons: { view: true, edit: false } }
const userDetail = {
  ...user,
  permissionOverrides: overrides,
  effectivePermissions: roleDefaults.operator.filter(permission => permission !== 'coupons.edit'),
}

const customer = {
  id: customerId,
  name: 'Lin Mei-hua',
  email: 'member@campstore.test',
  phone: '0912-000-101',
  status: 'active',
  tier: 'silver',
  tierName: 'Silver',
  points: 320,
  authProvider: 'password',
  firebaseUidBound: true,
  registeredAt: moments.created,
  firstPurchaseUsed: true,
  totalSpent: '12300.00',
  tags: [{ id: 'tag-family', name: 'Families' }],
}
const customerDetail = {
  ...customer,
  birthday: '1989-05-21',
  updatedAt: moments.later,
  preferences: { interests: ['family camping', 'stargazing'], newsletter: true },
  defaultShippingAddress: recipient,
  recentOrders: [orderListItem],
  recentBookings: [bookingListItem],
}

const auditEntry = {
  id: '01998f41-0c3e-7a11-8d2b-5e6f7a8b9c01',
  at: moments.later,
  completedAt: '2026-11-21T02:30:00.120Z',
  admin: { id: user.id, name: user.name, email: user.email },
  action: 'suspendCustomer',
  targetId: customerId,
  outcome: 'succeeded',
  status: 200,
  requestId: '01998f41-0c3d-7f02-9a1c-2b3c4d5e6f70',
  clientAddress: '203.0.113.7',
}
const done = { outcome: 'done', status: 200, code: null, message: null, details: null }

const movement = {
  id: 9001,
  variantId: 'ridgeline-tent-4p-sand',
  sku: 'RDG-T4-SAND',
  productName: 'Ridgeline Tent',
  locationId: 'store-taipei',
  locationName: 'Taipei shop',
  quantityDelta: 5,
  reason: 'Delivery of the supplier',
  onHandAfter: 12,
  createdBy: 'administrator-warehouse',
  createdByName: 'Yu Kuo-chiang',
  createdAt: moments.later,
}
const { variantId, locationId, locationName } = movement
const transferId = '01998f3e-7c44-7e02-a1b3-5d2e9f6a8c17'
const taken = { ...movement, id: 9002, quantityDelta: -2, onHandAfter: 10, reason: 'Taichung runs short', transferId }
const taichung = { locationId: 'store-taichung', locationName: 'Taichung shop' }
const transferred = [taken, { ...taken, ...taichung, id: 9003, quantityDelta: 2, onHandAfter: 3 }]

const refund = {
  id: '0199a0c4-5d1e-7c3b-9d2f-6a7b8c9d0e1f',
  cause: 'unapplied',
  reason: 'already_paid',
  status: 'due',
  amount: '2495.00',
  currency: 'TWD',
  target: { kind: 'booking', id: bookingId },
  payment: {
    eventId: 'pay-20261120-0001',
    providerTradeNo: '2611201604100001',
    paymentMethod: 'gateway-credit',
    paidAt: moments.paid,
  },
  customer: { id: customerId, name: customer.name, email: customer.email, phone: customer.phone },
  createdAt: '2026-11-20T08:04:11.250Z',
}
const { cause: outcome, reason, target, amount, currency } = refund
const { eventId, providerTradeNo, paymentMethod, paidAt } = refund.payment
const refundOfPayment = {
  id: refund.id,
  cause: refund.cause,
  status: refund.status,
  amount: refund.amount,
  reference: null,
  doneAt: null,
}
const payment = {
  eventId,
  type: 'payment.succeeded',
  outcome,
  reason,
  target,
  amount,
  currency,
  paymentMethod,
  providerTradeNo,
  paidAt,
  receivedAt: refund.createdAt,
  refund: refundOfPayment,
  refunds: [refundOfPayment],
  customer: { id: customerId, name: customer.name },
}
const refunded = {
  ...refund,
  status: 'done',
  doneAt: moments.later,
  doneBy: { type: 'admin', id: user.id, name: user.name },
  reference: 'R2611210230000001',
}

const webhook = {
  id: '01998f41-7a10-7c22-8d2b-5e6f7a8b9c01',
  url: 'https://crm.example.com/hooks/campstore',
  description: 'Bookings for the CRM',
  eventTypes: ['booking.paid', 'order.paid'],
  active: true,
  createdAt: moments.created,
  updatedAt: moments.created,
}
const webhookWithSecret = { ...webhook, secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDazIzZXN0aW4=' }
const delivery = {
  id: '01998f42-1b3c-7d10-9a2e-4f5061728394',
  webhookId: webhook.id,
  eventId: '01998f42-1a00-7b3e-8f11-0a1b2c3d4e5f',
  eventType: 'booking.paid',
  status: 'pending',
  attemptCount: 1,
  createdAt: '2026-11-20T08:04:11.250Z',
  nextAttemptAt: '2026-11-20T08:04:22.020Z',
}

/** Examples of `data` by route: one element of it for lists. */
export const administrationData: Record<string, unknown> = {
  openAdminSession: userDetail,
  createUser: {
    ...userDetail,
    firebaseUid: null,
    permissionOverrides: {},
    effectivePermissions: roleDefaults.operator,
  },
  getOwnAccount: userDetail,
  listUsers: user,
  listAuditEntries: auditEntry,
  getAuditEntry: {
    ...auditEntry,
    request: '{"reason":"Did not pay at the campground"}',
    before: customerDetail,
    after: { ...customerDetail, status: 'suspended', statusReason: 'Did not pay at the campground' },
  },
  shipOrders: { id: orderId, ...done },
  confirmBookings: { id: bookingId, ...done },
  completeBookings: {
    id: bookingId,
    ...done,
    outcome: 'refused',
    status: 409,
    code: 'CONFLICT',
    message: 'Only a confirmed booking whose guest has checked out can be completed.',
  },
  readPermissions: {
    sections: sections.map(key => ({ key, permissions: [`${key}.view`, `${key}.edit`] })),
    roleDefaults,
  },
  listCustomers: customer,
  getCustomer: customerDetail,
  changeCustomer: { ...customerDetail, points: 400 },
  suspendCustomer: { ...customerDetail, status: 'suspended', statusReason: 'Did not pay at the campground' },
  joinCustomer: customerDetail,
  releaseHolds: { bookingIds: [bookingId], orderIds: [orderId], failed: [], hasMore: false },
  listMovements: movement,
  listStock: {
    variantId,
    sku: movement.sku,
    productId: 'ridgeline-tent',
    productName: movement.productName,
    specification: '4 persons, sand',
    active: true,
    onHand: 12,
    reserved: 4,
    available: 8,
    locations: [{ locationId, locationName, kind: 'store', onHand: 12, reserved: 4, available: 8 }],
  },
  createReceipt: { movements: [{ ...movement, reason: 'PO-4711' }] },
  createCount: { movements: [{ ...movement, quantityDelta: -1, reason: 'Count in November' }] },
  createTransfer: { movements: transferred },
  listLocations: { id: 'store-taipei', name: 'Taipei shop', kind: 'store', campgroundId: null },
  listRefunds: refund,
  getRefund: refund,
  refundDone: refunded,
  correctRefund: refunded,
  refundsDone: [refunded],
  withdrawRefund: {
    ...refund,
    cause: 'goodwill',
    status: 'withdrawn',
    withdrawnAt: moments.later,
    withdrawalReason: 'A zero too many',
  },
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
  cancelBookingsOfClosure: { id: bookingId, ...done },
  listAdminPayments: payment,
  decidePayment: {
    ...payment,
    reason: 'trade_number_used',
    decision: 'another-payment',
    decidedAt: moments.later,
    decidedBy: { id: user.id, name: user.name },
  },
  getWebhook: webhook,
  createWebhook: webhookWithSecret,
  rotateWebhookSecret: webhookWithSecret,
  listWebhookDeliveries: delivery,
  getWebhookDelivery: {
    ...delivery,
    body: '{"specversion":"1.0","id":"01998f42-1a00-7b3e-8f11-0a1b2c3d4e5f","type":"booking.paid"}',
    attempts: [
      { number: 1, at: '2026-11-20T08:04:11.300Z', durationMs: 84, status: 503, error: null, response: 'busy' },
    ],
  },
}

/** Examples of bodies by route, where the example of `data` does not have their fields. */
export const administrationBodies: Record<string, unknown> = {
  openAdminSession: { idToken: 'eyJhbGciOiJSUzI1NiIsImtpZCI6ImRlbW8ifQ.eyJzdWIiOiJiS3gwIn0.c2lnbmF0dXJl' },
  changeUser: { role: 'warehouse' },
  replacePermissions: { overrides },
  changeCustomer: { points: 400 },
  joinCustomer: { otherId: '01998f2a-6b1d-7c40-8e5f-3a2b1c0d9e8f' },
  releaseHolds: { reason: 'Holds everything and pays nothing' },
  suspendCustomer: { reason: 'Did not pay at the campground' },
  shipOrders: { ids: [orderId] },
  confirmBookings: { ids: [bookingId] },
  completeBookings: { ids: [bookingId] },
  createMovement: { idempotencyKey: 'delivery-4711-tent-2p' },
  decidePayment: {
    eventId: payment.eventId,
    targetKind: target.kind,
    decision: 'another-payment',
    note: 'The provider has two payments',
  },
  refundDone: { reference: refunded.reference, note: 'By bank transfer, because the card has expired' },
  correctRefund: { reference: refunded.reference, note: 'Two digits were mistyped' },
  refundsDone: { ids: [refund.id], reference: refunded.reference },
  withdrawRefund: { reason: 'A zero too many' },
  createReceipt: { locationId, reference: 'PO-4711', lines: [{ variantId, quantity: 5 }], idempotencyKey: 'po-4711' },
  createCount: { locationId, reason: 'Count in November', lines: [{ variantId, counted: 12 }] },
  createTransfer: {
    fromLocationId: locationId,
    toLocationId: 'store-taichung',
    reason: 'Taichung runs short',
    lines: [{ variantId, quantity: 2 }],
  },
}
