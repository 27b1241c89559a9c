import { createScenario as createCampgrounds } from '@campstore/booking/testing/scenario'
import { createScenario } from '@campstore/checkout/testing/scenario'
import { test as base } from '@campstore/testing/fixtures'
import type { OidcIssuer } from '@campstore/testing/oidc-issuer'
import { serviceNames } from '@campstore/testing/processes'
import { insertCustomer, insertRow } from '@campstore/testing/rows'
import { send } from '@campstore/testing/send'
import { eventually } from '@campstore/testing/waiting'
import type { Pool } from 'pg'
import { z } from 'zod'
import { startSystem } from '../system/system.ts'
import { type Credential, goodCredentials } from './credentials.ts'
import { claims, goodCheckout, goodOrder, goodRecipient, inDays } from './samples.ts'

const day = 86_400_000

/** The gateway and all services, real processes, with one of everything that a bad request could change. */
export type Shop = {
  url: string
  /** Addresses of the services behind the gateway, by name. */
  services: Readonly<Record<string, string>>
  /** The value, or values, of the `Authorization` header that a credential stands for. */
  authorizationOf(credential: Credential): Promise<string | string[] | undefined>
  /** Ids of bookings and orders, by the words that stand for them in paths: `{booking}`, `{orderPaid}`. */
  ids: Readonly<Record<string, string>>
  /** Rows of every table, counted and hashed: equal exactly when nothing was written. */
  storedRows(): Promise<Record<string, string>>
  /** What was stored before the first bad request. */
  rowsBefore: Readonly<Record<string, string>>
}

/** Vitest's test with a shop for the file. */
export const test = base.extend('shop', { scope: 'file' }, async ({ database, vhost, issuer }, { onCleanup }) => {
  const owner = database.pool()
  await insertPeople(owner)
  await insertCampgrounds(owner)
  await insertGoods(owner)
  const system = await startSystem({
    services: serviceNames,
    processes: 1,
    database: { ...database, drop: async () => {} },
    rabbitmqUrl: vhost.url,
    identity: issuer.environment,
    sweepSeconds: 3600,
  })
  onCleanup(() => system.stop())
  const ids = await buy(system.url, issuer, owner)
  await eventually(() => requireEmptyOutboxes(owner))
  const authorizations = new Map<Credential, ReturnType<Credential>>()
  const shop: Shop = {
    url: system.url,
    services: Object.fromEntries(serviceNames.map(name => [name, system.process(name, 0).url])),
    ids,
    authorizationOf: credential => {
      const authorization = authorizations.get(credential) ?? credential(issuer)
      authorizations.set(credential, authorization)
      return authorization
    },
    storedRows: () => storedRows(owner),
    rowsBefore: await storedRows(owner),
  }
  return shop
})

async function insertPeople(owner: Pool): Promise<void> {
  for (const status of ['active', 'suspended', 'deleted']) {
    await insertCustomer(owner, { id: `customer-${status}`, firebase_uid: `subject-${status}`, status })
  }
  await insertCustomer(owner, { id: 'customer-other', firebase_uid: 'subject-other' })
  const at = '2026-01-01T00:00:00Z'
  for (const name of ['admin', 'operator', 'warehouse', 'inactive']) {
    const role = name === 'inactive' ? 'admin' : name
    const account = { id: `account-${name}`, email: `${name}@campstore.test`, name: 'Chen Yi', role }
    const state = { active: name !== 'inactive', firebase_uid: `subject-${name}`, created_at: at, updated_at: at }
    await insertRow(owner, 'admin.account', { ...account, ...state })
  }
}

async function insertCampgrounds(owner: Pool): Promise<void> {
  const set = createCampgrounds(owner)
  await set.policy()
  const pine = await set.campground({ id: 'camp-pine' })
  await set.zone(pine, { id: 'zone-lawn', total_sites: 10 })
  await set.zone(pine, { id: 'zone-asleep', active: false })
  await set.listing(pine, { listing: { id: 'listing-tent' }, variant: { id: 'variant-tent' }, onHand: 5 })
  await set.listing(pine, { listing: { id: 'listing-stove' }, variant: { id: 'variant-stove' } })
  await set.listing(pine, { listing: { id: 'listing-off', active: false }, variant: { id: 'variant-unlisted' } })
  await set.closure(pine, { id: 77, closure_type: 'date_range', start_date: inDays(60), end_date: inDays(61) })
  const lake = await set.campground({ id: 'camp-lake' })
  await set.zone(lake, { id: 'zone-shore' })
  await set.listing(lake, { listing: { id: 'listing-boat' }, variant: { id: 'variant-boat' } })
  const closed = await set.campground({ id: 'camp-closed' })
  await set.zone(closed, { id: 'zone-closed' })
  await set.closure(closed, { closure_type: 'date_range', start_date: inDays(0), end_date: inDays(100) })
  const gone = await set.campground({ id: 'camp-gone', active: false })
  await set.zone(gone, { id: 'zone-gone' })
}

async function insertGoods(owner: Pool): Promise<void> {
  const set = createScenario(owner)
  await set.variant({ product: { id: 'product-lamp' }, variant: { id: 'variant-lamp' }, sku: { code: 'LAMP-1' } })
  await set.variant({ product: { id: 'product-cup' }, variant: { id: 'variant-cup', price: '300.00' }, onHand: 100 })
  await set.variant({ variant: { id: 'variant-empty' }, onHand: 0 })
  await set.variant({ variant: { id: 'variant-priceless', price: null } })
  await set.variant({ product: { id: 'product-bare' }, variant: { id: 'variant-off', active: false } })
  await set.variant({ variant: { id: 'variant-sku-off' }, sku: { active: false } })
  const itemOff = { product: { id: 'product-item-off' }, variant: { id: 'variant-item-off' }, item: { active: false } }
  await set.variant(itemOff)
  await set.variant({ product: { id: 'product-off', status: 'inactive' }, variant: { id: 'variant-product-off' } })
  await set.coupon({ id: 'coupon-autumn', code: 'AUTUMN' })
  await set.claim({ customerId: 'customer-other' }, 'coupon-autumn')
  const [own, other] = [{ customerId: 'customer-active' }, { customerId: 'customer-other' }]
  const at = (days: number) => new Date(Date.now() + days * day)
  const claim = async (id: number, customer: typeof own, coupon: object = {}, state: object = {}) => {
    const couponId = await set.coupon({ starts_at: at(-1), ends_at: at(1), ...coupon })
    await set.claim(customer, couponId, { id, ...state })
  }
  await claim(claims.free, own)
  await claim(claims["another member's"], other)
  await claim(claims['of an inactive coupon'], own, { status: 'inactive' })
  await claim(claims['of a coupon that has ended'], own, { starts_at: at(-2), ends_at: at(-1) })
  await claim(claims['of a coupon that has not begun'], own, { starts_at: at(1), ends_at: at(2) })
  await claim(claims['of a coupon for dearer orders'], own, { min_spend: '500.01' })
  await claim(claims['on another order'], own, {}, { status: 'applied', order_id: 'of-mine' })
  await claim(claims['that was used'], own, {}, { status: 'used', order_id: 'of-mine-before' })
}

const sessionSchema = z.object({ data: z.object({ bookingId: z.string().optional(), orderId: z.string().optional() }) })

/** Buys through the gateway, then moves what is to be in another state there by SQL. The idempotency keys are the words. */
async function buy(url: string, issuer: OidcIssuer, owner: Pool): Promise<Record<string, string>> {
  const ids: Record<string, string> = {}
  const hold = async (path: string, body: object, word: string, table: string, changed: string) => {
    const buyer = word.endsWith('Foreign') ? goodCredentials.otherMember : goodCredentials.member
    const headers = { authorization: await buyer(issuer) }
    const answer = await send(
      url,
      { method: 'POST', path, headers, body: { ...body, idempotencyKey: word } },
      { isChecked: true },
    )
    if (answer.status !== 200) throw new Error(`${word}: ${answer.status} ${answer.text}`)
    const { bookingId, orderId } = sessionSchema.parse(JSON.parse(answer.text)).data
    ids[word] = bookingId ?? orderId ?? ''
    if (changed) await owner.query(`update ${table} set ${changed} where id = $1`, [ids[word]])
  }
  const book = (word: string, changed = '') =>
    hold('/api/booking/checkout/sessions', { ...goodCheckout, rentals: [] }, word, 'booking.booking', changed)
  const items = [{ variantId: 'variant-cup', quantity: 1 }]
  const order = (word: string, changed = '', changes: object = {}) =>
    hold('/api/checkout/sessions', { ...goodOrder, items, ...changes }, word, 'checkout.store_order', changed)
  const overdue = `checkout_expires_at = now() - interval '1 minute'`
  const paid = `payment_status = 'paid', paid_at = now()`
  const cod = { paymentMethod: 'cod' }
  await book('booking')
  await book('bookingForeign')
  await book('bookingOverdue', overdue)
  await book('bookingPaid', paid)
  await book('bookingConfirmed', `${paid}, status = 'confirmed'`)
  await book('bookingCompleted', `${paid}, status = 'completed'`)
  await book('bookingCancelled', `status = 'cancelled'`)
  await order('order')
  await order('orderForeign')
  await order('orderDraft', '', { shipping: null })
  await order('orderMethodless', '', { paymentMethod: null })
  await order('orderCodDraft', '', { ...cod, shipping: { ...goodRecipient, phone: ' ' } })
  await order('orderCod', '', cod)
  await order('orderCodConfirmed', 'cod_confirmed_at = now()', cod)
  await order('orderOverdue', overdue)
  await order('orderCodOverdue', overdue, cod)
  await order('orderExpired', `status = 'cancelled', cancelled_because = 'expired'`)
  await order('orderCancelled', `status = 'cancelled', cancelled_because = 'member'`)
  await order('orderPaid', paid)
  await order('orderShipped', `${paid}, status = 'shipped'`)
  await order('orderCompleted', `${paid}, status = 'completed'`)
  return ids
}

async function requireEmptyOutboxes(owner: Pool): Promise<void> {
  const { rowCount } = await owner.query('select from booking.outbox union all select from checkout.outbox')
  if (rowCount !== 0) throw new Error('an outbox still holds messages')
}

async function storedRows(owner: Pool): Promise<Record<string, string>> {
  const { rows: tables } = await owner.query<{ name: string }>(/* sql */ `
    select format('%I.%I', schemaname, tablename) as name
    from pg_tables
    where schemaname in ('booking', 'checkout', 'member', 'catalog', 'inventory', 'admin')
    order by name`)
  const stored: Record<string, string> = {}
  for (const { name } of tables) {
    // Refused writes of administrators are recorded: that is no change.
    const changing = name === 'admin.audit_entry' ? `where outcome not in ('refused', 'failed')` : ''
    const { rows } = await owner.query<{ content: string }>(/* sql */ `
      select count(*) || ' rows, ' || md5(coalesce(string_agg(line::text, E'\n' order by line::text), '')) as content
      from ${name} line
      ${changing}`)
    stored[name] = rows[0]?.content ?? ''
  }
  return stored
}
