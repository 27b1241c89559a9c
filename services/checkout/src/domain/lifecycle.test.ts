import type { CancelReason } from '@campstore/contract/messages/events'
import { refusesPayment } from '@campstore/holds/lifecycle'
import { testLifecycle } from '@campstore/holds/testing/lifecycle-matrix'
import { describe, expect, test } from 'vitest'
import {
  checkoutState,
  type Effects,
  hasExpired,
  isOpen,
  mayExpire,
  type OrderState,
  type Trigger,
  transition,
} from './lifecycle.ts'

// The state machine of an order (docs/contract/states.md#order).
const deadline = new Date('2026-11-20T08:15:00.000Z')
const moments = {
  'before the deadline': { now: new Date(deadline.getTime() - 1) },
  'at the deadline': { now: deadline },
  'past the deadline': { now: new Date(deadline.getTime() + 1) },
} as const
const confirmedAt = moments['before the deadline'].now
type When = keyof typeof moments
const always: readonly When[] = ['before the deadline', 'at the deadline', 'past the deadline']
const inTime: readonly When[] = ['before the deadline']
const tooLate: readonly When[] = ['at the deadline', 'past the deadline']

/** Status, payment, and whether cash on delivery was confirmed: reachable and unreachable states. */
const states = {
  'unshipped, unpaid': ['unshipped', 'unpaid', false],
  'unshipped, unpaid, COD confirmed': ['unshipped', 'unpaid', true],
  'unshipped, paid': ['unshipped', 'paid', false],
  'unshipped, refunded': ['unshipped', 'refunded', false],
  'shipped, unpaid': ['shipped', 'unpaid', false],
  'shipped, unpaid, COD confirmed': ['shipped', 'unpaid', true],
  'shipped, paid': ['shipped', 'paid', false],
  'shipped, refunded': ['shipped', 'refunded', false],
  'completed, unpaid': ['completed', 'unpaid', false],
  'completed, paid': ['completed', 'paid', false],
  'completed, paid, COD confirmed': ['completed', 'paid', true],
  'completed, refunded': ['completed', 'refunded', false],
  'returned, unpaid, COD confirmed': ['returned', 'unpaid', true],
  'returned, paid': ['returned', 'paid', false],
  'returned, refunded': ['returned', 'refunded', false],
  'cancelled, unpaid': ['cancelled', 'unpaid', false],
  'cancelled, unpaid, COD confirmed': ['cancelled', 'unpaid', true],
  'cancelled, paid': ['cancelled', 'paid', false],
  'cancelled, refunded': ['cancelled', 'refunded', false],
} as const satisfies Record<string, readonly [OrderState['status'], OrderState['paymentStatus'], boolean]>
type State = keyof typeof states
const everyState = Object.keys(states) as State[]

const triggers: readonly Trigger[] = [
  'member-cancel',
  'expire',
  'pay',
  'confirm-cod',
  'admin-ship',
  'admin-unship',
  'change-recipient',
  'admin-complete',
  'admin-cancel',
  'admin-change-shipment',
  'admin-cancel-paid',
  'admin-return',
  'admin-return-part',
  'admin-undo-return',
  'admin-undo-return-to-shipped',
  'admin-undo-return-to-completed',
  'admin-refund',
  'payment-refunded',
]

/** An order that is ready for cash on delivery. */
function orderIn(state: State, changes: Partial<OrderState> = {}): OrderState {
  const [status, paymentStatus, confirmed] = states[state]
  return {
    status,
    paymentStatus,
    refundStatus: 'none',
    paymentMethod: 'cod',
    cancelledBecause: status === 'cancelled' ? 'member' : null,
    codConfirmedAt: confirmed ? confirmedAt : null,
    checkoutExpiresAt: deadline,
    recipientName: '林美',
    shippingPhone: '0912345678',
    shippingAddress: '台北市信義路一號',
    ...changes,
  }
}

const cancelledBy = (cancelledBecause: CancelReason) =>
  ({ status: 'cancelled', paymentStatus: 'unpaid', cancelledBecause }) as const
const open = { status: 'unshipped', paymentStatus: 'unpaid' } as const
const secured = { reservations: 'keep', claim: 'use' } as const
const released = { reservations: 'release', claim: 'release' } as const
const shipped = { reservations: 'ship', claim: 'none' } as const
const unshipped = { reservations: 'unship', claim: 'none' } as const
const unchanged = { reservations: 'none', claim: 'none' } as const
const freed = { ...unchanged, claim: 'release' } as const
const retaken = { ...unchanged, claim: 'retake' } as const
const done = { status: 'completed', paymentStatus: 'paid' } as const

type Row = [State, Trigger, readonly When[], Partial<OrderState>, Effects]
const completed = ['completed, paid', 'completed, refunded', 'completed, paid, COD confirmed'] as const
const staysAfter =
  (trigger: Trigger) =>
  (state: State): Row => {
    const [status, paymentStatus] = states[state]
    return [state, trigger, always, { status, paymentStatus }, unchanged]
  }

/** The table of docs/contract/states.md#order, written independently: from, trigger, when, what changes, effects. */
const rows: Row[] = [
  ['unshipped, unpaid', 'member-cancel', inTime, cancelledBy('member'), released],
  ['unshipped, unpaid, COD confirmed', 'member-cancel', always, cancelledBy('member'), released],
  ['unshipped, unpaid', 'expire', tooLate, cancelledBy('expired'), { ...released, reservations: 'expire' }],
  ['unshipped, unpaid', 'pay', always, { status: 'unshipped', paymentStatus: 'paid' }, secured],
  ['unshipped, unpaid', 'confirm-cod', inTime, { ...open, codConfirmedAt: confirmedAt }, secured],
  ['unshipped, paid', 'admin-ship', always, { status: 'shipped', paymentStatus: 'paid' }, shipped],
  ['unshipped, unpaid, COD confirmed', 'admin-ship', always, { status: 'shipped', paymentStatus: 'unpaid' }, shipped],
  ['shipped, paid', 'admin-unship', always, { status: 'unshipped', paymentStatus: 'paid' }, unshipped],
  ['shipped, unpaid, COD confirmed', 'admin-unship', always, open, unshipped],
  ...(['unshipped, paid', 'unshipped, unpaid, COD confirmed'] as const).map(staysAfter('change-recipient')),
  ['shipped, paid', 'admin-complete', always, done, unchanged],
  ['shipped, unpaid, COD confirmed', 'admin-complete', always, done, unchanged],
  ['shipped, refunded', 'admin-complete', always, { ...done, paymentStatus: 'refunded' }, unchanged],
  ...(['shipped, paid', 'shipped, refunded', 'shipped, unpaid, COD confirmed', ...completed] as const).map(
    staysAfter('admin-change-shipment'),
  ),
  ...(['shipped', 'completed'] as const).flatMap(status =>
    (['paid', 'refunded'] as const).flatMap((paymentStatus): Row[] => [
      [`${status}, ${paymentStatus}`, 'admin-return', always, { status: 'returned', paymentStatus }, unchanged],
      [`${status}, ${paymentStatus}`, 'admin-return-part', always, { status, paymentStatus }, unchanged],
    ]),
  ),
  ...(['admin-return', 'admin-return-part'] as const).map((trigger): Row => {
    const status = trigger === 'admin-return' ? 'returned' : 'completed'
    return ['completed, paid, COD confirmed', trigger, always, { status, paymentStatus: 'paid' }, unchanged]
  }),
  ['shipped, unpaid, COD confirmed', 'admin-return', always, { ...open, status: 'returned' }, freed],
  ...(['shipped, paid', 'completed, paid', 'completed, paid, COD confirmed'] as const).map(
    staysAfter('admin-undo-return'),
  ),
  ...(['shipped', 'completed'] as const).map((status): Row => {
    const trigger = `admin-undo-return-to-${status}` as const
    return ['returned, paid', trigger, always, { status, paymentStatus: 'paid' }, unchanged]
  }),
  ['returned, unpaid, COD confirmed', 'admin-undo-return-to-shipped', always, { ...open, status: 'shipped' }, retaken],
  ...(['shipped, paid', 'completed, paid', 'completed, paid, COD confirmed', 'returned, paid'] as const).map(
    staysAfter('admin-refund'),
  ),
  ['unshipped, unpaid', 'admin-cancel', always, cancelledBy('staff'), released],
  ['unshipped, unpaid, COD confirmed', 'admin-cancel', always, cancelledBy('staff'), released],
  ['unshipped, paid', 'admin-cancel-paid', always, { ...cancelledBy('staff'), paymentStatus: 'paid' }, released],
  ...(
    ['cancelled, paid', 'shipped, paid', 'completed, paid', 'completed, paid, COD confirmed', 'returned, paid'] as const
  ).map((state): Row => {
    const [status] = states[state]
    return [state, 'payment-refunded', always, { status, paymentStatus: 'refunded' }, unchanged]
  }),
]
const table = rows.map(([from, trigger, when, changes, effects]) => ({ from, trigger, when, changes, effects }))
const orders = Object.fromEntries(everyState.map(state => [state, orderIn(state)])) as Record<State, OrderState>
testLifecycle({ transition, states: orders, triggers, moments, table })

test.each(everyState)('lifecycle: why a payment cannot be applied: %s', state => {
  const [status, paymentStatus] = states[state]
  const refusal = status === 'cancelled' ? 'cancelled' : paymentStatus === 'unpaid' ? 'cod_confirmed' : 'already_paid'
  const reason = state === 'unshipped, unpaid' ? undefined : refusal
  expect(refusesPayment({ transition }, orderIn(state), moments['before the deadline'].now)).toBe(reason)
})

test.each<[string, Partial<OrderState>]>([
  ['another paymentMethod', { paymentMethod: 'gateway-credit' }],
  ['no recipientName', { recipientName: null }],
  ['no shippingPhone', { shippingPhone: '' }],
  ['no shippingAddress', { shippingAddress: null }],
])('lifecycle: confirm-cod needs paymentMethod cod and a checkout that is ready to pay: %s', (_, changes) => {
  const order = orderIn('unshipped, unpaid', changes)
  expect(transition(order, 'confirm-cod', moments['before the deadline'])).toBeUndefined()
})

describe('the deadline counts only while an order is unshipped, unpaid and not COD-confirmed', () => {
  test.each(everyState)('%s', state => {
    const order = orderIn(state)
    const counts = state === 'unshipped, unpaid'
    expect(mayExpire(order)).toBe(counts)
    expect(checkoutState(order)).toBe(counts ? 'open' : order.status === 'cancelled' ? 'closed' : 'completed')
    for (const moment of always) {
      const { now } = moments[moment]
      const isInTime = inTime.includes(moment)
      expect([hasExpired(order, now), isOpen(order, now)]).toEqual([counts && !isInTime, counts && isInTime])
    }
  })

  test('cancelled because it expired: stays expired', () => {
    const order = orderIn('cancelled, unpaid', { cancelledBecause: 'expired' })
    expect(always.map(moment => hasExpired(order, moments[moment].now))).toEqual([true, true, true])
  })
})
