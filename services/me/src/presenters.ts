import {
  type AdminCustomer,
  type AdminCustomerDetail,
  adminCustomerDetailSchema,
  adminCustomerSchema,
} from '@campstore/contract/admin/customers'
import { type BookingListItem, bookingListItemSchema } from '@campstore/contract/booking/schemas'
import { whyNotUsable } from '@campstore/contract/coupon-eligibility'
import { couponSchema, type MemberCoupon, memberCouponSchema } from '@campstore/contract/coupons'
import { type Order, type OrderListItem, orderListItemSchema, orderSchema } from '@campstore/contract/orders'
import { present, presenterOf } from '@campstore/contract/present'
import { ownReturnSchema } from '@campstore/contract/returns'
import type { Money } from '@campstore/core/money'
import { presentRefunds } from '@campstore/holds/refund-reads'
import { tierNames, tierOf } from './domain/tiers.ts'
import type { ClaimedCoupon, StoredOrderWithItems } from './persistence/customer-lists.ts'
import type { ListedCustomer } from './persistence/customers.ts'
import type { CustomerRow } from './persistence/entities.ts'

/** An order as an item of a list. */
export const presentListItem = presenterOf(orderListItemSchema)

const presentReturn = presenterOf(ownReturnSchema)

export const presentOrder = (order: StoredOrderWithItems): Order =>
  present(orderSchema, order, { ...presentRefunds(order), returns: order.returns.map(presentReturn) })

/** A claim with its coupon, and whether it can be used now. */
export function presentCoupon(claimed: ClaimedCoupon, now: Date): MemberCoupon {
  const notApplicableBecause = whyNotUsable(claimed, now)
  return present(memberCouponSchema, claimed, {
    id: Number(claimed.claimId),
    couponId: claimed.id,
    status: claimed.claimStatus,
    coupon: present(couponSchema, claimed),
    applicable: notApplicableBecause === null,
    notApplicableBecause,
  })
}

const presentBooking = presenterOf(bookingListItemSchema)

const tierFields = ({ totalSpent }: { totalSpent: Money }) => {
  const tier = tierOf(totalSpent)
  return { tier, tierName: tierNames[tier] }
}

/** A customer as an item of the administration's list. */
export const presentCustomer = (customer: ListedCustomer): AdminCustomer =>
  present(adminCustomerSchema, customer, tierFields(customer))

/** A customer with everything that staff see. */
export const presentCustomerDetail = (
  customer: CustomerRow,
  recent: { orders: readonly OrderListItem[]; bookings: readonly BookingListItem[] } & Pick<
    AdminCustomerDetail,
    'sameEmail' | 'notes'
  >,
): AdminCustomerDetail =>
  present(adminCustomerDetailSchema, customer, {
    ...tierFields(customer),
    statusReason: customer.statusReason ?? null,
    joinedInto: customer.joinedInto ?? null,
    sameEmail: recent.sameEmail,
    notes: recent.notes,
    firebaseUidBound: typeof customer.firebaseUid === 'string',
    tags: customer.tags.map(({ id, name }) => ({ id, name })),
    recentOrders: recent.orders.map(presentListItem),
    recentBookings: recent.bookings.map(presentBooking),
  })
