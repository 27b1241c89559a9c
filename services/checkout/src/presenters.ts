import type { AdminPayment } from '@campstore/contract/admin/payments'
import type { StoreCheckoutSession } from '@campstore/contract/checkout/schemas'
import type { Coupon } from '@campstore/contract/coupons'
import type { OrderEventData } from '@campstore/contract/messages/events'
import type { AdminOrder, Order, OrderListItem } from '@campstore/contract/orders'
import { money } from '@campstore/core/money'
import { checkoutStep, mayExpire } from './domain/lifecycle.ts'
import type { CouponRow } from './persistence/entities.ts'
import type { StoreOrder } from './persistence/orders.ts'
import { outcomes, type PaymentRow } from './persistence/payment-list.ts'

/** An order as its checkout session. */
export const presentCheckout = (order: StoreOrder): StoreCheckoutSession => ({
  orderId: order.id,
  paymentStatus: order.paymentStatus,
  paymentMethod: order.paymentMethod,
  status: order.status,
  checkoutExpiresAt: order.checkoutExpiresAt.toISOString(),
  pricing: {
    subtotal: order.subtotal,
    shippingFee: order.shippingFee,
    discount: order.discount,
    total: order.total,
  },
  items: order.items.map(({ id, ...item }) => ({ orderItemId: id, ...item })),
  shipping: presentShipping(order),
  couponClaimId: order.couponClaimId,
  checkoutStep: checkoutStep(order),
})

function presentShipping(order: StoreOrder): StoreCheckoutSession['shipping'] {
  const { recipientName, shippingPhone: phone, shippingAddress: address } = order
  return recipientName === null && phone === null && address === null ? null : { recipientName, phone, address }
}

/** The deadline of an order's hold; null once the order can no longer expire (docs/contract/resources.md#order). */
const openDeadline = (order: StoreOrder): string | null =>
  mayExpire(order) ? order.checkoutExpiresAt.toISOString() : null

/** An order as one line of a list. */
export const presentListItem = (order: StoreOrder): OrderListItem => ({
  id: order.id,
  customerId: order.customerId,
  buyerName: order.buyerName,
  buyerEmail: order.buyerEmail,
  recipientName: order.recipientName,
  shippingAddress: order.shippingAddress,
  shippingPhone: order.shippingPhone,
  subtotal: order.subtotal,
  shippingFee: order.shippingFee,
  discount: order.discount,
  total: order.total,
  paymentMethod: order.paymentMethod,
  paymentStatus: order.paymentStatus,
  refundStatus: order.refundStatus,
  status: order.status,
  placedAt: order.placedAt.toISOString(),
  paidAt: order.paidAt?.toISOString() ?? null,
  checkoutExpiresAt: openDeadline(order),
})

/** An order with its items. */
const presentOrder = (order: StoreOrder): Order => ({ ...presentListItem(order), items: order.items })

/** An order as administrators see it. */
export const presentAdminOrder = (order: StoreOrder, statusHistory: AdminOrder['statusHistory']): AdminOrder => ({
  ...presentOrder(order),
  statusHistory,
})

/** The data of an order's events, without names and addresses. */
export const toOrderEvent = (order: StoreOrder): OrderEventData => ({
  orderId: order.id,
  customerId: order.customerId,
  status: order.status,
  paymentStatus: order.paymentStatus,
  paymentMethod: order.paymentMethod,
  total: order.total,
  checkoutExpiresAt: openDeadline(order),
})

/** A coupon in the contract's shape. */
export const presentCoupon = (coupon: CouponRow): Coupon => ({
  id: coupon.id,
  code: coupon.code,
  name: coupon.name,
  discountType: coupon.discountType,
  discountValue: money(coupon.discountValue),
  minSpend: money(coupon.minSpend),
  maxDiscount: typeof coupon.maxDiscount === 'string' ? money(coupon.maxDiscount) : null,
  startsAt: coupon.startsAt.toISOString(),
  endsAt: coupon.endsAt.toISOString(),
  usageLimit: coupon.usageLimit ?? null,
  usedCount: coupon.usedCount,
  status: coupon.status,
  createdAt: coupon.createdAt.toISOString(),
  updatedAt: coupon.updatedAt.toISOString(),
})

/** A timestamp that PostgreSQL wrote, `0042-03-01 00:00:00+00`. JavaScript would read that year as 2042. */
const timestamp = (text: string): string =>
  new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')).toISOString()

/** A payment notification with its outcome. */
export const presentPayment = (payment: PaymentRow): AdminPayment => ({
  eventId: payment.eventId,
  type: payment.type,
  outcome: outcomes[payment.outcome],
  reason: payment.reason,
  target: { kind: payment.targetKind, id: payment.targetId },
  amount: payment.amount,
  currency: payment.currency,
  paymentMethod: payment.paymentMethod,
  providerTradeNo: payment.providerTradeNo,
  paidAt: timestamp(payment.paidAt),
  receivedAt: timestamp(payment.receivedAt),
})
