import { createScenario as createCampgrounds } from '@campstore/booking/testing/scenario'
import { ecpayTestShop } from '@campstore/checkout/testing/checkout-fixture'
import { createScenario } from '@campstore/checkout/testing/scenario'
import type { OidcIssuer } from '@campstore/testing/oidc-issuer'
import { insertRow } from '@campstore/testing/rows'
import type { Pool } from 'pg'
import { z } from 'zod'
import { inDays } from './campground-shop.ts'
import { goodCredentials } from './credentials.ts'
import type { Request } from './requests.ts'
import { send } from './send.ts'
import type { Trade } from './shop.ts'
import { goodRecipient } from './store-shop.ts'

/** Everything that is administered, one of each, and bookings and orders in the states that refuse something. */
export const administration: Trade = {
  services: ['booking', 'checkout', 'products', 'me', 'admin'],
  environment: ecpayTestShop,
  furnish,
  sellSome,
}

const closureId = 77

async function furnish(owner: Pool): Promise<void> {
  const at = '2026-01-01T00:00:00Z'
  for (const [role, active] of [
    ['admin', true],
    ['operator', true],
    ['warehouse', true],
    ['inactive', false],
  ] as const) {
    const account = { id: `account-${role}`, email: `${role}@campstore.test`, name: 'Chen Yi', active }
    const bound = { role: role === 'inactive' ? 'admin' : role, firebase_uid: `subject-${role}` }
    await insertRow(owner, 'admin.account', { ...account, ...bound, created_at: at, updated_at: at })
  }
  const camps = createCampgrounds(owner)
  await camps.policy()
  const pine = await camps.campground({ id: 'camp-pine' })
  await camps.zone(pine, { id: 'zone-lawn', total_sites: 10 })
  const dates = { start_date: inDays(60), end_date: inDays(61) }
  await camps.closure(pine, { id: closureId, closure_type: 'date_range', ...dates })
  const goods = createScenario(owner)
  await goods.variant({ product: { id: 'product-lamp' }, variant: { id: 'variant-lamp' }, sku: { code: 'LAMP-1' } })
  await goods.variant({ product: { id: 'product-stove' }, variant: { id: 'variant-stove' }, onHand: 100 })
  await goods.coupon({ id: 'coupon-autumn', code: 'AUTUMN' })
  await goods.claim({ customerId: 'customer-other' }, 'coupon-autumn')
}

const sessionMade = z.object({ data: z.object({ bookingId: z.string().optional(), orderId: z.string().optional() }) })

/** Buys through the gateway, then moves what is to be in another state there by hand. */
async function sellSome(url: string, issuer: OidcIssuer, owner: Pool): Promise<Record<string, string>> {
  const buy = async (path: string, body: object): Promise<string> => {
    const answer = await send(url, { method: 'POST', path, body }, await goodCredentials.member(issuer))
    const { bookingId, orderId } = sessionMade.parse(JSON.parse(answer.text)).data
    return bookingId ?? orderId ?? ''
  }
  const book = async (idempotencyKey: string, changed = '') => {
    const stay = { campgroundId: 'camp-pine', checkIn: inDays(30), checkOut: inDays(32), guestCount: 2 }
    const lines = { zones: [{ zoneId: 'zone-lawn', quantity: 1 }], rentals: [] }
    const body = { ...stay, ...lines, paymentMethod: 'gateway-credit', idempotencyKey }
    const id = await buy('/api/booking/checkout/sessions', body)
    if (changed) await owner.query(`update booking.booking set ${changed} where id = $1`, [id])
    return id
  }
  const order = async (idempotencyKey: string, changed = '', paymentMethod = 'gateway-credit') => {
    const items = [{ variantId: 'variant-stove', quantity: 1 }]
    const body = { items, shipping: goodRecipient, paymentMethod, idempotencyKey }
    const id = await buy('/api/checkout/sessions', body)
    if (changed) await owner.query(`update checkout.store_order set ${changed} where id = $1`, [id])
    return id
  }
  const paid = `payment_status = 'paid', paid_at = now()`
  return {
    admin: 'account-admin',
    customer: 'customer-active',
    product: 'product-lamp',
    coupon: 'coupon-autumn',
    closure: String(closureId),
    booking: await book('unpaid'),
    bookingPaid: await book('paid', paid),
    bookingConfirmed: await book('confirmed', `${paid}, status = 'confirmed'`),
    bookingCompleted: await book('completed', `${paid}, status = 'completed'`),
    bookingCancelled: await book('cancelled', `status = 'cancelled'`),
    order: await order('unpaid'),
    orderCod: await order('cod', '', 'cod'),
    orderPaid: await order('paid', paid),
    orderShipped: await order('shipped', `${paid}, status = 'shipped'`),
    orderCompleted: await order('completed', `${paid}, status = 'completed'`),
    orderCancelled: await order('cancelled', `status = 'cancelled', cancelled_because = 'member'`),
  }
}

const admin = '/api/admin'

/** Every write that takes a body, with one that it would take. The id in the path is a word of `sellSome`. */
export const goodWrites = {
  'create a user': {
    method: 'POST',
    path: `${admin}/users`,
    body: { name: 'Lo Han', email: 'lo@campstore.test', role: 'operator' },
  },
  'change a user': { method: 'PATCH', path: `${admin}/users/{admin}`, body: { name: 'Lo Han' } },
  'replace overrides': {
    method: 'PUT',
    path: `${admin}/users/{admin}/permissions`,
    body: { overrides: { orders: { view: true, edit: false } } },
  },
  'change a customer': {
    method: 'PATCH',
    path: `${admin}/customers/{customer}`,
    body: { name: 'Lin-Mei', phone: '0912345678', birthday: '1990-02-03', points: 1 },
  },
  'cancel an order': { method: 'POST', path: `${admin}/orders/{order}/cancel`, body: { reason: 'no payment' } },
  'cancel a booking': { method: 'POST', path: `${admin}/bookings/{booking}/cancel`, body: { reason: 'no payment' } },
  'create a product': {
    method: 'POST',
    path: `${admin}/products`,
    body: { name: 'Lantern', variants: [{ sku: 'LANTERN-1', specification: 'green', price: '10.00' }] },
  },
  'set the status of a product': { method: 'PUT', path: `${admin}/products/{product}`, body: { status: 'inactive' } },
  'change a product': { method: 'PATCH', path: `${admin}/products/{product}`, body: { name: 'Lantern' } },
  'add a variant': {
    method: 'POST',
    path: `${admin}/products/{product}/variants`,
    body: { sku: 'LANTERN-2', specification: 'green', price: '10.00' },
  },
  'change variants': {
    method: 'PATCH',
    path: `${admin}/products/{product}/variants`,
    body: { variants: [{ id: 'variant-lamp', price: '11.00' }] },
  },
  'move stock': {
    method: 'POST',
    path: `${admin}/inventory-movements`,
    body: { variantId: 'variant-lamp', locationId: 'store-1', quantityDelta: 1, reason: 'delivered' },
  },
  'create a coupon': {
    method: 'POST',
    path: `${admin}/coupons`,
    body: {
      code: 'WINTER',
      name: 'Winter',
      discountType: 'percentage',
      discountValue: '10.00',
      startsAt: '2026-12-01T00:00:00Z',
      endsAt: '2027-01-01T00:00:00Z',
    },
  },
  'change a coupon': { method: 'PATCH', path: `${admin}/coupons/{coupon}`, body: { name: 'Late autumn' } },
  'give a coupon': {
    method: 'POST',
    path: `${admin}/coupons/{coupon}/claims`,
    body: { customerId: 'customer-active' },
  },
  'create a closure': {
    method: 'POST',
    path: `${admin}/campground-closures`,
    body: { campgroundId: 'camp-pine', closureType: 'weekly', weekday: 1, reason: 'rest' },
  },
  'change a closure': { method: 'PATCH', path: `${admin}/campground-closures/{closure}`, body: { reason: 'Typhoon' } },
} satisfies Record<string, Request & { body: object }>

/** Writes without a body. */
export const goodActs: Record<string, Request> = {
  'suspend a customer': { method: 'POST', path: `${admin}/customers/{customer}/suspend` },
  'ship an order': { method: 'POST', path: `${admin}/orders/{orderPaid}/ship` },
  'complete an order': { method: 'POST', path: `${admin}/orders/{orderShipped}/complete` },
  'confirm a booking': { method: 'POST', path: `${admin}/bookings/{bookingPaid}/confirm` },
  'complete a booking': { method: 'POST', path: `${admin}/bookings/{bookingConfirmed}/complete` },
  'remove a closure': { method: 'DELETE', path: `${admin}/campground-closures/{closure}` },
}

/** What can be read of one thing. */
export const goodReads: Record<string, Request> = {
  'a user': { path: `${admin}/users/{admin}` },
  'a customer': { path: `${admin}/customers/{customer}` },
  'an order': { path: `${admin}/orders/{order}` },
  'a booking': { path: `${admin}/bookings/{booking}` },
  'a product': { path: `${admin}/products/{product}` },
  'a coupon': { path: `${admin}/coupons/{coupon}` },
  'a closure': { path: `${admin}/campground-closures/{closure}` },
  'the bookings of a closure': { path: `${admin}/campground-closures/{closure}/bookings` },
}

/** Every list, with filters that it would take. */
export const goodLists: Record<string, string> = {
  users: 'q=a&role=admin&active=true&sort=email,asc',
  customers: 'q=a&status=active&tier=gold&tagId=a&tagId=b&sort=totalSpent,desc',
  orders: 'q=a&status=shipped&paymentStatus=paid&paymentMethod=cod&placedFrom=2026-01-01&placedTo=2026-01-02',
  bookings: 'q=a&status=pending&paymentStatus=paid&campgroundId=a&region=a&hasRental=true&checkInFrom=2026-01-01',
  products: 'q=a&status=active&category=a&brand=a&sort=name,desc',
  'inventory-movements': 'variantId=a&locationId=a&createdFrom=2026-01-01&createdTo=2026-01-01',
  coupons: 'q=a&status=active&sort=code,asc',
  payments:
    'outcome=unapplied&reason=cancelled&targetKind=order&targetId=a&receivedFrom=2026-01-01&receivedTo=2026-01-02',
  'campground-closures': 'campgroundId=a',
  'campground-closures/{closure}/bookings': 'page=0',
}
