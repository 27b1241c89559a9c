import type { Queryable } from '@campstore/database/database'
import { changeRow, type Fields, insertRow, unique } from '@campstore/testing/rows'

/** Inserts, by plain SQL, what checkout and booking would have stored. Each call inserts something new. */
export type Scenario = ReturnType<typeof createScenario>

const placedAt = '2026-11-20T07:00:00.000Z'

/**
 * Builders over the owner's pool. The default values are: an unpaid, unshipped order of one item at 1000.00 with 100.00 for
 * shipping; an active coupon of 10 per cent with an available claim; a paid booking of 2400.00.
 */
export function createScenario(owner: Queryable) {
  const coupon = async (changes: Fields = {}): Promise<string> => {
    const id = unique('coupon')
    await insertRow(owner, 'checkout.coupon', {
      id,
      code: id.toUpperCase(),
      name: '秋季九折',
      discount_type: 'percentage',
      discount_value: '10.00',
      min_spend: '500.00',
      max_discount: '300.00',
      starts_at: '2026-11-01T00:00:00Z',
      ends_at: '2026-12-01T00:00:00Z',
      created_at: '2026-10-01T00:00:00Z',
      updated_at: '2026-10-02T00:00:00Z',
      ...changes,
    })
    return id
  }
  return {
    coupon,
    order: (customer: { customerId: string }, changes: Fields = {}, items: Fields[] = [{}]) =>
      insertOrder(owner, customer.customerId, changes, items),
    /** An order that was paid online. */
    paidOrder: (customer: { customerId: string }, changes: Fields = {}) =>
      insertOrder(owner, customer.customerId, { payment_status: 'paid', paid_at: placedAt, ...changes }, [{}]),
    paidBooking: (customer: { customerId: string }, changes: Fields = {}) =>
      insertBooking(owner, customer.customerId, changes),
    /** A claim of the customer, of a coupon of its own unless the changes name one. */
    claim: async (
      customer: { customerId: string },
      changes: Fields = {},
    ): Promise<{ id: number; couponId: string }> => {
      const couponId = typeof changes.coupon_id === 'string' ? changes.coupon_id : await coupon()
      const row = { coupon_id: couponId, customer_id: customer.customerId, claimed_at: placedAt, ...changes }
      const { id } = await insertRow(owner, 'checkout.coupon_claim', row)
      return { id: Number(id), couponId }
    },
    /** A tag, as customers show it. */
    tag: async (name: string, id = unique('tag')): Promise<{ id: string; name: string }> => {
      await insertRow(owner, 'member.tag', { id, name })
      return { id, name }
    },
    tagged: async ({ customerId }: { customerId: string }, ...tags: { id: string }[]): Promise<void> => {
      for (const { id } of tags) await insertRow(owner, 'member.customer_tag', { customer_id: customerId, tag_id: id })
    },
    change: (table: string, id: string | number, changes: Fields): Promise<void> =>
      changeRow(owner, table, id, changes),
  }
}

async function insertOrder(owner: Queryable, customerId: string, changes: Fields, items: Fields[]): Promise<string> {
  const id = unique('order')
  const row = {
    id,
    customer_id: customerId,
    buyer_name: '王小明',
    buyer_email: 'ming@members.test',
    subtotal: '1000.00',
    shipping_fee: '100.00',
    discount: '0.00',
    total: '1100.00',
    payment_status: 'unpaid',
    refund_status: 'none',
    status: 'unshipped',
    placed_at: placedAt,
    checkout_expires_at: '2026-11-20T07:15:00.000Z',
    updated_at: placedAt,
    ...changes,
  }
  await insertRow(owner, 'checkout.store_order', row)
  for (const [index, item] of items.entries()) {
    await insertRow(owner, 'checkout.order_item', {
      order_id: row.id,
      line: index + 1,
      product_id: 'p-1',
      variant_id: unique('variant'),
      sku: 'TENT-4-GRN',
      product_name: '四人帳篷',
      specification: '綠',
      brand_name: '山岳',
      unit_price: '1000.00',
      quantity: 1,
      line_total: '1000.00',
      ...item,
    })
  }
  return row.id
}

async function insertBooking(owner: Queryable, customerId: string, changes: Fields): Promise<string> {
  const id = unique('booking')
  await insertRow(owner, 'booking.booking', {
    id,
    customer_id: customerId,
    customer_name: '王小明',
    customer_email: 'ming@members.test',
    campground_id: 'camp-1',
    campground_name: '雲海營地',
    region: '南投縣',
    check_in: '2026-12-07',
    check_out: '2026-12-09',
    guest_count: 2,
    weekday_count: 2,
    holiday_count: 0,
    zone_total: '2400.00',
    rental_total: '0.00',
    discount: '0.00',
    final_amount: '2400.00',
    status: 'pending',
    payment_status: 'paid',
    payment_method: 'gateway-credit',
    paid_at: placedAt,
    checkout_expires_at: '2026-11-20T07:15:00Z',
    created_at: placedAt,
    updated_at: placedAt,
    ...changes,
  })
  return id
}
