import { roleDefaults, sections } from '@campstore/contract/admin/permissions'
import { bookingId, customerId, customer as member, moments, orderId, rented, shore, stay } from './story.ts'

const operator = {
  id: 'administrator-operator',
  email: 'operator@campstore.test',
  name: 'Peng Chia-ling',
  role: 'operator',
  active: true,
  permissionOverrides: { coupons: { view: true, edit: false } },
  effectivePermissions: roleDefaults.operator.filter(permission => permission !== 'coupons.edit'),
}
const customer = {
  ...member,
  authProvider: 'password',
  firebaseUidBound: true,
  firstPurchaseUsed: true,
  birthday: '1989-05-21',
  tags: [{ id: 'tag-family', name: 'Families' }],
  preferences: { interests: ['family camping', 'stargazing'], newsletter: true },
  recentOrders: [{}],
  recentBookings: [{}],
}
const auditEntry = {
  id: '01998f41-0c3e-7a11-8d2b-5e6f7a8b9c01',
  at: moments.later,
  completedAt: '2026-11-21T02:30:00.120Z',
  action: 'suspendCustomer',
  targetId: customerId,
  outcome: 'succeeded',
  status: 200,
  clientAddress: '203.0.113.7',
}
const unpaid = { paymentStatus: 'unpaid' }
const campground = {
  id: 'saddle-lake',
  name: 'Saddle Lake',
  description: 'Pitches along a mountain lake.',
  active: true,
}
const night = { date: stay.checkIn, free: 12, price: '950.00', closed: false, closedReason: null }
const order = { id: orderId, checkoutExpiresAt: null }
const tent = {
  id: 'p-ridgeline-tent',
  name: 'Ridgeline tunnel tent',
  description: 'Two rooms, four poles, pitched in ten minutes by two people.',
  status: 'active',
  variants: [{ id: 'ridgeline-tent-4p-sand', active: true, inStock: true }],
}
const coupon = { code: 'WELCOME10', name: '10 % for new campers' }
const claim = { id: 41, orderId: null }
const refund = { id: '0199a0c4-5d1e-7c3b-9d2f-6a7b8c9d0e1f', cause: 'unapplied' }
const movement = {
  id: 9001,
  orderId: null,
  quantityDelta: 5,
  reason: 'Delivery of the supplier',
  onHandAfter: 12,
  createdBy: 'administrator-warehouse',
  createdByName: 'Yu Kuo-chiang',
  createdAt: moments.later,
}
const webhook = {
  id: '01998f41-7a10-7c22-8d2b-5e6f7a8b9c01',
  url: 'https://crm.example.com/hooks/campstore',
  description: 'Bookings for the CRM',
  eventTypes: ['booking.paid', 'order.paid'],
  active: true,
  updatedAt: moments.created,
}
const delivery = {
  id: '01998f42-1b3c-7d10-9a2e-4f5061728394',
  webhookId: webhook.id,
  eventId: '01998f42-1a00-7b3e-8f11-0a1b2c3d4e5f',
  eventType: 'booking.paid',
  attemptCount: 1,
  createdAt: '2026-11-20T08:04:11.250Z',
  nextAttemptAt: '2026-11-20T08:04:22.020Z',
}

/** Values of the fields of each component, where the name of a field does not say enough; by the name of the component. */
export const resources: Readonly<Record<string, object>> = {
  AdminBookingDetail: { statusHistory: [{ to: 'pending' }] },
  AdminClaim: { ...claim, ...coupon, status: 'used', orderId, orderStatus: 'shipped' },
  AdminCustomer: customer,
  AdminCustomerDetail: customer,
  AdminOrder: { ...order, shipment: null, statusHistory: [{ to: 'unshipped' }] },
  AdminPayment: { type: 'payment.succeeded', outcome: 'unapplied', reason: 'already_paid', refund, refunds: [refund] },
  AdminProduct: tent,
  AdminUser: operator,
  AdminUserDetail: operator,
  AffectedBooking: unpaid,
  AuditEntry: auditEntry,
  AuditEntryDetail: {
    ...auditEntry,
    request: '{"reason":"Did not pay at the campground"}',
    before: { id: customerId, name: member.name, status: 'active' },
    after: { id: customerId, name: member.name, status: 'suspended', statusReason: 'Did not pay at the campground' },
  },
  Availability: { available: true, reasons: [] },
  AvailabilityChange: { zoneIds: [shore.id], nights: [stay.checkIn] },
  BookingCheckoutSession: unpaid,
  BookingListItem: unpaid,
  BookingPolicy: {
    bookingWindowDays: 90,
    advanceDays: 1,
    maxNights: 14,
    timezone: 'Asia/Taipei',
    dateBoundaryHour: 0,
    lowAvailabilityThreshold: 3,
    occupyingStatuses: ['pending', 'confirmed'],
    holidayWeekdays: [0, 6],
  },
  BookingPricing: { discount: '0.00' },
  BulkResult: { id: bookingId, outcome: 'done', status: 200 },
  Campground: { ...campground, zones: [{}] },
  CampgroundClosure: {
    id: 2,
    campgroundId: 'driftwood-bay',
    closureType: 'weekly',
    weekday: 2,
    effectiveFrom: '2026-11-01',
    effectiveTo: '2027-04-30',
    reason: 'Closed on Tuesday nights in winter',
  },
  Coupon: {
    ...coupon,
    id: 'coupon-welcome',
    discountValue: '10.00',
    startsAt: '2025-12-31T16:00:00.000Z',
    endsAt: '2035-12-31T16:00:00.000Z',
    usedCount: 12,
    updatedAt: moments.created,
  },
  CouponClaim: claim,
  CouponReport: { ...coupon, claims: 48, used: 12, applied: 2, subtotal: '61400.00', discount: '4820.00' },
  Facets: {
    total: 9,
    categories: [
      { name: 'Tents', count: 9 },
      { name: 'Lighting', count: 4 },
    ],
    brands: [{ name: 'Norwind', count: 5 }],
    price: { lowest: '180.00', highest: '12800.00' },
  },
  FreeCampground: {
    ...campground,
    zones: [{ ...shore, sites: 1, availableQuantity: 12, price: '1900.00', total: '1900.00' }],
  },
  MemberCoupon: { ...claim, applicable: true },
  Movement: movement,
  OccupancyReportLine: { siteNights: 496, closedNights: 32, soldNights: 348, rate: '0.7500', zoneAmount: '392400.00' },
  Order: { ...order, carrier: null, trackingNumber: null },
  OrderListItem: order,
  Permissions: { sections: sections.map(key => ({ key, permissions: [`${key}.view`, `${key}.edit`] })), roleDefaults },
  PickingListItem: { id: orderId, readyAt: moments.paid, toCollect: '0.00', shippable: true },
  Product: tent,
  RentalEquipment: {
    id: 'saddle-lake-pebble-tent-2p-blue',
    name: 'Pebble dome tent',
    pricePerDayWeekday: '350.00',
    pricePerDayHoliday: '500.00',
    active: true,
  },
  RentalLoad: {
    ...rented,
    day: stay.checkIn,
    locationName: 'Saddle Lake rental hut',
    onHand: 6,
    out: 4,
    leaving: 1,
    returning: 2,
    free: 2,
  },
  Shipment: { at: moments.later },
  StatusHistoryEntry: { actor: { type: 'member', id: customerId } },
  Stock: {
    onHand: 12,
    reserved: 4,
    available: 8,
    active: true,
    locations: [{ kind: 'store', onHand: 12, reserved: 4, available: 8 }],
  },
  StockLocation: { id: 'store-taipei', name: 'Taipei shop', kind: 'store', campgroundId: null },
  StoreCheckoutSession: { ...unpaid, checkoutStep: 'ready_to_pay', checkoutState: 'open' },
  StoreQuote: { coupon: { applicable: true } },
  Webhook: webhook,
  WebhookDelivery: delivery,
  WebhookDeliveryDetail: {
    ...delivery,
    body: '{"specversion":"1.0","id":"01998f42-1a00-7b3e-8f11-0a1b2c3d4e5f","type":"booking.paid"}',
    attempts: [
      { number: 1, at: '2026-11-20T08:04:11.300Z', durationMs: 84, status: 503, error: null, response: 'busy' },
    ],
  },
  WebhookWithSecret: { ...webhook, secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDazIzZXN0aW4=' },
  Zone: shore,
  ZoneCalendar: {
    ...shore,
    nights: [night, { ...night, date: '2026-12-07', free: 16, closed: true, closedReason: 'Works on the water pipe' }],
  },
  ZoneOccupancy: {
    active: true,
    nights: [{ date: night.date, confirmed: 9, paid: 2, held: 1, free: 4, closed: false }],
  },
}
