import type { ApiResponse } from '@campstore/testing/send'
import type { MemberClient } from '../system/client.ts'
import { actByStaff } from '../system/staff.ts'
import {
  after,
  type Change,
  cancelled,
  cancelledPaid,
  codConfirmed,
  type Outcome,
  paid,
  unapplied,
} from './outcomes.ts'
import { system } from './system.ts'

/** An order of a race, one of its two pieces, and the coupon claim that is applied to it or may be. */
export type RacedOrder = { member: MemberClient; orderId: string; pieceId: number; total: string; claimId: number }

const staff =
  (action: string, body?: object, method?: 'PATCH') =>
  ({ orderId }: Pick<RacedOrder, 'orderId'>) =>
    actByStaff(system, 'order', orderId, action, body, method)

/** What can be done to an order; each returns the response, or how it ended. */
export const operations = {
  cancel: ({ member, orderId }: RacedOrder) => member.cancelOrder(orderId),
  'confirm-cod': ({ member, orderId }: RacedOrder) => member.confirmCod(orderId),
  'cancel paid': staff('cancel-paid', { reason: 'closed' }),
  ship: staff('ship'),
  complete: staff('complete'),
  return: staff('returns', { reason: 'refused' }),
  unship: staff('unship', { reason: 'wrong parcel' }),
  reallocate: staff('reallocate'),
  'correct recipient': staff('recipient', { address: 'No. 1' }, 'PATCH'),
  'return a piece': ({ orderId, pieceId }: RacedOrder) => {
    const items = [{ orderItemId: pieceId, quantity: 1, to: 'stock' }]
    return staff('returns', { items, reason: 'too small' })({ orderId })
  },
  'give all back': ({ orderId, total }: RacedOrder) =>
    staff('refunds', { amount: total, reason: 'lost on the way' })({ orderId }),
  pay: ({ orderId, total }: RacedOrder) =>
    system.payments.pay({ kind: 'order', id: orderId }, total).then(() => 'published'),
  'use a coupon': ({ member, orderId, claimId }: RacedOrder) => member.changeOrder(orderId, { couponClaimId: claimId }),
} satisfies Record<string, (order: RacedOrder) => Promise<ApiResponse | string>>
type Operation = keyof typeof operations

/** Staff changed its status, or did something that leaves it. */
const byStaff =
  (status: string, ...events: string[]): Change =>
  () => ({ steps: [`${status} by admin`], events })
const shipped: Change = () => ({ steps: ['shipped by admin'], events: ['order.shipped'], reservations: 'released' })
/** Staff took back that it was shipped. */
const unshipped: Change = () => ({ steps: ['unshipped by admin'], events: ['order.unshipped'], reservations: 'active' })
const completed = byStaff('completed', 'order.completed')
const recipientChanged = byStaff('unshipped', 'order.recipient-changed')
/** All of it came back, with or without a payment that is given back, or a piece of it. */
const returned = byStaff('returned', 'order.returned', 'payment.refund-due')
const returnedCod = byStaff('returned', 'order.returned')
const returnedPart = byStaff('shipped', 'order.returned', 'payment.refund-due')
const givenBack = byStaff('shipped', 'order.refund-opened', 'payment.refund-due')
/** Its coupon, address or payment method changed. */
const updated: Change = () => ({ events: ['order.updated'] })

/** What is found when both operations are over, with the result of the first one and the second one. */
type RaceOutcome = Outcome & { results: [string, string]; claim: 'available' | 'applied' | 'used' }

/** What an order is before: waiting to be paid online, for cash on delivery to be confirmed, or confirmed. */
type Before = 'online' | 'online without coupon' | 'online paid' | 'online shipped' | 'cod' | 'cod confirmed'

/** What is found when the first operation comes first, if that is another race, when the second does, and what also may be. */
type Outcomes = [RaceOutcome, RaceOutcome?, RaceOutcome?]

const against = (one: Operation, other: Operation, before: Before, outcomes: Outcomes) => ({
  pair: [one, other] as const,
  before,
  outcomes,
})
export type Race = ReturnType<typeof against>

const outcome = (one: string, other: string, claim: RaceOutcome['claim'], ...changes: Change[]): RaceOutcome => ({
  results: [one, other],
  claim,
  ...after('order', ...changes),
})

const conflict = '409 CONFLICT'
/** More than is left: of the payment, or of the pieces. */
const tooMuch = '400 VALIDATION_ERROR'
const published = 'published'
const paidFirst = outcome(conflict, published, 'used', paid)

/**
 * A cancel or a change of the amount cannot know how a payment ends while the payment is in hand and waits for the lock. On a
 * slow machine, the check for a payment may take too long even when there is none.
 */
const unavailable = '503 SERVICE_UNAVAILABLE'
const notKnown = outcome(unavailable, published, 'used', paid)

/** Both get the order as it is, and only one has cancelled it. */
const cancelledOnce = outcome('200', '200', 'available', paid, cancelledPaid)

const returnedFirst = outcome('200', conflict, 'used', paid, shipped, returned)

export const races = [
  against('cancel', 'pay', 'online', [
    outcome('200', published, 'available', cancelled('member'), unapplied('cancelled')),
    paidFirst,
    notKnown,
  ]),
  against('cancel', 'confirm-cod', 'cod', [
    outcome('200', conflict, 'available', cancelled('member')),
    outcome('200', '200', 'available', codConfirmed, cancelled('member')),
    outcome(unavailable, '200', 'used', codConfirmed),
  ]),
  against('confirm-cod', 'pay', 'cod', [
    outcome('200', published, 'used', codConfirmed, unapplied('cod_confirmed')),
    paidFirst,
  ]),
  against('ship', 'cancel', 'cod confirmed', [
    outcome('200', conflict, 'used', codConfirmed, shipped),
    outcome(conflict, '200', 'available', codConfirmed, cancelled('member')),
    outcome('200', unavailable, 'used', codConfirmed, shipped),
  ]),
  against('cancel paid', 'ship', 'online paid', [
    outcome('200', conflict, 'available', paid, cancelledPaid),
    outcome(conflict, '200', 'used', paid, shipped),
  ]),
  against('cancel paid', 'cancel paid', 'online paid', [cancelledOnce]),
  against('cancel paid', 'pay', 'online paid', [
    outcome('200', published, 'available', paid, cancelledPaid, unapplied('cancelled')),
    outcome('200', published, 'available', paid, unapplied('already_paid'), cancelledPaid),
  ]),
  against('return', 'complete', 'online shipped', [
    outcome('200', conflict, 'used', paid, shipped, returned),
    outcome('200', '200', 'used', paid, shipped, completed, returned),
  ]),
  against('return', 'ship', 'online paid', [
    outcome(conflict, '200', 'used', paid, shipped),
    outcome('200', '200', 'used', paid, shipped, returned),
  ]),
  against('return', 'give all back', 'online shipped', [
    outcome('200', tooMuch, 'used', paid, shipped, returned),
    outcome('200', '200', 'used', paid, shipped, givenBack, returnedCod),
  ]),
  against('return a piece', 'return a piece', 'online shipped', [
    outcome('200', tooMuch, 'used', paid, shipped, returnedPart),
  ]),
  against('return a piece', 'return', 'online shipped', [
    outcome('200', '200', 'used', paid, shipped, returnedPart, returned),
    outcome(conflict, '200', 'used', paid, shipped, returned),
  ]),
  against('correct recipient', 'ship', 'online paid', [
    outcome('200', '200', 'used', paid, recipientChanged, shipped),
    outcome(conflict, '200', 'used', paid, shipped),
  ]),
  against('unship', 'return', 'online shipped', [
    outcome('200', conflict, 'used', paid, shipped, unshipped),
    outcome(conflict, '200', 'used', paid, shipped, returned),
  ]),
  against('unship', 'reallocate', 'online shipped', [
    outcome('200', '200', 'used', paid, shipped, unshipped),
    outcome('200', conflict, 'used', paid, shipped, unshipped),
  ]),
  against('return', 'cancel paid', 'online shipped', [returnedFirst, returnedFirst]),
  against('use a coupon', 'pay', 'online without coupon', [
    outcome('200', published, 'applied', updated, unapplied('amount_mismatch')),
    { ...paidFirst, claim: 'available' },
    { ...notKnown, claim: 'available' },
  ]),
]
