import type { AdminCustomer, AdminCustomerDetail } from '@campstore/contract/admin/customers'
import type { BookingListItem } from '@campstore/contract/booking/schemas'
import type { MemberCoupon } from '@campstore/contract/coupons'
import type { Order, OrderListItem } from '@campstore/contract/orders'
import { tierNames, tierOf } from './domain/tiers.ts'
import type { StoredBooking } from './persistence/bookings.ts'
import type { ClaimedCoupon } from './persistence/coupons.ts'
import { type ListedCustomer, toListedCustomer } from './persistence/customers.ts'
import type { CustomerRow } from './persistence/entities.ts'
import type { StoredOrder, StoredOrderWithItems } from './persistence/orders.ts'

/** An ISO timestamp of a date, or of a text as PostgreSQL writes it. */
const timestamp = (stored: Date | string): string => new Date(stored).toISOString()

/** An order as an item of a list. */
export const presentListItem = (order: StoredOrder): OrderListItem => ({
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
  placedAt: timestamp(order.placedAt),
  paidAt: order.paidAt && timestamp(order.paidAt),
  checkoutExpiresAt: order.checkoutExpiresAt && timestamp(order.checkoutExpiresAt),
})

/** An order with its items. */
export const presentOrder = (order: StoredOrderWithItems): Order => ({ ...presentListItem(order), items: order.items })

/** A claim with its coupon. */
export const presentCoupon = (claimed: ClaimedCoupon): MemberCoupon => ({
  id: Number(claimed.claimId),
  couponId: claimed.id,
  customerId: claimed.customerId,
  status: claimed.claimStatus,
  orderId: claimed.orderId,
  claimedAt: timestamp(claimed.claimedAt),
  coupon: {
    id: claimed.id,
    code: claimed.code,
    name: claimed.name,
    discountType: claimed.discountType,
    discountValue: claimed.discountValue,
    minSpend: claimed.minSpend,
    maxDiscount: claimed.maxDiscount,
    startsAt: timestamp(claimed.startsAt),
    endsAt: timestamp(claimed.endsAt),
    usageLimit: claimed.usageLimit,
    usedCount: claimed.usedCount,
    status: claimed.status,
    createdAt: timestamp(claimed.createdAt),
    updatedAt: timestamp(claimed.updatedAt),
  },
})

const presentBooking = (booking: StoredBooking): BookingListItem => ({
  ...booking,
  createdAt: timestamp(booking.createdAt),
})

/** A customer as an item of the administration's list. */
export function presentCustomer(customer: ListedCustomer): AdminCustomer {
  const tier = tierOf(customer.totalSpent)
  return {
    id: customer.id,
    name: customer.name,
    email: customer.email,
    phone: customer.phone,
    status: customer.status,
    tier,
    tierName: tierNames[tier],
    points: customer.points,
    authProvider: customer.authProvider,
    firebaseUidBound: customer.firebaseUidBound,
    registeredAt: timestamp(customer.registeredAt),
    firstPurchaseUsed: customer.firstPurchaseUsed,
    totalSpent: customer.totalSpent,
    tags: customer.tags,
  }
}

/** A customer with everything that staff see. */
export const presentCustomerDetail = (
  customer: CustomerRow,
  recent: { orders: readonly StoredOrder[]; bookings: readonly StoredBooking[] },
): AdminCustomerDetail => ({
  ...presentCustomer(toListedCustomer(customer)),
  birthday: customer.birthday ?? null,
  updatedAt: timestamp(customer.updatedAt),
  preferences: customer.preferences,
  defaultShippingAddress: customer.defaultShippingAddress ?? null,
  recentOrders: recent.orders.map(presentListItem),
  recentBookings: recent.bookings.map(presentBooking),
})
