import type { Queryable } from '@campstore/database/database'
import { type Fields, insertRow, unique } from './rows.ts'

const now = '2026-11-20T08:00:00Z'
const deadline = '2026-11-20T08:15:00Z'

/** Inserts a pending, unpaid booking of the last weeks of 2026, without its snapshots; returns its id. */
export async function insertBooking(owner: Queryable, changes: Fields = {}): Promise<string> {
  const row = {
    id: unique('booking'),
    customer_id: 'someone',
    customer_name: 'Someone',
    customer_email: 'someone@members.test',
    customer_email_verified: true,
    campground_id: 'camp',
    campground_name: 'Camp',
    region: 'Region',
    check_in: '2026-12-01',
    check_out: '2026-12-31',
    guest_count: 2,
    weekday_count: 1,
    holiday_count: 0,
    zone_total: '1000.00',
    rental_total: '0.00',
    discount: '0.00',
    final_amount: '1000.00',
    status: 'pending',
    payment_status: 'unpaid',
    payment_method: 'gateway-credit',
    checkout_expires_at: deadline,
    created_at: now,
    updated_at: now,
    ...changes,
  }
  await insertRow(owner, 'booking.booking', row)
  return row.id
}

/** Inserts an unshipped, unpaid order of 600.00 without its items; returns its id. */
export async function insertOrder(owner: Queryable, changes: Fields = {}): Promise<string> {
  const row = {
    id: unique('order'),
    customer_id: 'customer-1',
    buyer_name: '王小明',
    buyer_email: 'ming@members.test',
    buyer_email_verified: true,
    subtotal: '500.00',
    shipping_fee: '100.00',
    discount: '0.00',
    total: '600.00',
    status: 'unshipped',
    payment_status: 'unpaid',
    refund_status: 'none',
    placed_at: now,
    checkout_expires_at: deadline,
    updated_at: now,
    ...changes,
  }
  await insertRow(owner, 'checkout.store_order', row)
  return row.id
}

/** Inserts an active coupon of 10 per cent in November 2026, without minimum, cap or limit; returns its id. */
export async function insertCoupon(owner: Queryable, changes: Fields = {}): Promise<string> {
  const id = unique('coupon')
  const row = {
    id,
    code: id.toUpperCase(),
    name: '秋季九折',
    discount_type: 'percentage',
    discount_value: '10.00',
    starts_at: '2026-11-01T00:00:00Z',
    ends_at: '2026-12-01T00:00:00Z',
    ...changes,
  }
  await insertRow(owner, 'checkout.coupon', row)
  return row.id
}

/** Inserts the notification of a payment of 1000.00, which was applied unless the changes say otherwise; returns its event id. */
export async function insertNotification(
  owner: Queryable,
  schema: 'booking' | 'checkout',
  changes: Fields,
): Promise<string> {
  const row = {
    event_id: unique('event'),
    type: 'payment.succeeded',
    amount: '1000.00',
    currency: 'TWD',
    payment_method: 'gateway-atm',
    provider_trade_no: unique('trade'),
    outcome: 'applied',
    paid_at: now,
    received_at: now,
    ...changes,
  }
  await insertRow(owner, `${schema}.payment_notification`, row)
  return row.event_id
}
