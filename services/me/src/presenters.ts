import type { AdminCustomer, AdminCustomerDetail } from '@campstore/contract/admin/customers'
import type { BookingListItem } from '@campstore/contract/booking/schemas'
import type { MemberCoupon } from '@campstore/contract/coupons'
import type { Order, OrderListItem } from '@campstore/contract/orders'
import { tierNames, tierOf } from './domain/tiers.ts'
import type { StoredBooking } from './persistence/bookings.ts'
import type { ClaimedCoupon } from './persistence/coupons.ts'
import type { ListedCustomer, StoredCustomer } from './persistence/customers.ts'
import type { StoredOrder, StoredOrderWithItems } from './persistence/orders.ts'

/** An order as one line of a list. */
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
  placedAt: order.placedAt.toISOString(),
  paidAt: order.paidAt?.toISOString() ?? null,
  checkoutExpiresAt: order.checkoutExpiresAt?.toISOString() ?? null,
})

/** An order with everything its member may see. */
export const presentOrder = (order: StoredOrderWithItems): Order => ({ ...presentListItem(order), items: order.items })

const timestamp = (stored: string): string => new Date(stored).toISOString()

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

/** A customer as one line of the administrators' list. */
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

/** A customer with everything that administrators see. */
export const presentCustomerDetail = (
  customer: StoredCustomer,
  recent: { orders: readonly StoredOrder[]; bookings: readonly StoredBooking[] },
): AdminCustomerDetail => ({
  ...presentCustomer(customer),
  birthday: customer.birthday,
  updatedAt: timestamp(customer.updatedAt),
  preferences: customer.preferences,
  defaultShippingAddress: customer.defaultShippingAddress,
  recentOrders: recent.orders.map(presentListItem),
  recentBookings: recent.bookings.map(presentBooking),
})
