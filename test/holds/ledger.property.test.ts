import { randomUUID } from 'node:crypto'
import { bookingHold } from '@campstore/booking/booking-hold'
import { presentDetail } from '@campstore/booking/presenters'
import { createBookingActions } from '@campstore/booking/testing/booking-actions'
import { cancelStay } from '@campstore/booking/use-cases/cancel-stay'
import { changeBooking } from '@campstore/booking/use-cases/change-booking'
import { changeStay } from '@campstore/booking/use-cases/change-stay'
import { orderHold } from '@campstore/checkout/order-hold'
import { findRefunds } from '@campstore/checkout/persistence/payments'
import { findTakings } from '@campstore/checkout/persistence/takings'
import { createOrderActions } from '@campstore/checkout/testing/order-actions'
import { changeOrder, shipOrder } from '@campstore/checkout/use-cases/change-order'
import { decidePayment } from '@campstore/checkout/use-cases/decide-payment'
import { recordRefund } from '@campstore/checkout/use-cases/record-refund'
import { returnOrder } from '@campstore/checkout/use-cases/return-order'
import { refundsQuerySchema } from '@campstore/contract/admin/refunds'
import { reportQuerySchema } from '@campstore/contract/admin/reports'
import { money } from '@campstore/core/money'
import { applyNotification, type Notification } from '@campstore/holds/apply-notification'
import { expireHold } from '@campstore/holds/expire-hold'
import { alwaysSettled } from '@campstore/holds/testing/always-settled'
import { memberOf, outcomeOf } from '@campstore/holds/testing/use-cases'
import { parsePurchaseEvent, purchaseChangeEvents, purchaseEvents } from '@campstore/me/domain/purchase'
import { createOrderFinder } from '@campstore/me/persistence/orders'
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
import {
  type Account,
  appliedOf,
  decide,
  giveBack,
  keptOf,
  pay,
  paymentStatusOf,
  refundStatusOf,
  refundsOf,
  sumOf,
  tierAmountOf,
  whole,
} from './ledger.ts'

// After any actions of members, couriers, staff and the payment service on bookings and orders, each amount that staff, members and
// subscribers read agrees with a ledger of these events.
const amountOf = (cents: number) => money((cents / 100).toFixed(2))
const centsOf = (amount: string) => Math.round(Number(amount) * 100)

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
const accounts: Account[] = []
const published = new Map<string, string[]>()
let customers: string[]
let zone: { id: string; campgroundId: string }
let variantId: string

/** What comes back of a stay that begins in one of three weeks, from 17 days on. */
const refundPercents = [30, 50, 100]
const cancellationTiers = [
  { daysBefore: 28, refundPercent: 100 },
  { daysBefore: 21, refundPercent: 50 },
  { daysBefore: 14, refundPercent: 30 },
]

beforeAll(async () => {
  const { owner, scenario } = system.orders
  await system.bookings.scenario.policy({ cancellation_tiers: JSON.stringify(cancellationTiers) })
  customers = await Promise.all(Array.from({ length: 4 }, async () => (await insertCustomer(owner)).customerId))
  await scenario.shipping('80.35', '1000.00')
  variantId = (await scenario.variant({ onHand: 100_000, variant: { price: '333.35' } })).variantId
  const campground = await system.bookings.scenario.campground()
  zone = await system.bookings.scenario.zone(campground, { total_sites: 100_000, price_weekday: '999.45' })
  // Later payments use its trade number again.
  const first = await open({ kind: 'booking', customer: 0, week: 0, pieces: 1, hasCoupon: false, steps: [] })
  await send(first, first.price, 'used')
})

const kinds = {
  pay: 10,
  advance: 6,
  form: 2,
  repeat: 2,
  stray: 2,
  decide: 4,
  cancel: 1,
  expire: 2,
  'confirm cod': 3,
  give: 6,
  'cancel paid': 4,
  'cancel stay': 4,
  return: 3,
  change: 3,
  report: 7,
  'report early': 1,
  'report stray': 2,
  close: 4,
}
const names = Object.keys(kinds) as (keyof typeof kinds)[]
const anyStep = fc.record({
  kind: fc.oneof(...names.map(name => ({ arbitrary: fc.constant(name), weight: kinds[name] }))),
  amount: fc.constantFrom('price', 'price', 'whole', 'wrong'),
  share: fc.constantFrom(1, 1, 0.5, 0.3, 0.01, 1.01),
  nth: fc.nat(2),
})
type Step = typeof anyStep extends fc.Arbitrary<infer Value> ? Value : never
const anyLife = fc.record({
  kind: fc.constantFrom('booking' as const, 'order' as const),
  customer: fc.nat(3),
  week: fc.nat(2),
  pieces: fc.integer({ min: 1, max: 3 }),
  hasCoupon: fc.boolean(),
  steps: fc.array(anyStep, { minLength: 3, maxLength: 20, size: 'max' }),
})
type Life = typeof anyLife extends fc.Arbitrary<infer Value> ? Value : never

async function open({ kind, customer, week, pieces, hasCoupon }: Life): Promise<Account> {
  const { orders, bookings } = system
  const customerId = customers[customer] ?? ''
  const account = { kind, customerId, pieces, shippingFee: 0, isCod: false, hasForm: false, cash: 0, isEarly: false }
  const empty = { ...account, refundPercent: 0, state: 'open' as const, payments: [], stray: undefined, refunds: [] }
  if (kind === 'order') {
    const claim = hasCoupon ? await orders.scenario.claim({ customerId }) : null
    const held = await orders.hold(customerId, [{ variantId, quantity: pieces }], claim)
    if (!('done' in held)) return expect.fail(held.refused)
    const { orderId: id, pricing } = held.done
    const price = centsOf(pricing.total)
    return keep({ ...empty, id, price, shippingFee: centsOf(pricing.shippingFee) })
  }
  const zones = [{ zoneId: zone.id, quantity: pieces }]
  const nights = { first: 7 * week, end: 7 * week + 1 }
  const held = await bookings.hold({ campgroundId: zone.campgroundId, zones, rentals: [], nights }, customerId)
  if (!('done' in held)) return expect.fail(held.refused)
  const price = centsOf(held.done.pricing.finalAmount)
  return keep({ ...empty, id: held.done.bookingId, price, refundPercent: refundPercents[week] ?? 0 })
}

function keep(account: Account): Account {
  accounts.push(account)
  return account
}

const schemaOf = ({ kind }: Account) => (kind === 'order' ? 'checkout' : 'booking')

/** Sends a notification of the payment service; the outcome that is stored with it. */
async function notify({ kind }: Account, notification: Notification) {
  const result =
    kind === 'order'
      ? await applyNotification(system.orders.deps, orderHold, notification)
      : await applyNotification(system.bookings.deps, bookingHold, notification)
  if (typeof result === 'string' || 'rejected' in result) return { outcome: result, reason: null }
  const entry = result.entries.find(({ entry }) => entry === 'payment' || entry === 'refund reported')
  return { outcome: undefined, reason: null, ...(entry as { outcome?: string; reason?: string } | undefined) }
}

/** Sends a payment; another number of the provider is another payment. */
async function send(account: Account, cents: number, tradeNo: string = randomUUID()) {
  const { kind, id } = account
  const payment = { ...paymentFor({ kind, id }, amountOf(cents), system.clock.now()), providerTradeNo: tradeNo }
  const { outcome, reason } = await notify(account, payment)
  const isFirst = account.payments.every(paid => paid.tradeNo !== tradeNo)
  if (!isFirst) return expect(outcome).toBe('repeated')
  if (tradeNo === 'used' && accounts[0] !== account) {
    if (account.stray) return expect(outcome).toBe('repeated')
    account.stray = { eventId: payment.eventId, amount: cents, decision: '', isGivenBack: false }
    return expect(reason).toBe('trade_number_used')
  }
  const isApplied = pay(account, { eventId: payment.eventId, tradeNo, amount: cents })
  expect(outcome).toBe(isApplied ? 'applied' : 'unapplied')
}

const staffAct = (account: Account, action: 'complete' | 'cancelPaid' | 'refund', refundAmount?: number) => {
  const given = { reason, ...(refundAmount !== undefined && { refundAmount: amountOf(refundAmount) }) }
  return account.kind === 'order'
    ? changeOrder(system.orders.deps, action, account.id, administrator, given)
    : changeBooking(system.bookings.deps, action, account.id, administrator, given)
}

/** Carries out an action of staff that the ledger allows, or not. */
async function isDone(account: Account, isAllowed: boolean, action: Promise<unknown>): Promise<boolean> {
  expect('done' in (await outcomeOf(action)), JSON.stringify(account)).toBe(isAllowed)
  return isAllowed
}

async function advance(account: Account): Promise<void> {
  const { kind, id, state, isCod, price } = account
  const { orders, bookings } = system
  if (kind === 'booking') {
    if (await isDone(account, state === 'paid', changeBooking(bookings.deps, 'confirm', id, administrator)))
      account.state = 'confirmed'
  } else if (state === 'shipped') {
    await staffAct(account, 'complete')
    account.state = 'completed'
    if (isCod) account.cash = whole(price)
  } else if (await isDone(account, state === 'cod' || state === 'paid', shipOrder(orders.deps, id, administrator)))
    account.state = 'shipped'
}

/** Whole TWD come back of whole TWD, but for the rest. */
function canGiveBack(account: Account, amount: number): boolean {
  const paid = (appliedOf(account)?.amount ?? 0) + account.cash
  return amount <= keptOf(account) && (paid % 100 !== 0 || amount % 100 === 0 || amount === keptOf(account))
}

async function giveStep(account: Account, wanted: number): Promise<void> {
  const { kind, state } = account
  const amount = Math.max(1, Math.floor((keptOf(account) || 100) * wanted))
  const isRefundable = kind === 'booking' || ['shipped', 'completed', 'returned'].includes(state)
  const isPaid = paymentStatusOf(account) === 'paid'
  const isAllowed = isRefundable && isPaid && canGiveBack(account, amount)
  if (await isDone(account, isAllowed, staffAct(account, 'refund', amount))) giveBack(account, 'goodwill', amount)
}

async function cancelPaidStep(account: Account, wanted: number): Promise<void> {
  const { state } = account
  if (state === 'cancelled') return
  const amount = wanted === 0.01 ? undefined : Math.floor((keptOf(account) || 100) * wanted)
  const isAllowed = (state === 'paid' || state === 'confirmed') && canGiveBack(account, amount ?? 0)
  if (!(await isDone(account, isAllowed, staffAct(account, 'cancelPaid', amount)))) return
  account.state = 'cancelled'
  giveBack(account, 'cancelled', amount ?? keptOf(account))
}

/** The member of a paid stay cancels it by the tiers of its hold, for the amount that the ledger says or another one. */
async function cancelStayStep(account: Account, wanted: number): Promise<void> {
  const { kind, id, state, customerId } = account
  if (kind === 'order' || state === 'cancelled') return
  const amount = tierAmountOf(account)
  const isAllowed = (state === 'paid' || state === 'confirmed') && wanted !== 1.01
  const shown = amountOf(wanted === 1.01 ? amount + 1 : amount)
  if (!(await isDone(account, isAllowed, cancelStay(system.bookings.deps, id, shown, memberOf(customerId))))) return
  account.state = 'cancelled'
  giveBack(account, 'cancelled', amount)
}

async function returnStep(account: Account): Promise<void> {
  const { kind, id, state, shippingFee } = account
  if (kind === 'booking') return
  const isAllowed = state === 'shipped' || state === 'completed'
  const returned = returnOrder(system.orders.deps, id, administrator, { reason })
  if (!(await isDone(account, isAllowed, returned))) return
  const paid = (appliedOf(account)?.amount ?? 0) + account.cash
  account.state = 'returned'
  const ofItems = Math.max(paid % 100 === 0 ? whole(paid - shippingFee) : paid - shippingFee, 0)
  giveBack(account, 'returned', Math.min(keptOf(account), state === 'shipped' ? paid : ofItems))
}

/** A stay is changed to one site less. */
async function changeStep(account: Account): Promise<void> {
  const { kind, id, pieces, price, state } = account
  if (kind === 'order' || pieces < 2) return
  const cheaper = (price / pieces) * (pieces - 1)
  const request = { zones: [{ zoneId: zone.id, quantity: pieces - 1 }], price: 'new' as const, reason }
  const expectedAmount = amountOf(cheaper)
  const changed = changeStay(system.bookings.deps, id, { ...request, expectedAmount }, administrator)
  if (!(await isDone(account, state === 'paid' || state === 'confirmed', changed))) return
  const asPaid = (appliedOf(account)?.amount ?? 0) % 100 === 0 ? whole : (amount: number) => amount
  giveBack(account, 'changed', Math.min(asPaid(price) - asPaid(cheaper), keptOf(account)))
  Object.assign(account, { pieces: pieces - 1, price: cheaper })
}

/** Ends a hold unpaid: its member cancels it, or it expires. */
async function endStep(account: Account, kind: 'cancel' | 'expire'): Promise<void> {
  const { id, state, customerId } = account
  const { orders, bookings } = system
  if (state !== 'open' && (state !== 'cod' || kind === 'expire')) return
  if (kind === 'cancel') await (account.kind === 'order' ? orders : bookings).cancel(id, customerId)
  else {
    const [table, takenAt] =
      account.kind === 'order' ? ['checkout.store_order', 'placed_at'] : ['booking.booking', 'created_at']
    const sql = `update ${table} set ${takenAt} = ${takenAt} - interval '1 hour', checkout_expires_at = checkout_expires_at - interval '1 hour' where id = $1`
    await orders.owner.query(sql, [id])
    const settled = alwaysSettled(system.clock.now)
    if (account.kind === 'order') await expireHold(orders.deps, orderHold, settled, id)
    else await expireHold(bookings.deps, bookingHold, settled, id)
  }
  account.state = 'cancelled'
}

/** Staff or the payment service report that one of the refunds that are due was made. */
async function doneStep(account: Account, { kind, nth }: Pick<Step, 'kind' | 'nth'>): Promise<void> {
  const { rows } = await system.orders.owner.query<{
    id: string
    eventId: string | null
    cause: string
    amount: string
  }>(
    `select id, event_id as "eventId", cause, amount::text
     from ${schemaOf(account)}.refund
     where target_id = $1 and status = 'due'
     order by created_at, id`,
    [account.id],
  )
  const refund = rows[nth % Math.max(1, rows.length)]
  if (!refund || (kind === 'report' && refund.eventId === null)) return
  const entry = account.refunds.find(
    ({ cause, amount, status }) => status === 'due' && cause === refund.cause && amount === centsOf(refund.amount),
  )
  if (!entry) return expect.fail(`The ledger has no refund ${JSON.stringify(refund)}`)
  if (kind === 'report') {
    const target = { kind: account.kind, id: account.id }
    const notification = {
      ...refundFor({ eventId: refund.eventId ?? '', target }, system.clock.now()),
      refundId: refund.id,
    }
    expect(await notify(account, notification)).toMatchObject({ outcome: 'applied' })
  } else await recordRefund(system.orders.deps, refund.id, { reference: randomUUID(), note: undefined }, administrator)
  Object.assign(entry, { status: 'done', isReported: kind === 'report' })
}

async function reportEarly(account: Account): Promise<void> {
  const applied = appliedOf(account)
  if (!applied || account.isEarly || refundsOf(account).length > 0) return
  const target = { kind: account.kind, id: account.id }
  const report = refundFor({ ...applied, target }, system.clock.now())
  expect(await notify(account, report)).toMatchObject({ outcome: 'not_due' })
  account.isEarly = true
}

/** The payment service reports the refund of a payment about which staff have not decided, or that they think is the same one. */
async function reportStray(account: Account): Promise<void> {
  const { kind, id, stray } = account
  if (!stray || stray.decision === 'another-payment' || stray.isGivenBack) return
  const report = refundFor({ eventId: stray.eventId, target: { kind, id } }, system.clock.now())
  expect(await notify(account, report)).toMatchObject({ outcome: 'not_due' })
  Object.assign(stray, { decision: '', isGivenBack: true })
}

/** The first decision of staff about a used trade number stays, and a payment that was given back is not the same one. */
async function decideStep(account: Account, { nth }: Step): Promise<void> {
  const { kind: targetKind, stray } = account
  if (!stray) return
  const decision = nth === 0 ? 'same-payment' : 'another-payment'
  const given = { eventId: stray.eventId, targetKind, decision, note: undefined } as const
  const decided = decidePayment(system.orders.deps, given, administrator)
  const isAllowed = stray.decision === '' && !(stray.isGivenBack && decision === 'same-payment')
  if (await isDone(account, isAllowed, decided)) decide(account, decision)
}

async function openForm(account: Account): Promise<void> {
  const row = { merchant_trade_no: randomUUID(), provider: 'ecpay', [`${account.kind}_id`]: account.id }
  const amount = amountOf(whole(account.price))
  await insertRow(system.orders.owner, `${schemaOf(account)}.payment_attempt`, { ...row, amount, created_at: 'now' })
  account.hasForm = true
}

async function confirmCod(account: Account): Promise<void> {
  if (account.kind === 'booking' || account.isCod) return
  const confirmed = await system.orders.confirm(account.id, account.customerId)
  expect('done' in confirmed).toBe(account.state === 'open')
  if (account.state === 'open') Object.assign(account, { state: 'cod', isCod: true })
}

const acts: Record<Step['kind'], (account: Account, step: Step) => Promise<unknown>> = {
  pay: (account, { amount }) => {
    const { price } = account
    return send(account, amount === 'whole' ? whole(price) : amount === 'wrong' ? price + 100 : price)
  },
  repeat: account => send(account, account.price, account.payments[0]?.tradeNo),
  stray: account => send(account, account.price, 'used'),
  decide: decideStep,
  form: openForm,
  cancel: account => endStep(account, 'cancel'),
  expire: account => endStep(account, 'expire'),
  'confirm cod': confirmCod,
  advance,
  give: (account, { share }) => giveStep(account, share),
  'cancel paid': (account, { share }) => cancelPaidStep(account, share),
  'cancel stay': (account, { share }) => cancelStayStep(account, share),
  return: returnStep,
  change: changeStep,
  report: doneStep,
  'report early': reportEarly,
  'report stray': reportStray,
  close: doneStep,
}

/** Publishes what waits in the outboxes: subscribers have it, and the me service counts purchases, in any order. */
async function publish(): Promise<void> {
  const { owner } = system.orders
  for (const schema of ['booking', 'checkout']) {
    type Published = { subject: string; body: { type: string } }
    const { rows } = await owner.query<Published>(`delete from ${schema}.outbox returning subject, body`)
    for (const { subject, body } of rows) {
      published.set(subject, [...(published.get(subject) ?? []), body.type])
      const isPurchase = [...purchaseEvents, ...purchaseChangeEvents].some(type => type === body.type)
      const parsed = isPurchase ? parsePurchaseEvent(Buffer.from(JSON.stringify(body))) : { hint: undefined }
      if ('hint' in parsed && parsed.hint) await recordPurchase(system.me, parsed.hint)
    }
  }
}

async function expectTakings(): Promise<void> {
  const day = { from: '2026-11-20', to: '2026-11-20' }
  const [takings] = await findTakings(system.orders.deps.database.reports, reportQuerySchema.parse(day))
  const entriesOf = (entries: readonly { amount: number }[]) => ({
    count: entries.length,
    amount: amountOf(sumOf(entries)),
  })
  const applied = (kind: Account['kind']) =>
    accounts.filter(one => one.kind === kind).flatMap(one => appliedOf(one) ?? [])
  const cash = accounts.filter(one => one.cash > 0).map(one => ({ amount: one.cash }))
  const unapplied = accounts.flatMap(one => one.payments.filter(({ isApplied }) => !isApplied))
  const refunded = accounts.flatMap(one => one.refunds.filter(({ status }) => status === 'done'))
  const received = [...applied('booking'), ...applied('order'), ...cash, ...unapplied]
  expect(takings).toMatchObject({
    bookings: entriesOf(applied('booking')),
    orders: entriesOf(applied('order')),
    cashOnDelivery: entriesOf(cash),
    unapplied: entriesOf(unapplied),
    refunded: entriesOf(refunded),
    net: ((sumOf(received) - sumOf(refunded)) / 100).toFixed(2),
  })
}

async function expectSpending(): Promise<void> {
  const spent = customers.map(id => [
    id,
    sumOf(accounts.filter(one => one.customerId === id).map(one => ({ amount: keptOf(one) }))),
  ])
  const sql = 'select id, (total_spent * 100)::float8 as spent from member.customer where id = any ($1)'
  const { rows } = await system.orders.owner.query<{ id: string; spent: number }>(sql, [customers])
  expect(Object.fromEntries(rows.map(({ id, spent }) => [id, spent]))).toEqual(Object.fromEntries(spent))
}

async function expectRefundsDue(): Promise<void> {
  const query = { ...refundsQuerySchema.parse({ status: 'due' }), size: 100_000 }
  const { items } = await findRefunds(system.orders.deps.findPage, query)
  const listed = items.map(({ target, cause, amount }) => `${target.id} ${cause} ${amount}`)
  const due = accounts.flatMap(({ id, refunds }) =>
    refunds.filter(({ status }) => status === 'due').map(({ cause, amount }) => `${id} ${cause} ${amountOf(amount)}`),
  )
  expect(listed.toSorted()).toEqual(due.toSorted())
}

type Read = {
  paymentStatus: string
  refundStatus: string
  refunds: { cause: string; amount: string; status: string }[]
}

async function expectReads(known: readonly Account[]): Promise<void> {
  const findOrder = createOrderFinder(system.me.database.requests)
  const readOf = async ({ kind, id, customerId }: Account): Promise<Read | null> => {
    if (kind === 'order') return findOrder({ orderId: id, customerId })
    const booking = await bookingHold.find(system.bookings.deps.database.requests, id)
    return booking ? presentDetail(booking) : null
  }
  for (const account of known) {
    const { kind, refunds } = account
    const read = await readOf(account)
    const shown = read?.refunds.map(({ cause, amount, status }) => `${cause} ${amount} ${status}`).toSorted()
    const kept = refunds.map(({ cause, amount, status }) => `${cause} ${amountOf(amount)} ${status}`).toSorted()
    const statuses = { paymentStatus: paymentStatusOf(account), refundStatus: refundStatusOf(account) }
    expect({ ...read, refunds: shown }).toMatchObject({ ...statuses, refunds: kept })
    const counted = {
      [`${kind}.paid`]: appliedOf(account) ? 1 : 0,
      'order.refunded': statuses.paymentStatus === 'refunded' ? 1 : 0,
      'payment.unapplied': account.payments.filter(({ isApplied, tradeNo }) => !isApplied && tradeNo !== 'used').length,
      'payment.refund-due': refunds.filter(({ isPublished }) => isPublished).length,
      'payment.refund-done': refunds.filter(({ status }) => status === 'done').length,
    }
    const types = published.get(account.id) ?? []
    const found = Object.keys(counted).map(type => [type, types.filter(one => one === type).length])
    expect(Object.fromEntries(found)).toEqual(counted)
  }
}

test('takings, spending, refunds that are due, reads and events agree with the ledger of a hundred and twenty lives', async () => {
  const property = fc.asyncProperty(fc.array(anyLife, { minLength: 40, maxLength: 40 }), async lives => {
    const known = await Promise.all(
      lives.map(async life => {
        const account = await open(life)
        for (const step of life.steps) {
          for (const { clock } of [system.orders, system.bookings]) clock.advance(1)
          await acts[step.kind](account, step)
        }
        return account
      }),
    )
    await publish()
    await expectTakings()
    await expectSpending()
    await expectRefundsDue()
    await expectReads(known)
  })
  await fc.assert(forAtMost(60_000, property), { numRuns: 3, endOnFailure: true })
  expect(await audit(system.orders.owner)).toEqual([])
})
