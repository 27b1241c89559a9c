import { insertStock, insertVariant } from '@campstore/testing/catalogue'
import type { Client } from '@campstore/testing/client'
import { changeRow, type Fields, insertCustomer, insertRow, unique } from '@campstore/testing/rows'
import type { ServiceFixture } from '@campstore/testing/service-fixture'
import { insertNotification } from '@campstore/testing/stored-rows'
import { defaultStore } from '../../services/products/src/testing/catalogue-scenario.ts'
import { lists, searchable } from './declared-lists.ts'
import type { Services } from './services.ts'

/** How a list is read, and what its declaration does not say of it. */
export type ListRows = DeclaredAccess & Rows

/** Who may read the list, and its service's database. */
type DeclaredAccess = { client: Client; owner: ServiceFixture['owner'] }

type Rows = Partial<DeclaredAccess> & {
  /** Deletes its rows. */
  clear: string
  /** Inserts a row with values by the names of the list's fields and parameters; returns its id. */
  insert(values: Fields): Promise<string | number>
  /** Order where no parameter sets it, as `sort` would write it. */
  order?: string
  /** Fields that `q` searches (docs/contract/admin.md#search). */
  searched?: readonly string[]
  /** Phone numbers of which `q` searches the digits, and whether three are enough. */
  phones?: readonly string[]
  isOfDay?: boolean
  /** Parameters that every request has. */
  query?: Readonly<Record<string, string>>
  /** Fields with a different value in every row. */
  distinct?: readonly string[]
  /** Rows that are there always. */
  others?: readonly string[]
}

/** A member of a service's fixture. */
type Member<Name extends 'booking' | 'me'> = Awaited<ReturnType<Services[Name]['member']>>

/** `{ finalAmount: '1.00' }` as `{ final_amount: '1.00' }`. */
const columnsOf = (values: Fields): Fields =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`),
      value,
    ]),
  )

/** Deletes the rows of tables and of those that refer to them. */
const deleteAll = (...tables: string[]): string => `truncate ${tables.join()} cascade`

const arrival = { check_in: '2026-12-05', check_out: '2026-12-06' }
const spentOf: Record<string, string> = {
  bronze: '9999.99',
  silver: '10000.00',
  gold: '50000.00',
  platinum: '150000.00',
}

/** How to test each list, by the name of its route: staff with its permissions read it, unless its rows say who does. */
export async function openLists(services: Services): Promise<Record<string, ListRows>> {
  const chief = await services.admin.staff()
  const rows = await rowsOfLists(services, chief.id)
  const accessOf = (name: string): DeclaredAccess => {
    const { owner, permissions = [] } = [...lists, ...searchable].find(list => list.name === name) ?? {}
    if (owner === undefined) return { client: chief.client, owner: services.admin.owner }
    return { client: services[owner].administrator(permissions), owner: services[owner].owner }
  }
  return Object.fromEntries(Object.entries(rows).map(([name, own]) => [name, { ...accessOf(name), ...own }]))
}

async function rowsOfLists(services: Services, chiefId: string): Promise<Record<string, Rows>> {
  const { admin, booking, checkout, me, products } = services
  // A test of filters has rows that differ in one field alone.
  await admin.owner.query('alter table admin.webhook_delivery drop constraint webhook_delivery_event_id_webhook_id_key')
  return {
    ...listsOfAdmin(admin, chiefId),
    ...listsOfCampgrounds(booking),
    ...listsOfStays(booking, await booking.member()),
    ...listsOfCheckout(checkout),
    ...listsOfCustomers(me, await me.member()),
    ...listsOfProducts(products),
  }
}

function listsOfAdmin(admin: Services['admin'], chiefId: string): Record<string, Rows> {
  return {
    listUsers: {
      clear: `delete from admin.account where id <> '${chiefId}'`,
      insert: async values => (await admin.staff(columnsOf(values))).id,
      searched: ['name', 'email'],
      distinct: ['email'],
      others: [chiefId],
    },
    listAuditEntries: {
      // A trigger refuses to delete from the log.
      clear: `
        alter table admin.audit_entry disable trigger user;
        delete from admin.audit_entry;
        alter table admin.audit_entry enable trigger user;
        delete from admin.account where id <> '${chiefId}'`,
      insert: async ({ adminId, ...values }) => {
        if (adminId) await admin.staff({ id: adminId }).catch(() => undefined)
        const outcome = String(values.outcome ?? 'succeeded')
        const { id } = await insertRow(admin.owner, 'admin.audit_entry', {
          id: unique('entry'),
          at: '2026-11-20T08:00:00Z',
          admin_id: adminId ?? chiefId,
          action: 'shipOrder',
          request_id: 'request',
          client_address: '203.0.113.7',
          outcome,
          completed_at: outcome === 'started' ? null : '2026-11-20T08:00:01Z',
          ...columnsOf(values),
        })
        return String(id)
      },
      order: 'at,desc',
    },
    listWebhooks: {
      clear: deleteAll('admin.webhook', 'admin.webhook_delivery'),
      insert: values => insertWebhook(admin.owner, columnsOf(values)),
      order: 'createdAt,asc',
    },
    listWebhookDeliveries: {
      clear: deleteAll('admin.webhook', 'admin.webhook_delivery'),
      insert: values => insertDelivery(admin.owner, values),
      order: 'createdAt,desc',
    },
  }
}

function listsOfCampgrounds(booking: Services['booking']): Record<string, Rows> {
  return {
    listAdminClosures: {
      clear: deleteAll('booking.closure', 'booking.campground'),
      insert: async ({ campgroundId = unique('camp'), ...values }) => {
        const id = String(campgroundId)
        const campground = { id, name: 'Camp', region: 'Region', active: true }
        await insertRow(booking.owner, 'booking.campground', campground, 'on conflict do nothing')
        return booking.scenario.closure({ id }, { closure_type: 'weekly', weekday: 1, ...columnsOf(values) })
      },
      order: 'id,asc',
    },
    listAdminCampgrounds: {
      clear: deleteAll('booking.campground'),
      insert: async values => (await booking.scenario.campground(columnsOf(values))).id,
      order: 'id,asc',
    },
    listRentalListings: {
      clear: deleteAll('booking.campground', 'catalog.equipment_item'),
      insert: values => insertListing(booking.owner, values),
      order: 'id,asc',
    },
    listHolidays: {
      clear: deleteAll('booking.holiday'),
      insert: async ({ date = '2026-12-05' }) => {
        await booking.scenario.holiday(String(date))
        return String(date)
      },
      order: 'date,asc',
      distinct: ['date'],
    },
  }
}

function listsOfStays(booking: Services['booking'], member: Member<'booking'>): Record<string, Rows> {
  const insertBooking = async (given: Fields) => {
    const { guestName, guestPhone, ...values } = await ofCustomer(booking.owner, given)
    const paid = values.paidAt ? { payment_status: 'paid' } : {}
    const contact = JSON.stringify({ name: guestName ?? 'Guest', phone: guestPhone ?? '1' })
    const guest = guestName || guestPhone ? { contact } : {}
    return booking.scenario.booking({ ...paid, ...guest, ...columnsOf(values) })
  }
  const searches = {
    searched: ['id', 'campgroundName', 'customerName', 'customerEmail', 'guestName', 'currentName', 'currentEmail'],
    phones: ['guestPhone', 'currentPhone'],
  }
  return {
    listAdminBookings: { clear: deleteAll('booking.booking'), insert: insertBooking, ...searches },
    listStays: {
      clear: deleteAll('booking.booking'),
      query: { kind: 'arriving', day: arrival.check_in },
      insert: values => insertBooking({ status: 'confirmed', payment_status: 'paid', ...arrival, ...values }),
      ...searches,
      isOfDay: true,
    },
    listBookings: {
      client: member.client,
      owner: booking.owner,
      clear: deleteAll('booking.booking'),
      insert: values => insertBooking({ customerId: member.customerId, ...values }),
      order: 'createdAt,desc',
    },
  }
}

function listsOfCheckout(checkout: Services['checkout']): Record<string, Rows> {
  return {
    listAdminOrders: {
      clear: deleteAll('checkout.store_order'),
      insert: async values => insertOrder(checkout, await ofCustomer(checkout.owner, values)),
      searched: ['id', 'buyerName', 'buyerEmail', 'recipientName', 'shippingAddress', 'currentName', 'currentEmail'],
      phones: ['shippingPhone', 'currentPhone'],
    },
    listPickingList: {
      clear: deleteAll('checkout.store_order'),
      insert: values => insertWaitingOrder(checkout, values),
      order: 'readyAt,asc',
      searched: ['id', 'recipientName', 'shippingAddress'],
      phones: ['shippingPhone'],
      isOfDay: true,
    },
    listAdminPayments: {
      clear: deleteAll('booking.payment_notification', 'checkout.payment_notification'),
      insert: async given => {
        const { customerId, ...values } = await ofCustomer(checkout.owner, given)
        const target = customerId ? { targetId: await checkout.scenario.order({ customer_id: customerId }) } : {}
        return insertPayment(checkout.owner, { ...values, ...target })
      },
      order: 'receivedAt,desc',
      searched: ['eventId', 'providerTradeNo', 'targetId', 'currentName', 'currentEmail'],
      phones: ['currentPhone'],
      distinct: ['eventId'],
    },
    listRefunds: {
      clear: deleteAll('booking.payment_notification', 'checkout.payment_notification'),
      insert: async values => insertRefund(checkout.owner, await ofCustomer(checkout.owner, values)),
      order: 'createdAt,asc',
      searched: ['targetId', 'currentName', 'currentEmail'],
      phones: ['currentPhone'],
    },
    listAdminCoupons: {
      clear: deleteAll('checkout.coupon'),
      insert: values => checkout.scenario.coupon(columnsOf(values)),
      searched: ['code', 'name'],
      distinct: ['code'],
    },
    listCouponClaims: {
      clear: deleteAll('checkout.coupon', 'checkout.store_order'),
      insert: async ({ couponId = unique('coupon'), customerId = unique('customer'), status, ...values }) => {
        const { rows } = await checkout.owner.query(
          `select exists (select from checkout.coupon where id = $1) as known,
            exists (select from checkout.coupon_claim where coupon_id = $1 and customer_id = $2) as claimed`,
          [couponId, customerId],
        )
        if (!rows[0].known) await checkout.scenario.coupon({ id: couponId })
        // A customer has one claim on a coupon: another one is another customer's.
        const customer = { customerId: rows[0].claimed ? unique('customer') : String(customerId) }
        const orderId = status && status !== 'available' ? await checkout.scenario.order() : null
        const claimed = { status: status ?? 'available', order_id: orderId, ...columnsOf(values) }
        return checkout.scenario.claim(customer, String(couponId), claimed)
      },
      order: 'id,desc',
    },
  }
}

function listsOfCustomers(me: Services['me'], buyer: Member<'me'>): Record<string, Rows> {
  return {
    listCustomers: {
      clear: `${deleteAll('member.tag')}; delete from member.customer where id <> '${buyer.customerId}'`,
      insert: async ({ tier, tagId, ...values }) => {
        const spent = tier ? { total_spent: spentOf[String(tier)] } : {}
        const customer = await me.member({ ...spent, ...columnsOf(values) })
        const tag = { id: String(tagId), name: 'tag' }
        if (tagId) await insertRow(me.owner, 'member.tag', tag, 'on conflict do nothing')
        if (tagId) await me.scenario.tagged(customer, tag)
        return customer.customerId
      },
      searched: ['id', 'name', 'email', 'phone'],
      phones: ['phone'],
      others: [buyer.customerId],
    },
    listOrders: {
      client: buyer.client,
      owner: me.owner,
      clear: deleteAll('checkout.store_order'),
      insert: values => me.scenario.order(buyer, columnsOf(values)),
      order: 'placedAt,desc',
    },
    listCoupons: {
      client: buyer.client,
      owner: me.owner,
      clear: deleteAll('checkout.coupon'),
      insert: async values => (await me.scenario.claim(buyer, columnsOf(values))).id,
      order: 'claimedAt,desc',
    },
  }
}

function listsOfProducts(products: Services['products']): Record<string, Rows> {
  return {
    listAdminProducts: {
      clear: deleteAll('catalog.product', 'catalog.sku', 'catalog.equipment_item'),
      insert: async ({ createdAt, sku, ...values }) => {
        const { id } = await products.scenario.addProduct({ ...values, variants: [sku ? { sku: String(sku) } : {}] })
        if (createdAt) await products.scenario.update('catalog.product', id, { created_at: createdAt })
        return id
      },
      searched: ['name', 'sku'],
      distinct: ['id'],
    },
    listMovements: {
      clear: deleteAll('inventory.movement', 'catalog.sku', 'catalog.equipment_item'),
      insert: values => insertMovement(products.owner, values),
      order: 'createdAt,desc',
      searched: ['reason'],
    },
    listStock: {
      clear: deleteAll('catalog.product', 'catalog.sku', 'catalog.equipment_item'),
      insert: values => insertStocked(products, values),
      searched: ['sku', 'productName', 'specification'],
      distinct: ['variantId', 'sku'],
    },
  }
}

/** With the id of a customer whose present data are given, if they are. */
async function ofCustomer(
  owner: ServiceFixture['owner'],
  { currentName, currentEmail, currentPhone, ...values }: Fields,
): Promise<Fields> {
  const present = Object.entries({ name: currentName, email: currentEmail, phone: currentPhone })
  const given = Object.fromEntries(present.filter(([, value]) => value !== undefined))
  return Object.keys(given).length === 0
    ? values
    : { ...values, customerId: (await insertCustomer(owner, { ...given, email_verified: false })).customerId }
}

async function insertListing(owner: ServiceFixture['owner'], values: Fields): Promise<string> {
  const { id = unique('listing'), campgroundId = unique('camp'), variantId = unique('variant') } = values
  const campground = { id: campgroundId, name: 'Camp', region: 'Region' }
  await insertRow(owner, 'booking.campground', campground, 'on conflict do nothing')
  const { rowCount } = await owner.query('select from catalog.variant where id = $1', [variantId])
  if (rowCount === 0) await insertVariant(owner, { variant: { id: String(variantId) } })
  await insertRow(owner, 'booking.rental_listing', {
    id,
    campground_id: campgroundId,
    variant_id: variantId,
    price_weekday: '100.00',
    price_holiday: '150.00',
  })
  return String(id)
}

async function insertOrder(
  { owner, scenario }: Services['checkout'],
  { readyToShip, couponId, variantId, ...values }: Fields,
): Promise<string> {
  const id = await scenario.order({
    ...(couponId ? { coupon_claim_id: 1, coupon: JSON.stringify({ id: couponId }) } : {}),
    ...(values.status === 'cancelled' ? { cancelled_because: 'member' } : {}),
    ...(values.paidAt ? { placed_at: values.paidAt, payment_status: 'paid' } : {}),
    ...columnsOf(values),
    ...(readyToShip === 'true' ? { status: 'unshipped', payment_status: 'paid' } : {}),
  })
  const isOnHold = values.status === undefined && values.paymentStatus === undefined && readyToShip !== 'true'
  const ended = { status: 'released', ended_at: '2026-11-20T08:00:00Z' }
  const held = { status: 'active', expires_at: '2026-11-20T08:15:00Z' }
  if (variantId) await insertItem(owner, id, String(variantId), isOnHold ? held : ended)
  return id
}

/** A paid order of two pieces from one location, which has only one of them where it is not shippable. */
async function insertWaitingOrder(
  { owner, scenario }: Services['checkout'],
  { locationId = 'store-1', shippable, readyAt = '2026-11-20T08:00:00Z', ...values }: Fields,
): Promise<string> {
  const id = await scenario.order({ payment_status: 'paid', paid_at: readyAt, ...columnsOf(values) })
  const variant = await insertVariant(owner)
  await insertStock(owner, variant, { id: String(locationId) }, shippable === 'false' ? 1 : 2)
  await owner.query('update inventory.stock set reserved = 2 where variant_id = $1', [variant.variantId])
  await insertItem(owner, id, variant.variantId, { location_id: locationId, quantity: 2, status: 'active' })
  return id
}

async function insertItem(owner: ServiceFixture['owner'], orderId: string, variantId: string, reservation: Fields) {
  const [item, quantity] = [{ order_id: orderId, variant_id: variantId }, 1]
  const snapshot = { product_id: 'product', sku: 'SKU', product_name: 'Tent', specification: 'Sand', brand_name: '' }
  const price = { line: 0, unit_price: '500.00', quantity, line_total: '500.00' }
  await insertRow(owner, 'checkout.order_item', { ...item, ...snapshot, ...price })
  await insertRow(owner, 'checkout.stock_reservation', { ...item, location_id: 'store-1', quantity, ...reservation })
}

async function insertPayment(owner: ServiceFixture['owner'], values: Fields): Promise<string> {
  const { targetKind = 'order', outcome = values.reason ? 'unapplied' : 'applied', decided, ...rest } = values
  const decision = { decision: 'same-payment', decided_by: 'admin-1', decided_at: '2026-11-21T08:00:00Z' }
  const ofOutcome: Record<string, Fields> = {
    applied: { outcome: 'applied', reason: null },
    unapplied: { outcome: 'unapplied', reason: rest.reason ?? 'cancelled' },
    failed: { outcome: 'noted', type: 'payment.failed', reason: null },
    repeated: { outcome: 'repeated', reason: null },
  }
  return insertNotification(owner, targetKind === 'order' ? 'checkout' : 'booking', {
    target_id: 'target',
    provider_trade_no: 'T-1',
    paid_at: '2026-11-01T15:59:00Z',
    ...columnsOf(rest),
    ...ofOutcome[String(outcome)],
    ...(decided === 'true' && { outcome: 'unapplied', reason: 'trade_number_used', ...decision }),
  })
}

/** Inserts a variant with 5 pieces at a store, unless it is there. */
async function insertStocked({ owner, scenario }: Services['products'], values: Fields): Promise<string> {
  const { variantId, productName, specification, sku, available = 5, kind = 'store' } = values
  const { rowCount } = await owner.query('select from catalog.variant where id = $1', [variantId])
  if (rowCount !== 0) return String(variantId)
  const { locationId = kind === 'store' ? defaultStore : unique('counter') } = values
  const campground = kind === 'store' ? null : unique('camp')
  const location = { id: locationId, name: 'Shop', kind, campground_id: campground }
  const replaced = 'on conflict (id) do update set kind = excluded.kind, campground_id = excluded.campground_id'
  await insertRow(owner, 'inventory.location', location, replaced)
  const variant = {
    ...(variantId ? { id: String(variantId) } : {}),
    ...(sku ? { sku: String(sku) } : {}),
    ...(specification ? { specification: String(specification) } : {}),
    stock: [{ locationId: String(locationId), onHand: Number(available) }],
  }
  const name = productName ? { name: String(productName) } : {}
  const { variants } = await scenario.addProduct({ ...name, variants: [variant] })
  return variants[0]?.id ?? ''
}

async function insertRefund(owner: ServiceFixture['owner'], values: Fields): Promise<string> {
  const { targetKind = 'order', status = values.doneAt ? 'done' : 'due', ...rest } = values
  // Its payment opens it.
  const eventId = await insertPayment(owner, { targetKind, reason: 'already_paid' })
  const closed = { reference: 'R-1', done_at: '2026-11-21T08:00:00Z', done_by_type: 'admin', done_by_id: 'admin-1' }
  const table = `${targetKind === 'order' ? 'checkout' : 'booking'}.refund`
  const { rows } = await owner.query<{ id: string }>(`select id from ${table} where event_id = $1`, [eventId])
  const id = rows[0]?.id ?? ''
  await changeRow(owner, table, id, { status, ...(status === 'done' && closed), ...columnsOf(rest) })
  return id
}

async function insertMovement(owner: ServiceFixture['owner'], values: Fields): Promise<number> {
  const { variantId = 'moved', locationId = 'store-1' } = values
  const { rowCount } = await owner.query('select from catalog.variant where id = $1', [variantId])
  if (rowCount === 0) await insertVariant(owner, { variant: { id: variantId } })
  const location = { id: locationId, name: 'Store', kind: 'store' }
  await insertRow(owner, 'inventory.location', location, 'on conflict do nothing')
  const { id } = await insertRow(owner, 'inventory.movement', {
    variant_id: variantId,
    location_id: locationId,
    quantity_delta: 1,
    reason: 'counted',
    on_hand_after: 1,
    created_by: 'admin-1',
    created_at: '2026-11-20T08:00:00Z',
    ...columnsOf(values),
  })
  return Number(id)
}

/** A webhook that is not active, so that nothing is sent. */
async function insertWebhook(owner: ServiceFixture['owner'], values: Fields): Promise<string> {
  const [id, at] = [unique('webhook'), '2026-11-20T08:00:00Z']
  const row = {
    id,
    url: 'https://example.com',
    event_types: [],
    active: false,
    secret: '',
    created_at: at,
    updated_at: at,
  }
  await insertRow(owner, 'admin.webhook', { ...row, ...values }, 'on conflict do nothing')
  return String(values.id ?? id)
}

async function insertDelivery(owner: ServiceFixture['owner'], { webhookId, ...values }: Fields): Promise<string> {
  const [id, at] = [unique('delivery'), '2026-11-20T08:00:00Z']
  const isPending = values.status === 'pending'
  const { id: stored } = await insertRow(owner, 'admin.webhook_delivery', {
    id,
    webhook_id: await insertWebhook(owner, webhookId ? { id: webhookId } : {}),
    event_id: id,
    event_type: 'order.paid',
    body: '{}',
    status: 'delivered',
    created_at: at,
    next_attempt_at: isPending ? at : null,
    give_up_at: at,
    completed_at: isPending ? null : at,
    ...columnsOf(values),
  })
  return String(stored)
}
