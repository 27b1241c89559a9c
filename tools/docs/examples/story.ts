/** Ids and instants that examples share, so that they tell one story. */
export const customerId = 'customer-member'
export const bookingId = '01998f3e-5b1a-7c52-9d0e-3f5a2b7c9e10'
export const orderId = '01998f3e-6a20-7d01-8f4b-6c1d9e2a7b35'
export const moments = {
  created: '2026-11-20T08:00:00.000Z',
  paid: '2026-11-20T08:04:10.000Z',
  deadline: '2026-11-20T08:15:00.000Z',
  later: '2026-11-21T02:30:00.000Z',
}

export const customer = {
  id: customerId,
  name: 'Lin Mei-hua',
  email: 'member@campstore.test',
  emailVerified: true,
  phone: '0912-000-101',
}
const address = '12 Lantern Lane, Taipei'
/** Two nights from Sunday to Tuesday: both are weekday nights. */
export const stay = { checkIn: '2026-12-06', checkOut: '2026-12-08' }
export const shore = {
  id: 'saddle-lake-shore',
  active: true,
  images: ['/api/products/images/pebble-tent.svg', '/api/products/images/brook-canoe.svg'],
}
const rentalSkuVariantId = 'pebble-tent-2p-blue'
/** What a campground rents out. */
export const rented = {
  rentalSkuVariantId,
  variantId: rentalSkuVariantId,
  sku: 'PBL-T2',
  name: 'Pebble dome tent',
  specification: '2 persons, blue',
  priceWeekday: '350.00',
  priceHoliday: '500.00',
  locationId: 'rental-saddle-lake',
}
const image = '/api/products/images/ridgeline-tent.svg'

/** The value of a field by its name, in every example where the field allows it. */
export const story: Readonly<Record<string, unknown>> = {
  customerId,
  customer,
  buyerName: customer.name,
  buyerEmail: customer.email,
  buyerEmailVerified: true,
  recipientName: customer.name,
  shippingAddress: address,
  shippingPhone: customer.phone,
  shipping: {},
  defaultShippingAddress: {},
  phone: customer.phone,
  address,
  tierName: 'Silver',
  tier: 'silver',
  points: 320,
  totalSpent: '12300.00',

  bookingId,
  campgroundId: 'saddle-lake',
  campgroundName: 'Saddle Lake',
  region: 'Nantou',
  ...stay,
  guestCount: 2,
  weekdayCount: 2,
  holidayCount: 0,
  zoneId: shore.id,
  type: 'Lakeshore pitch',
  capacityPerSite: 4,
  totalSites: 16,
  priceWeekday: '950.00',
  priceHoliday: '1500.00',
  quantity: 1,
  zones: [
    { id: shore.id, lineTotal: '1900.00', price: '1900.00', total: '1900.00', requested: 1, availableQuantity: 12 },
  ],
  rentals: [{ ...rented, lineTotal: '595.00' }],
  rentalListingId: 'saddle-lake-pebble-tent-2p-blue',
  rentalSkuVariantId,
  discountRate: '0.15',
  zoneTotal: '1900.00',
  rentalTotal: '595.00',
  finalAmount: '2495.00',

  orderId,
  orderItemId: 7001,
  productId: 'p-ridgeline-tent',
  itemId: 'ridgeline-tent',
  productName: 'Ridgeline tunnel tent',
  brand: 'Norwind',
  brandName: 'Norwind',
  category: 'Tents',
  variantId: 'ridgeline-tent-4p-sand',
  sku: 'RDG-T4-SAND',
  specification: '4 persons, sand',
  color: 'Sand',
  size: '4 persons',
  image,
  imageUrl: image,
  price: '12800.00',
  unitPrice: '12800.00',
  lineTotal: '12800.00',
  subtotal: '12800.00',
  shippingFee: '0.00',
  total: '12300.00',
  items: [{ id: 7001 }],
  carrier: 'Black Cat',
  trackingNumber: '9081-7263-5544',
  availableQuantity: 7,
  locationId: 'store-taipei',
  locationName: 'Taipei shop',

  couponId: 'coupon-welcome',
  couponClaimId: 41,
  minSpend: '500.00',
  maxDiscount: '500.00',
  discount: '500.00',

  paymentMethod: 'gateway-credit',
  paymentStatus: 'paid',
  checkoutExpiresAt: moments.deadline,
  expiresAt: moments.deadline,
  holdEndsAt: moments.deadline,
  paidAt: moments.paid,
  eventId: 'pay-20261120-0001',
  providerTradeNo: '2611201604100001',
  currency: 'TWD',
  amount: '2495.00',
  refundAmount: '2495.00',
  target: { kind: 'booking', id: bookingId },
  receivedAt: '2026-11-20T08:04:11.250Z',
  updatedAt: moments.later,

  admin: { id: 'administrator-operator', name: 'Peng Chia-ling', email: 'operator@campstore.test' },
  by: { id: 'administrator-warehouse', name: 'Hsu Wei' },
  requestId: '01998f41-0c3d-7f02-9a1c-2b3c4d5e6f70',
  firebaseUid: 'bKx0T2m7QeYv4sZr9pLc1dWf6hN3',
}
