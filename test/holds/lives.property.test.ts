import { randomUUID } from 'node:crypto'
import { bookingHold } from '@campstore/booking/booking-hold'
import { createBookingActions } from '@campstore/booking/testing/booking-actions'
import { cancelStay, readCancellation } from '@campstore/booking/use-cases/cancel-stay'
import { changeBooking } from '@campstore/booking/use-cases/change-booking'
import { changeStay } from '@campstore/booking/use-cases/change-stay'
import { orderHold } from '@campstore/checkout/order-hold'
import { createOrderActions } from '@campstore/checkout/testing/order-actions'
import { changeOrder, shipOrder } from '@campstore/checkout/use-cases/change-order'
import { decidePayment } from '@campstore/checkout/use-cases/decide-payment'
import { recordRefund } from '@campstore/checkout/use-cases/record-refund'
import { returnOrder } from '@campstore/checkout/use-cases/return-order'
import { money } from '@campstore/core/money'
import { applyNotification, type Notification } from '@campstore/holds/apply-notification'
import type { HoldKind } from '@campstore/holds/hold-definition'
import { memberOf, outcomeOf } from '@campstore/holds/testing/use-cases'
import { parsePurchaseEvent, purchaseChangeEvents, purchaseEvents } from '@campstore/me/domain/purchase'
import { recordPurchase } from '@campstore/me/use-cases/record-purchase'
import { silentLog } from '@campstore/messaging/testing/servers'
import { createTestDatabase } from '@campstore/testing/databases'
import { paymentFor, refundFor } from '@campstore/testing/payments'
import { insertCustomer, insertRow } from '@campstore/testing/rows'
import { createUseCaseDependencies } from '@campstore/testing/use-case-harness'
import { useFixture } from '@campstore/testing/use-fixture'
import { forAtMost } from '@campstore/testing/waiting'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { audit } from '../system/audit.ts'

// Whatever members, couriers, staff and the payment service do about bookings and orders, one after the other or at once: by the audit,
// stock, claims, takings, refunds, histories and spending agree. test/model/money.ts explores what each event does to one account.
const system = useFixture(async () => {
  const database = await createTestDatabase()
  const [bookings, orders] = await Promise.all([createBookingActions(database), createOrderActions(database)])
  const { clock } = orders
  const me = await createUseCaseDependencies({ database, clock, logger: silentLog }, { service: 'me', poolSize: 8 })
  const stop = async () => {
    await Promise.all([bookings.stop(), orders.stop(), me.close()])
    await database.drop()
  }
  return { bookings, orders, clock, me, stop }
})

const administrator = { kind: 'administrator', adminId: 'admin-1', permissions: ['payments.edit'] } as const
const reason = 'as agreed'
let customers: string[]
let zone: { id: string; campgroundId: string }

beforeAll(async () => {
  const { owner, scenario } = system.orders
  await scenario.location({ id: 'closed', active: false })
  await scenario.location({ id: 'rental', kind: 'rental', campground_id: 'camp' })
  const tiers = [30, 50, 100].map((refundPercent, week) => ({ daysBefore: 14 + 7 * week, refundPercent })).toReversed()
  await system.bookings.scenario.policy({ cancellation_tiers: JSON.stringify(tiers) })
  customers = await Promise.all(Array.from({ length: 4 }, async () => (await insertCustomer(owner)).customerId))
  await scenario.shipping('80.35', '1000.00')
  const campground = await system.bookings.scenario.campground()
  zone = await system.bookings.scenario.zone(campground, { total_sites: 100_000, price_weekday: '999.45' })
})

const anyLife = fc.record({
  kind: fc.constantFrom<HoldKind>('booking', 'order'),
  customer: fc.nat(3),
  week: fc.nat(2),
  pieces: fc.integer({ min: 1, max: 3 }),
  hasCoupon: fc.boolean(),
  isTurned: fc.boolean(),
  /** How many steps are taken at once. */
  atOnce: fc.constantFrom(1, 1, 3),
})
type Life = typeof anyLife extends fc.Arbitrary<infer Value> ? Value : never
/** A booking or an order; `price` is what it costs, in TWD. An order has claims that its customer may apply. */
type Sold = {
  kind: HoldKind
  id: string
  customerId: string
  pieces: number
  price: number
  claims?: number[]
  orderItemId?: number
}

/** Two variants of which there may be too few, with stock also where orders take none; of two coupons, one has a limit of 2. */
async function openStore() {
  const { scenario } = system.orders
  const shelves: Record<string, number>[] = [
    { 'store-1': 15, 'store-2': 20, closed: 9 },
    { rental: 9, 'store-2': 20 },
  ]
  const variants = await Promise.all(shelves.map(onHand => scenario.variant({ onHand, variant: { price: '333.35' } })))
  const coupons = [await scenario.coupon({ usage_limit: 2 }), await scenario.coupon({ discount_value: '20.00' })]
  const claims = customers.map(customerId => Promise.all(coupons.map(coupon => scenario.claim({ customerId }, coupon))))
  return { variants, claims: await Promise.all(claims) }
}
type Store = Awaited<ReturnType<typeof openStore>>

/** An order, unless there are too few pieces or its coupon is used. */
async function holdOrder({ variants, claims }: Store, life: Life): Promise<Sold | undefined> {
  const { customer, pieces, hasCoupon, isTurned } = life
  const customerId = customers[customer] ?? ''
  const own = claims[customer] ?? []
  const items = variants.map(({ variantId }) => ({ variantId, quantity: pieces }))
  const held = await system.orders.hold(
    customerId,
    isTurned ? items.toReversed() : items,
    hasCoupon ? (own[pieces % 2] ?? null) : null,
  )
  if (!('done' in held)) return undefined
  const { orderId: id, pricing, items: lines } = held.done
  const [{ orderItemId } = expect.fail()] = lines
  return { kind: 'order', id, customerId, pieces, price: Number(pricing.total), claims: own, orderItemId }
}

async function hold(store: Store, life: Life): Promise<Sold | undefined> {
  const { kind, customer, week, pieces } = life
  if (kind === 'order') return holdOrder(store, life)
  const { bookings } = system
  const customerId = customers[customer] ?? ''
  const zones = [{ zoneId: zone.id, quantity: pieces }]
  const nights = { first: 7 * week, end: 7 * week + 1 }
  const held = await bookings.hold({ campgroundId: zone.campgroundId, zones, rentals: [], nights }, customerId)
  if (!('done' in held)) return expect.fail(held.refused)
  return { kind, id: held.done.bookingId, customerId, pieces, price: Number(held.done.pricing.finalAmount) }
}

/** How often each step is taken. */
const kinds = {
  pay: 16,
  form: 2,
  decide: 4,
  confirm: 2,
  advance: 9,
  cancel: 1,
  'give back': 6,
  'cancel paid': 4,
  'cancel stay': 4,
  return: 3,
  undo: 3,
  coupon: 3,
  change: 3,
  report: 10,
  close: 4,
}
const names = Object.keys(kinds) as (keyof typeof kinds)[]
const anyStep = fc.record({
  kind: fc.oneof(...names.map(name => ({ arbitrary: fc.constant(name), weight: kinds[name] }))),
  /** Of the price. */
  share: fc.constantFrom(1, 1, 1, 1, 0.5, 0.3, 1.01),
  isWhole: fc.constantFrom(false, false, true),
  nth: fc.nat(4),
})
type Step = typeof anyStep extends fc.Arbitrary<infer Value> ? Value : never

const schemaOf = ({ kind }: Sold) => (kind === 'order' ? 'checkout' : 'booking')
const amountOf = ({ price }: Sold, { share, isWhole }: Step) => money((price * share).toFixed(isWhole ? 0 : 2))

const notify = ({ kind }: Sold, notification: Notification) =>
  kind === 'order'
    ? applyNotification(system.orders.deps, orderHold, notification)
    : applyNotification(system.bookings.deps, bookingHold, notification)

/** One of the rows about a booking or an order that fit. */
async function rowOf(sold: Sold, { nth }: Step, table: string, fits: string): Promise<Record<string, string>> {
  const sql = `select * from ${schemaOf(sold)}.${table} where target_id = $1 and ${fits}`
  const { rows } = await system.orders.owner.query<Record<string, string>>(sql, [sold.id])
  return rows[nth % rows.length] ?? {}
}

const staffAct = ({ kind, id }: Sold, action: 'complete' | 'cancel' | 'cancelPaid' | 'refund', given = {}) =>
  kind === 'order'
    ? changeOrder(system.orders.deps, action, id, administrator, { reason, ...given })
    : changeBooking(system.bookings.deps, action, id, administrator, { reason, ...given })

const cancel = async ({ kind, id, customerId }: Sold) =>
  kind === 'order' ? system.orders.cancel(id, customerId) : system.bookings.cancel(id, customerId)

/** A step may be refused. */
const acts: Record<keyof typeof kinds, (sold: Sold, step: Step) => Promise<unknown>> = {
  pay: (sold, step) => {
    const number = ['used by all', `again for ${sold.id}`][step.nth] ?? randomUUID()
    const payment = paymentFor(sold, amountOf(sold, step), system.clock.now())
    return notify(sold, { ...payment, providerTradeNo: number })
  },
  form: (sold, step) => {
    const attempt = { merchant_trade_no: randomUUID(), provider: 'ecpay', [`${sold.kind}_id`]: sold.id }
    const row = { ...attempt, amount: amountOf(sold, { ...step, share: 1, isWhole: true }), created_at: 'now' }
    return insertRow(system.orders.owner, `${schemaOf(sold)}.payment_attempt`, row)
  },
  decide: async (sold, step) => {
    const { event_id: eventId = '' } = await rowOf(sold, step, 'payment_notification', `reason = 'trade_number_used'`)
    const decision = step.isWhole ? 'same-payment' : 'another-payment'
    const given = { eventId, targetKind: sold.kind, decision, note: undefined } as const
    return decidePayment(system.orders.deps, given, administrator)
  },
  confirm: async ({ kind, id, customerId }) => kind === 'order' && system.orders.confirm(id, customerId),
  advance: async sold => {
    if (sold.kind === 'booking') return changeBooking(system.bookings.deps, 'confirm', sold.id, administrator)
    const shipped = await outcomeOf(shipOrder(system.orders.deps, sold.id, administrator))
    return 'done' in shipped || staffAct(sold, 'complete')
  },
  cancel: (sold, { isWhole }) => (isWhole ? staffAct(sold, 'cancel') : cancel(sold)),
  'give back': (sold, step) => staffAct(sold, 'refund', { refundAmount: amountOf(sold, step) }),
  'cancel paid': (sold, step) =>
    staffAct(sold, 'cancelPaid', step.nth === 0 ? {} : { refundAmount: amountOf(sold, step) }),
  'cancel stay': async ({ kind, id, customerId }) => {
    if (kind === 'order') return
    const [{ deps }, member] = [system.bookings, memberOf(customerId)]
    const { refundAmount } = await readCancellation(deps, id, member)
    return cancelStay(deps, id, refundAmount ?? money(0), member)
  },
  return: async ({ id, orderItemId }, { nth, isWhole }) => {
    const to = isWhole ? 'written-off' : 'stock'
    const items = nth > 1 && orderItemId ? [{ orderItemId, quantity: 1, to } as const] : undefined
    return orderItemId && returnOrder(system.orders.deps, id, administrator, { reason, items })
  },
  undo: async ({ kind, id }) => kind === 'order' && system.orders.undo(id),
  coupon: async (sold, { nth }) => {
    if (!sold.claims) return
    const changed = await system.orders.changeCoupon(sold.id, sold.customerId, sold.claims[nth] ?? {})
    if ('done' in changed) sold.price = Number(changed.done.pricing.total)
  },
  change: async sold => {
    const [pieces, price] = [sold.pieces - 1, (sold.price / sold.pieces) * (sold.pieces - 1)]
    if (sold.kind === 'order' || pieces === 0) return
    const request = { zones: [{ zoneId: zone.id, quantity: pieces }], price: 'new' as const, reason }
    await changeStay(system.bookings.deps, sold.id, { ...request, expectedAmount: money(price) }, administrator)
    Object.assign(sold, { pieces, price })
  },
  report: async (sold, step) => {
    const { event_id: eventId } = await rowOf(sold, step, 'payment_notification', `type = 'payment.succeeded'`)
    if (eventId === undefined) return
    const { id: refundId } = await rowOf(sold, step, 'refund', `event_id = '${eventId}'`)
    return notify(sold, { ...refundFor({ eventId, target: sold }, system.clock.now()), refundId })
  },
  close: async (sold, step) => {
    const { id = '' } = await rowOf(sold, step, 'refund', `status = 'due'`)
    return recordRefund(system.orders.deps, id, { reference: randomUUID(), note: undefined }, administrator)
  },
}

/** Publishes what waits in the outboxes: the me service counts purchases, in any order. */
async function publish(): Promise<void> {
  for (const schema of ['booking', 'checkout']) {
    type Published = { body: { type: string } }
    const { rows } = await system.orders.owner.query<Published>(`delete from ${schema}.outbox returning body`)
    for (const { body } of rows) {
      const isPurchase = [...purchaseEvents, ...purchaseChangeEvents].some(type => type === body.type)
      const parsed = isPurchase ? parsePurchaseEvent(Buffer.from(JSON.stringify(body))) : { hint: undefined }
      if ('hint' in parsed && parsed.hint) await recordPurchase(system.me, parsed.hint)
    }
  }
}

/** What the audit allows, or does not see. */
const disagreements: Record<string, string> = {
  'orders take nothing from closed stores and from campgrounds': /* sql */ `
    select * from inventory.stock where reserved > 0 and location_id in ('closed', 'rental')`,
  'usedCount counts used claims': /* sql */ `
    select coupon.id, used_count
    from checkout.coupon
    left join checkout.coupon_claim claim on claim.coupon_id = coupon.id
    group by coupon.id
    having used_count <> count(*) filter (where claim.status = 'used')`,
}

/** @returns the id of an order that may have to expire */
async function live(store: Store, life: Life, steps: readonly Step[]): Promise<string | undefined> {
  const sold = await hold(store, life)
  if (!sold) return
  for (let step = 0; step < steps.length; step += life.atOnce) {
    for (const { clock } of [system.orders, system.bookings]) clock.advance(1)
    const now = steps.slice(step, step + life.atOnce)
    await Promise.all(now.map(each => outcomeOf(acts[each.kind](sold, each))))
  }
  if (sold.kind === 'order' && life.isTurned) return sold.id
  await outcomeOf(cancel(sold))
}

test('stock, claims, takings, refunds, histories and spending agree after a hundred and twenty lives', async () => {
  const anySteps = fc.array(anyStep, { minLength: 5, maxLength: 20, size: 'max' })
  const anyLives = fc.array(fc.tuple(anyLife, anySteps), { minLength: 40, maxLength: 40 })
  const property = fc.asyncProperty(anyLives, async lives => {
    const store = await openStore()
    const lived = await Promise.all(lives.map(([life, steps]) => live(store, life, steps)))
    // The audit finds a hold that is overdue.
    system.orders.clock.advance(15 * 60_000)
    for (const id of lived) if (id) await system.orders.expire(id)
    await publish()
    expect(await audit(system.orders.owner, { settled: true })).toEqual([])
    for (const [rule, question] of Object.entries(disagreements))
      expect((await system.orders.owner.query(question)).rows, rule).toEqual([])
  })
  await fc.assert(forAtMost(60_000, property), { numRuns: 3, endOnFailure: true })
})
