import type { StoreCheckoutSession } from '@campstore/contract/checkout/schemas'
import type { Client } from '@campstore/testing/client'
import { eventually } from '@campstore/testing/waiting'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  type CheckoutFixture,
  checkoutOf,
  sessionsPath,
  startCheckoutFixture,
} from '../src/testing/checkout-fixture.ts'

// Every state with every trigger, through the service (docs/contract/states.md#order).
const start = '2026-11-20T08:00:00.000Z'
const pastDeadline = '2026-11-20T08:15:00.000Z'

let fixture: CheckoutFixture
beforeAll(async () => {
  fixture = await startCheckoutFixture()
})
afterAll(() => fixture.stop())
afterEach(() => fixture.clock.set(start))

type Ordered = { session: StoreCheckoutSession; client: Client }
type State = keyof typeof states
type Trigger = keyof typeof triggers

const decide = (action: 'ship' | 'complete', { session }: Ordered) =>
  fixture.administrator().post(`/internal/checkout/orders/${session.orderId}/${action}`)
const cancelByStaff = ({ session }: Ordered) =>
  fixture.administrator().post(`/internal/checkout/orders/${session.orderId}/cancel`, { reason: '庫存占用' })
const act = (action: 'cancel' | 'confirm-cod', { session, client }: Ordered) =>
  client.post(`${sessionsPath}/${session.orderId}/${action}`)

async function pay({ session }: Ordered): Promise<string> {
  const { eventId } = await fixture.pay(session)
  return eventually(async () => {
    const sql = 'select * from checkout.payment_notification where event_id = $1'
    const { rows } = await fixture.owner.query(sql, [eventId])
    if (rows.length === 0) throw new Error('the payment has not been handled')
    return rows[0].reason ?? rows[0].outcome
  }, 20)
}

type Step = (ordered: Ordered) => Promise<unknown>
const late: Step = async () => fixture.clock.set(pastDeadline)
const confirmed: Step = ordered => act('confirm-cod', ordered)
const cancelled: Step = ordered => act('cancel', ordered)
const shipped: Step = ordered => decide('ship', ordered)
const completed: Step = ordered => decide('complete', ordered)
const expired: Step = ({ session }) => fixture.expire(session.orderId)

/** How an order gets into a state. */
const states = {
  unpaid: [],
  'unpaid, past the deadline': [late],
  'COD confirmed': [confirmed],
  'COD confirmed, past the deadline': [confirmed, late],
  paid: [pay],
  'shipped, paid': [pay, shipped],
  'shipped, COD': [confirmed, shipped],
  'completed, paid': [pay, shipped, completed],
  'completed, COD': [confirmed, shipped, completed],
  'cancelled by the member': [cancelled],
  'cancelled after COD was confirmed': [confirmed, cancelled],
  'cancelled by timeout': [late, expired],
  'cancelled by staff': [cancelByStaff],
  'cancelled by staff after COD was confirmed': [confirmed, cancelByStaff],
} satisfies Record<string, Step[]>

/** The trigger and its result: a status or code, an outcome, or a reason. */
const triggers = {
  'member cancels': async (ordered: Ordered) => answerOf(await act('cancel', ordered)),
  'confirm-cod': async (ordered: Ordered) => answerOf(await act('confirm-cod', ordered)),
  timeout: ({ session }: Ordered) => fixture.expire(session.orderId),
  payment: pay,
  'admin ship': async (ordered: Ordered) => answerOf(await decide('ship', ordered)),
  'admin complete': async (ordered: Ordered) => answerOf(await decide('complete', ordered)),
  'admin cancel': async (ordered: Ordered) => answerOf(await cancelByStaff(ordered)),
}
const answerOf = ({ status, code }: { status: number; code?: string | undefined }) => code ?? status

/** A member orders two of five pieces with a coupon, ready for cash on delivery. */
async function ordered(): Promise<Ordered> {
  const variant = await fixture.scenario.variant()
  const member = await fixture.member()
  const couponClaimId = await fixture.scenario.claim(member)
  const items = [{ variantId: variant.variantId, quantity: 2 }]
  const session = await fixture.hold(member, checkoutOf(variant, { items, couponClaimId, paymentMethod: 'cod' }))
  return { session, client: member.client }
}

/** The order, its reservation, stock and claim, and the number of history entries. */
async function storedState({ session }: Ordered) {
  const { rows } = await fixture.owner.query(
    `select store_order.status, payment_status, reservation.status as reservation, expires_at is null as without_deadline,
      on_hand, reserved, claim.status as claim,
      (
        select count(*)::integer
        from checkout.status_history history
        where history.order_id = store_order.id and (reason is null or reason not like 'payment unapplied: %')
      ) as entries
    from checkout.store_order
    join checkout.stock_reservation reservation on reservation.order_id = store_order.id
    join inventory.stock using (variant_id, location_id)
    join checkout.coupon_claim claim on claim.id = store_order.coupon_claim_id
    where store_order.id = $1`,
    [session.orderId],
  )
  return rows[0]
}

const secured = { reservation: 'active', without_deadline: true, on_hand: 5, reserved: 2, claim: 'used' }
const released = { on_hand: 5, reserved: 0, claim: 'available' }
const shippedOut = { reservation: 'released', without_deadline: true, on_hand: 3, reserved: 0, claim: 'used' }
const results = {
  'cancelled, released': { status: 'cancelled', payment_status: 'unpaid', reservation: 'released', ...released },
  'cancelled, expired': { status: 'cancelled', payment_status: 'unpaid', reservation: 'expired', ...released },
  'COD confirmed': { status: 'unshipped', payment_status: 'unpaid', ...secured },
  paid: { status: 'unshipped', payment_status: 'paid', ...secured },
  'shipped, paid': { status: 'shipped', payment_status: 'paid', ...shippedOut },
  'shipped, unpaid': { status: 'shipped', payment_status: 'unpaid', ...shippedOut },
  'completed, paid': { status: 'completed', payment_status: 'paid', ...shippedOut },
}
type Result = [outcome: string | number, to: keyof typeof results | 'as it was']
const refused = (outcome: string | number): Result => [outcome, 'as it was']
const [conflict, left]: [Result, Result] = [refused('CONFLICT'), refused('unchanged')]

const codConfirmed: Record<Trigger, Result> = {
  'member cancels': [200, 'cancelled, released'],
  'confirm-cod': refused(200),
  timeout: left,
  payment: refused('cod_confirmed'),
  'admin ship': [200, 'shipped, unpaid'],
  'admin complete': conflict,
  'admin cancel': [200, 'cancelled, released'],
}
const paid: Record<Trigger, Result> = {
  'member cancels': conflict,
  'confirm-cod': conflict,
  timeout: left,
  payment: refused('already_paid'),
  'admin ship': [200, 'shipped, paid'],
  'admin complete': conflict,
  'admin cancel': conflict,
}
const over: Record<Trigger, Result> = {
  'member cancels': refused(200),
  'confirm-cod': conflict,
  timeout: left,
  payment: refused('cancelled'),
  'admin ship': conflict,
  'admin complete': conflict,
  'admin cancel': refused(200),
}
const table: Record<State, Record<Trigger, Result>> = {
  unpaid: {
    'member cancels': [200, 'cancelled, released'],
    'confirm-cod': [200, 'COD confirmed'],
    timeout: refused('early'),
    payment: ['applied', 'paid'],
    'admin ship': conflict,
    'admin complete': conflict,
    'admin cancel': [200, 'cancelled, released'],
  },
  'unpaid, past the deadline': {
    'member cancels': refused('CHECKOUT_EXPIRED'),
    'confirm-cod': refused('CHECKOUT_EXPIRED'),
    timeout: ['expired', 'cancelled, expired'],
    payment: ['applied', 'paid'],
    'admin ship': conflict,
    'admin complete': conflict,
    'admin cancel': [200, 'cancelled, released'],
  },
  'COD confirmed': codConfirmed,
  'COD confirmed, past the deadline': codConfirmed,
  paid,
  'shipped, paid': { ...paid, 'admin ship': conflict, 'admin complete': [200, 'completed, paid'] },
  'shipped, COD': {
    ...codConfirmed,
    'member cancels': conflict,
    'admin ship': conflict,
    'admin complete': [200, 'completed, paid'],
    'admin cancel': conflict,
  },
  'completed, paid': { ...paid, 'admin ship': conflict },
  'completed, COD': { ...paid, 'confirm-cod': refused(200), 'admin ship': conflict },
  'cancelled by the member': over,
  'cancelled after COD was confirmed': over,
  'cancelled by staff': over,
  'cancelled by staff after COD was confirmed': over,
  'cancelled by timeout': { ...over, 'confirm-cod': refused('CHECKOUT_EXPIRED') },
}

const keysOf = <Key extends string>(record: Record<Key, unknown>) => Object.keys(record) as Key[]
const rows = keysOf(table).flatMap(state =>
  keysOf(triggers).map(trigger => {
    const [outcome, to] = table[state][trigger]
    return { state, trigger, outcome, to }
  }),
)

describe('lifecycle', () => {
  test.each(rows)('$state + $trigger -> $to ($outcome)', async ({ state, trigger, outcome, to }) => {
    const subject = await ordered()
    for (const step of states[state]) await step(subject)
    const before = await storedState(subject)
    expect(await triggers[trigger](subject)).toBe(outcome)
    const changed = to !== 'as it was' && { ...results[to], entries: before.entries + 1 }
    expect(await storedState(subject)).toEqual({ ...before, ...changed })
  })
})
