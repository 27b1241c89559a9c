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

// Whatever members, couriers, staff and the payment service do about the money of bookings and orders: by the audit, takings, refunds,
// histories and spending agree. test/model/money.ts explores what each event does to one account.
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
let variantId: string

beforeAll(async () => {
  const { owner, scenario } = system.orders
  const tiers = [30, 50, 100].map((refundPercent, week) => ({ daysBefore: 14 + 7 * week, refundPercent })).toReversed()
  await system.bookings.scenario.policy({ cancellation_tiers: JSON.stringify(tiers) })
  customers = await Promise.all(Array.from({ length: 4 }, async () => (await insertCustomer(owner)).customerId))
  await scenario.shipping('80.35', '1000.00')
  variantId = (await scenario.variant({ onHand: 100_000, variant: { price: '333.35' } })).variantId
  const campground = await system.bookings.scenario.campground()
  zone = await system.bookings.scenario.zone(campground, { total_sites: 100_000, price_weekday: '999.45' })
})

const anyLife = fc.record({
  kind: fc.constantFrom<HoldKind>('booking', 'order'),
  customer: fc.nat(3),
  week: fc.nat(2),
  pieces: fc.integer({ min: 1, max: 3 }),
  hasCoupon: fc.boolean(),
})
type Life = typeof anyLife extends fc.Arbitrary<infer Value> ? Value : never
/** A booking or an order; `price` is what it costs, in TWD. */
type Sold = { kind: HoldKind; id: string; customerId: string; pieces: number; price: number }

async function hold({ kind, customer, week, pieces, hasCoupon }: Life): Promise<Sold> {
  const { orders, bookings } = system
  const customerId = customers[customer] ?? ''
  if (kind === 'order') {
    const claim = hasCoupon ? await orders.scenario.claim({ customerId }) : null
    const held = await orders.hold(customerId, [{ variantId, quantity: pieces }], claim)
    if (!('done' in held)) return expect.fail(held.refused)
    return { kind, id: held.done.orderId, customerId, pieces, price: Number(held.done.pricing.total) }
  }
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

const staffAct = ({ kind, id }: Sold, action: 'complete' | 'cancelPaid' | 'refund', given = {}) =>
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
  cancel,
  'give back': (sold, step) => staffAct(sold, 'refund', { refundAmount: amountOf(sold, step) }),
  'cancel paid': (sold, step) =>
    staffAct(sold, 'cancelPaid', step.nth === 0 ? {} : { refundAmount: amountOf(sold, step) }),
  'cancel stay': async ({ kind, id, customerId }) => {
    if (kind === 'order') return
    const [{ deps }, member] = [system.bookings, memberOf(customerId)]
    const { refundAmount } = await readCancellation(deps, id, member)
    return cancelStay(deps, id, refundAmount ?? money(0), member)
  },
  return: async ({ kind, id }) => kind === 'order' && returnOrder(system.orders.deps, id, administrator, { reason }),
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

test('takings, refunds, histories and spending agree after a hundred and twenty lives', async () => {
  const anySteps = fc.array(anyStep, { minLength: 5, maxLength: 20, size: 'max' })
  const anyLives = fc.array(fc.tuple(anyLife, anySteps), { minLength: 40, maxLength: 40 })
  const property = fc.asyncProperty(anyLives, async lives => {
    await Promise.all(
      lives.map(async ([life, steps]) => {
        const sold = await hold(life)
        for (const step of steps) {
          for (const { clock } of [system.orders, system.bookings]) clock.advance(1)
          await outcomeOf(acts[step.kind](sold, step))
        }
        // The audit finds a hold that is overdue.
        await outcomeOf(cancel(sold))
      }),
    )
    await publish()
    expect(await audit(system.orders.owner, { settled: true })).toEqual([])
  })
  await fc.assert(forAtMost(60_000, property), { numRuns: 3, endOnFailure: true })
})
