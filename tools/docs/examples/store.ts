import { createdAs, customerId, moments, orderId, paymentForm } from './shared.ts'

const variant = {
  id: 'ridgeline-tent-4p-sand',
  sku: 'RDG-T4-SAND',
  color: 'Sand',
  size: '4 persons',
  specification: '4 persons, sand',
  price: '12800.00',
  availableQuantity: 7,
  inStock: true,
}

const product = {
  id: 'p-ridgeline-tent',
  itemId: 'ridgeline-tent',
  status: 'active',
  name: 'Ridgeline tunnel tent',
  category: 'Tents',
  brand: 'Norwind',
  description: 'Two rooms, four poles, pitched in ten minutes by two people.',
  image: '/api/products/images/ridgeline-tent.svg',
  price: '12800.00',
  variants: [variant],
}

const adminProduct = {
  ...product,
  variants: [{ ...variant, active: true }],
  createdAt: moments.created,
  updatedAt: moments.later,
}

const coupon = {
  id: 'coupon-welcome',
  code: 'WELCOME10',
  name: '10 % for new campers',
  discountType: 'percentage',
  discountValue: '10.00',
  minSpend: '500.00',
  maxDiscount: '500.00',
  startsAt: '2025-12-31T16:00:00.000Z',
  endsAt: '2035-12-31T16:00:00.000Z',
  usedCount: 12,
  status: 'active',
  createdAt: moments.created,
  updatedAt: moments.created,
}

const claim = { id: 41, couponId: coupon.id, customerId, status: 'available', claimedAt: moments.created }

const item = {
  productId: product.id,
  variantId: variant.id,
  sku: variant.sku,
  productName: product.name,
  specification: variant.specification,
  brandName: product.brand,
  imageUrl: product.image,
  unitPrice: '12800.00',
  quantity: 1,
  lineTotal: '12800.00',
}

const pricing = { subtotal: '12800.00', shippingFee: '0.00', discount: '500.00', total: '12300.00' }
/** Where orders of the examples go. */
export const recipient = { recipientName: 'Lin Mei-hua', phone: '0912-000-101', address: '12 Lantern Lane, Taipei' }

const session = {
  orderId,
  paymentStatus: 'unpaid',
  paymentMethod: 'gateway-credit',
  status: 'unshipped',
  checkoutExpiresAt: moments.deadline,
  pricing,
  items: [{ orderItemId: 7001, ...item }],
  shipping: recipient,
  couponClaimId: claim.id,
  checkoutStep: 'ready_to_pay',
  checkoutState: 'open',
  holdEndsAt: moments.deadline,
}

/** An order as a line of a list. */
export const orderListItem = {
  id: orderId,
  customerId,
  buyerName: 'Lin Mei-hua',
  buyerEmail: 'member@campstore.test',
  buyerEmailVerified: true,
  recipientName: recipient.recipientName,
  shippingAddress: recipient.address,
  shippingPhone: recipient.phone,
  ...pricing,
  paymentMethod: 'gateway-credit',
  paymentStatus: 'paid',
  refundStatus: 'none',
  status: 'unshipped',
  placedAt: moments.created,
  paidAt: moments.paid,
  checkoutExpiresAt: null,
}

const items = [{ id: 7001, ...item }]
const order = { ...orderListItem, items, carrier: null, trackingNumber: null }
const adminOrder = { ...orderListItem, items, shipment: null, statusHistory: [createdAs('unshipped')] }
const shipment = {
  carrier: 'Black Cat',
  trackingNumber: '9081-7263-5544',
  at: moments.later,
  by: { id: 'administrator-warehouse', name: 'Hsu Wei' },
}

/** Examples of `data` by route: one element of it for lists. */
export const storeData: Record<string, unknown> = {
  listProducts: product,
  getFacets: {
    total: 9,
    categories: [
      { name: 'Tents', count: 9 },
      { name: 'Lighting', count: 4 },
    ],
    brands: [{ name: 'Norwind', count: 5 }],
    price: { lowest: '180.00', highest: '12800.00' },
  },
  quoteOrder: { pricing, items: [item], coupon: { couponClaimId: claim.id, applicable: true, reason: null } },
  startStoreCheckout: session,
  confirmCashOnDelivery: { ...session, paymentMethod: 'cod', checkoutState: 'completed', holdEndsAt: null },
  cancelStoreCheckout: { ...session, status: 'cancelled', checkoutState: 'closed', holdEndsAt: null },
  openStorePaymentForm: {
    orderId,
    ...paymentForm({ TotalAmount: '12300', CustomField1: orderId, CustomField2: 'order' }),
  },
  listPaymentMessages: {
    eventId: 'ecpay-2412021530230001',
    type: 'payment.succeeded',
    target: { kind: 'order', id: orderId },
    outcome: 'applied',
    receivedAt: moments.paid,
  },
  listOrders: orderListItem,
  getOrder: order,
  changeOwnRecipient: order,
  listCoupons: { ...claim, coupon, applicable: true, notApplicableBecause: null },
  getAdminOrder: adminOrder,
  listPickingList: {
    id: orderId,
    placedAt: moments.created,
    readyAt: moments.paid,
    paymentMethod: 'gateway-credit',
    total: pricing.total,
    toCollect: '0.00',
    recipientName: recipient.recipientName,
    shippingPhone: recipient.phone,
    shippingAddress: recipient.address,
    items,
    shippable: true,
  },
  unshipOrder: adminOrder,
  changeRecipient: adminOrder,
  shipOrder: { ...adminOrder, items: [{ ...items[0], picks: [] }], status: 'shipped', shipment },
  completeOrder: { ...adminOrder, items: [{ ...items[0], picks: [] }], status: 'completed', shipment },
  returnOrder: {
    ...adminOrder,
    items: [{ ...items[0], picks: [] }],
    status: 'returned',
    refundStatus: 'due',
    shipment,
  },
  quoteReturn: { refundAmount: pricing.total, refundable: pricing.total },
  cancelOrder: { ...adminOrder, status: 'cancelled', paymentStatus: 'unpaid', paidAt: null },
  cancelPaidOrder: { ...adminOrder, status: 'cancelled' },
  listAdminProducts: adminProduct,
  setProductStatus: { ...adminProduct, status: 'inactive' },
  listAdminCoupons: coupon,
  changeCoupon: { ...coupon, status: 'inactive' },
  claimCoupon: claim,
  getCouponClaim: claim,
  listCouponClaims: {
    ...claim,
    status: 'used',
    orderId,
    code: coupon.code,
    customer: { id: customerId, name: recipient.recipientName, email: 'member@campstore.test' },
    discount: pricing.discount,
    orderStatus: 'shipped',
  },
  reportCoupons: {
    couponId: coupon.id,
    code: coupon.code,
    name: coupon.name,
    claims: 48,
    used: 12,
    applied: 2,
    subtotal: '61400.00',
    discount: '4820.00',
  },
}

const returned = { items: [{ orderItemId: 7001, quantity: 1, to: 'stock' }] }

/** Examples of bodies by route, where the example of `data` does not have their fields. */
export const storeBodies: Record<string, unknown> = {
  startStoreCheckout: { total: pricing.total, idempotencyKey: '8d3c1e52-0d5f-4f2b-9a37-5b0f6f0a1c77' },
  quoteOrder: { couponClaimId: claim.id },
  shipOrder: { carrier: shipment.carrier, trackingNumber: shipment.trackingNumber },
  cancelOrder: { reason: 'The customer asked for it' },
  cancelPaidOrder: { reason: 'The last piece was damaged', refundAmount: pricing.total },
  unshipOrder: { reason: 'The parcel is still in the store' },
  returnOrder: { ...returned, reason: 'Too small for the family' },
  undoReturn: { reason: 'It was another order' },
  quoteReturn: returned,
  refundOrder: { amount: '200.00', reason: 'A scratch on the stove' },
  changeProduct: { name: product.name, brand: product.brand },
  addVariant: { ...variant, sku: 'RDG-T4-MOSS', color: 'Moss', specification: '4 persons, moss' },
  changeVariants: { variants: [{ id: variant.id, price: '12500.00' }] },
  changeCoupon: { status: 'inactive' },
}
