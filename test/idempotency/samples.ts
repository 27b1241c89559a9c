import { randomUUID } from 'node:crypto'
import type { ApiResponse } from '@campstore/testing/send'
import { insertNotification } from '@campstore/testing/stored-rows'
import type { Pool } from 'pg'
import { z } from 'zod'
import { pngOf } from '../../services/products/src/testing/pictures.ts'
import { goodOrder, goodStay } from '../bad-requests/demo-data.ts'
import { goodRequest, operations } from '../bad-requests/derived.ts'
import { type Request, sendAs } from '../bad-requests/refusals.ts'
import type { Shop } from '../bad-requests/shop.ts'

/** Every POST of members and staff that has the header, as the document says. */
export const keyedOperations = operations.filter(({ parameters }) =>
  parameters.some(({ name, in: place }) => place === 'header' && name === 'idempotency-key'),
)

/** Every POST of members and staff whose body has the key instead. */
export const bodyKeyedOperations = operations.filter(
  ({ method, access, body }) =>
    method === 'POST' && access !== 'public' && JSON.stringify(body?.schema ?? {}).includes('"idempotencyKey"'),
)

/** Sends a request to the gateway. */
export const sendTo = (shop: Shop, request: Request, key?: string): Promise<ApiResponse> =>
  sendAs(shop, { as: 'admin', ...request }, key === undefined ? {} : { 'idempotency-key': key })

const boughtSchema = z.object({ bookingId: z.string().optional(), orderId: z.string().optional() })
const createdSchema = z.object({ id: z.coerce.string() })

const paid = `payment_status = 'paid', paid_at = now()`
const past = `check_in = current_date - 9, check_out = current_date - 7`

/** Creates the records of a request, which nothing else uses. */
type Made = {
  /** A booking or an order of the member, in another state. */
  booking(changed?: string): Promise<string>
  order(changed?: string, fields?: object): Promise<string>
  /** What an operation of staff creates. */
  created(path: string, body: object): Promise<string>
  owner: Pool
}

/** A payment of 5.00 for a booking or an order. @returns its `eventId` */
const insertPayment = (owner: Made['owner'], schema: 'booking' | 'checkout', target_id: string, changes: object = {}) =>
  insertNotification(owner, schema, { target_id, amount: '5.00', ...changes })

/** A refund that is due, of a payment that was not applied. */
async function refundOf({ order, owner }: Made): Promise<string> {
  const target = await order(paid)
  await insertPayment(owner, 'checkout', target, { outcome: 'unapplied', reason: 'amount_mismatch' })
  const { rows } = await owner.query<{ id: string }>('select id from checkout.refund where target_id = $1', [target])
  return rows[0]?.id ?? ''
}

/** Makes a request that succeeds; the body defaults to the document's example. */
type Sample = (made: Made) => Promise<Partial<Request>> | Partial<Request>

const api = (path: string, body?: object) => ({ path: `/api${path}`, ...(body && { body }) })
const webhook = { url: 'https://receiver.example.com/hook', eventTypes: ['order.paid'] }

/** Requests by operation, where the document's example does not succeed. */
const samples: Readonly<Record<string, Sample>> = {
  startCheckout: () => ({ body: goodStay }),
  startStoreCheckout: () => ({ body: goodOrder }),
  cancelCheckout: async ({ booking }) => api(`/booking/checkout/sessions/${await booking()}/cancel`),
  confirmCashOnDelivery: async ({ order }) =>
    api(`/checkout/sessions/${await order('', { paymentMethod: 'cod' })}/confirm-cod`),
  openStorePaymentForm: async ({ order }) => api(`/checkout/sessions/${await order()}/gateway`),
  cancelStoreCheckout: async ({ order }) => api(`/checkout/sessions/${await order()}/cancel`),
  cancelStay: async ({ booking, owner }) => {
    const id = await booking(`${paid}, cancellation_tiers = '[{ "daysBefore": 0, "refundPercent": 20 }]'`)
    await insertPayment(owner, 'booking', id)
    return api(`/booking/bookings/${id}/cancel`, { refundAmount: '1.00' })
  },
  confirmBooking: async ({ booking }) => api(`/admin/bookings/${await booking(paid)}/confirm`),
  completeBooking: async ({ booking }) =>
    api(`/admin/bookings/${await booking(`${paid}, ${past}, status = 'confirmed'`)}/complete`),
  cancelBooking: async ({ booking }) => api(`/admin/bookings/${await booking()}/cancel`, { reason: 'asked' }),
  cancelPaidBooking: async ({ booking }) =>
    api(`/admin/bookings/${await booking(paid)}/cancel-paid`, { reason: 'asked', refundAmount: '0.00' }),
  confirmBookings: async ({ booking }) =>
    api('/admin/bookings/confirm', { ids: [await booking(paid), await booking(paid)] }),
  completeBookings: async ({ booking }) =>
    api('/admin/bookings/complete', { ids: [await booking(`${paid}, ${past}, status = 'confirmed'`)] }),
  shipOrder: async ({ order }) => api(`/admin/orders/${await order(paid)}/ship`),
  unshipOrder: async ({ order, created }) => {
    const id = await order(paid)
    await created(`/admin/orders/${id}/ship`, {})
    return api(`/admin/orders/${id}/unship`, { reason: 'asked' })
  },
  shipOrders: async ({ order }) => api('/admin/orders/ship', { ids: [await order(paid), await order(paid)] }),
  reallocateOrder: async ({ order }) => api(`/admin/orders/${await order(paid)}/reallocate`),
  completeOrder: async ({ order }) => api(`/admin/orders/${await order(`${paid}, status = 'shipped'`)}/complete`),
  cancelOrder: async ({ order }) => api(`/admin/orders/${await order()}/cancel`, { reason: 'asked' }),
  cancelPaidOrder: async ({ order }) =>
    api(`/admin/orders/${await order(paid)}/cancel-paid`, { reason: 'asked', refundAmount: '0.00' }),
  returnOrder: async ({ order }) => {
    const id = await order(`status = 'shipped', cod_confirmed_at = now()`, { paymentMethod: 'cod' })
    return api(`/admin/orders/${id}/returns`, { reason: 'asked' })
  },
  refundBooking: async ({ booking, owner }) => {
    const id = await booking(paid)
    await insertPayment(owner, 'booking', id)
    return api(`/admin/bookings/${id}/refunds`, { amount: '1.00', reason: 'asked' })
  },
  refundOrder: async ({ order, owner }) => {
    const id = await order(`${paid}, status = 'shipped'`)
    await insertPayment(owner, 'checkout', id)
    return api(`/admin/orders/${id}/refunds`, { amount: '1.00', reason: 'asked' })
  },
  decidePayment: async ({ order, owner }) => {
    const id = await order(paid)
    const used = { outcome: 'unapplied', reason: 'trade_number_used' }
    const eventId = await insertPayment(owner, 'checkout', id, used)
    return api('/admin/payments/decisions', { eventId, targetKind: 'order', decision: 'another-payment' })
  },
  refundDone: async made => api(`/admin/refunds/${await refundOf(made)}/done`, { reference: 'R-1' }),
  refundsDone: async made => api('/admin/refunds/done', { ids: [await refundOf(made)], reference: 'R-2' }),
  withdrawRefund: async made => {
    const id = await refundOf(made)
    await made.owner.query(`update checkout.refund set cause = 'goodwill' where id = $1`, [id])
    return api(`/admin/refunds/${id}/withdraw`, { reason: 'typed wrongly' })
  },
  changeStay: async ({ booking }) =>
    api(`/admin/bookings/${await booking(`${paid}, final_amount = 5`)}/change`, {
      guestCount: 7,
      price: 'kept',
      expectedAmount: '5.00',
      reason: 'asked',
    }),
  addBookingNote: async ({ booking }) => api(`/admin/bookings/${await booking()}/notes`, { text: 'once' }),
  addOrderNote: async ({ order }) => api(`/admin/orders/${await order()}/notes`, { text: 'once' }),
  addCustomerNote: () => api('/admin/customers/customer-member/notes', { text: 'once' }),
  releaseHolds: async ({ booking, order }) => {
    await booking("customer_id = 'customer-hsu'")
    await order("customer_id = 'customer-hsu'")
    return api('/admin/customers/customer-hsu/release-holds', { reason: 'asked' })
  },
  suspendCustomer: () => api('/admin/customers/customer-hiker/suspend', { reason: 'asked' }),
  joinCustomer: () => api('/admin/customers/customer-wu/join', { otherId: 'customer-lai' }),
  reactivateCustomer: () => api('/admin/customers/customer-suspended/reactivate'),
  claimCoupon: async ({ created }) =>
    api(`/admin/coupons/${await created('/admin/coupons', coupon('CLAIM'))}/claims`, { customerId: 'customer-member' }),
  createUser: () => api('/admin/users', { name: 'Once', email: 'once@campstore.test', role: 'operator' }),
  createProduct: () => api('/admin/products', { name: 'Once', variants: [variant('ONCE-1')] }),
  addVariant: () => api('/admin/products/p-ridgeline-tent/variants', variant('ONCE-2')),
  uploadImage: () => ({
    path: '/api/admin/images',
    body: pngOf(640, 480, 'once'),
    headers: { 'content-type': 'image/png' },
  }),
  createRentalListing: () =>
    api('/admin/rental-listings', {
      campgroundId: 'banyan-coast',
      variantId: 'brook-canoe-2-orange',
      priceWeekday: '350.00',
      priceHoliday: '500.00',
      discountRate: '0.15',
    }),
  createCoupon: () => api('/admin/coupons', coupon('ONCE')),
  cancelBookingsOfClosure: async ({ booking, created }) => {
    const ids = [await booking()]
    const { campgroundId, checkIn, checkOut } = goodStay
    const closure = { closureType: 'date_range', campgroundId, startDate: checkIn, endDate: checkOut, reason: 'storm' }
    const id = await created('/admin/campground-closures', closure)
    return api(`/admin/campground-closures/${id}/cancel-bookings`, { ids, reason: 'storm' })
  },
  rotateWebhookSecret: async ({ created }) =>
    api(`/admin/webhooks/${await created('/admin/webhooks', webhook)}/rotate-secret`),
  testWebhook: async ({ created }) => api(`/admin/webhooks/${await created('/admin/webhooks', webhook)}/test`),
  redeliverWebhook: async ({ created, owner }) => {
    const id = await created('/admin/webhooks', webhook)
    await owner.query(
      `insert into admin.webhook_delivery (id, webhook_id, event_id, event_type, body, status, created_at, give_up_at, completed_at)
       values ('delivery-1', $1, 'event-1', 'order.paid', '{}', 'failed', now(), now(), now())`,
      [id],
    )
    return api('/admin/webhook-deliveries/delivery-1/redeliver')
  },
}

const variant = (sku: string) => ({ sku, specification: 'once', price: '120.00' })

function coupon(code: string) {
  const percentage = { discountType: 'percentage', discountValue: '10.00', status: 'active' }
  return { code, name: code, ...percentage, startsAt: '2025-12-31T16:00:00.000Z', endsAt: '2035-12-31T16:00:00.000Z' }
}

/** A request of an operation that succeeds. */
export async function sampleOf(shop: Shop, owner: Pool, operation: (typeof operations)[number]): Promise<Request> {
  const bought = async (path: string, table: string, body: object, changed: string) => {
    // These requests together exceed the limits of one member.
    await owner.query(`update ${table} set customer_id = 'customer-wu' where customer_id = 'customer-member'`)
    await owner.query('update inventory.stock set on_hand = 1000 where on_hand < 500')
    await owner.query('update booking.zone set total_sites = 1000 where total_sites < 500')
    const request = { method: 'POST', path, as: 'member', body: { ...body, idempotencyKey: randomUUID() } }
    const answer = await sendTo(shop, request)
    if (answer.status !== 200) throw new Error(`${path}: ${answer.text}`)
    const { bookingId, orderId } = boughtSchema.parse(answer.data)
    const id = bookingId ?? orderId ?? ''
    if (changed) await owner.query(`update ${table} set ${changed} where id = $1`, [id])
    return id
  }
  const made: Made = {
    owner,
    booking: (changed = '') => bought('/api/booking/checkout/sessions', 'booking.booking', goodStay, changed),
    order: (changed = '', fields = {}) =>
      bought('/api/checkout/sessions', 'checkout.store_order', { ...goodOrder, ...fields }, changed),
    created: async (path, body) => {
      const { data } = await sendTo(shop, { method: 'POST', path: `/api${path}`, body })
      return createdSchema.parse(data).id
    },
  }
  return { ...goodRequest(operation), ...(await samples[operation.id]?.(made)) }
}
