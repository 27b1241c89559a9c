import type { Queryable } from '@campstore/database/database'
import { changeRow, type Fields, insertRow, unique } from '@campstore/testing/rows'
import { insertBooking, insertCoupon, insertNotification, insertOrder } from '@campstore/testing/stored-rows'

const placedAt = '2026-11-20T07:00:00.000Z'
const paidStay = {
  campground_name: '雲海營地',
  region: '南投縣',
  check_in: '2026-12-07',
  check_out: '2026-12-09',
  final_amount: '2400.00',
  payment_status: 'paid',
  paid_at: placedAt,
  created_at: placedAt,
}

/** Builders over the owner's pool; orders cost 1000.00 and 100.00 for shipping, paid bookings 2400.00. */
export function createScenario(owner: Queryable) {
  const terms = { min_spend: '500.00', max_discount: '300.00' }
  const written = { created_at: '2026-10-01T00:00:00Z', updated_at: '2026-10-02T00:00:00Z' }
  const coupon = (changes?: Fields) => insertCoupon(owner, { ...terms, ...written, ...changes })
  return {
    coupon,
    order: (customer: { customerId: string }, changes: Fields = {}, items: Fields[] = [{}]) =>
      insertOrderWithItems(owner, customer.customerId, changes, items),
    /** An order that was paid online. */
    paidOrder: (customer: { customerId: string }, changes: Fields = {}) =>
      insertOrderWithItems(owner, customer.customerId, { payment_status: 'paid', paid_at: placedAt, ...changes }, [{}]),
    paidBooking: (customer: { customerId: string }, changes: Fields = {}) =>
      insertBooking(owner, { ...paidStay, customer_id: customer.customerId, ...changes }),
    /** What staff refund of a paid booking or order, by cancelling it. */
    refund: async (kind: 'booking' | 'order', id: string, amount: string, paidAmount = '1000.00'): Promise<void> => {
      const schema = kind === 'booking' ? 'booking' : 'checkout'
      const paid = { event_id: unique('event'), target_id: id, amount: paidAmount }
      const payment = { ...paid, currency: 'TWD', provider_trade_no: 'T-1' }
      await insertNotification(owner, schema, { ...payment, paid_at: placedAt, received_at: placedAt })
      const due = { cause: 'cancelled', reason: 'closed', created_at: placedAt }
      await insertRow(owner, `${schema}.refund`, { ...payment, amount, ...due })
    },
    /** A claim of the customer, on a new coupon unless the changes name one. */
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

async function insertOrderWithItems(
  owner: Queryable,
  customerId: string,
  changes: Fields,
  items: Fields[],
): Promise<string> {
  const id = await insertOrder(owner, {
    customer_id: customerId,
    subtotal: '1000.00',
    total: '1100.00',
    placed_at: placedAt,
    checkout_expires_at: '2026-11-20T07:15:00.000Z',
    updated_at: placedAt,
    ...changes,
  })
  for (const [index, item] of items.entries()) {
    await insertRow(owner, 'checkout.order_item', {
      order_id: id,
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
  return id
}
