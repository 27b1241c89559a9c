import type { Queryable } from '@campstore/database/database'
import type { HoldKind } from '@campstore/holds/hold-definition'
import { countWaiting, delayRequests } from '@campstore/testing/delayed-transaction'
import type { ApiResponse } from '@campstore/testing/send'
import type { Pool } from 'pg'
import { expect } from 'vitest'
import { kindOf } from '../system/client.ts'

/** What is stored and published of a booking or an order when a race is over. */
export type Outcome = {
  steps: string[]
  /** The status of its reservations. */
  reservations: string
  payments: string[]
  /** In alphabetical order. */
  events: string[]
}

/** What one operation leaves. */
export type Change = (kind: HoldKind) => Partial<Outcome>

const canceller = { member: 'member', staff: 'admin', expired: 'system' }

/** It was cancelled by its member, by staff, or because it expired. */
export const cancelled =
  (reason: keyof typeof canceller): Change =>
  kind => ({
    steps: [`cancelled by ${canceller[reason]}`],
    events: [`${kind}.cancelled: ${reason}`],
    reservations: kind === 'order' && reason === 'expired' ? 'expired' : 'released',
  })

/** It was paid, and staff cancelled it with a refund. */
export const cancelledPaid: Change = kind => {
  const { steps, events = [], reservations } = cancelled('staff')(kind)
  return { steps, reservations, events: [...events, 'payment.refund-due'] }
}

/** Its payment was applied. */
export const paid: Change = kind => ({
  steps: [kind === 'booking' ? 'pending by payment' : 'unshipped by payment'],
  events: [`${kind}.paid`],
  payments: ['applied'],
})

/** Its payment was recorded as unapplied. */
export const unapplied =
  (reason: string): Change =>
  () => ({ events: [`payment.unapplied: ${reason}`], payments: [`unapplied: ${reason}`] })

export const codConfirmed: Change = () => ({ steps: ['unshipped by member'], events: ['order.cod-confirmed'] })

export const shipped: Change = () => ({
  steps: ['shipped by admin'],
  events: ['order.shipped'],
  reservations: 'released',
})

/** Staff took back that it was shipped. */
export const unshipped: Change = () => ({
  steps: ['unshipped by admin'],
  events: ['order.unshipped'],
  reservations: 'active',
})

/** Its recipient was corrected before it left. */
export const recipientChanged: Change = () => ({ steps: ['unshipped by admin'], events: ['order.recipient-changed'] })

export const completed: Change = () => ({ steps: ['completed by admin'], events: ['order.completed'] })

/** All of it came back; what a payment has paid is given back. */
export const returned: Change = () => ({
  steps: ['returned by admin'],
  events: ['order.returned', 'payment.refund-due'],
})

/** A piece of it came back, and is given back. */
export const returnedPart: Change = () => ({
  steps: ['shipped by admin'],
  events: ['order.returned', 'payment.refund-due'],
})

/** Staff gave back what was paid for it, after it had shipped. */
export const givenBack: Change = () => ({
  steps: ['shipped by admin'],
  events: ['order.refund-opened', 'payment.refund-due'],
})

/** All of it came back, and no payment is given back. */
export const returnedCod: Change = () => ({ steps: ['returned by admin'], events: ['order.returned'] })

/** Its coupon, address or payment method changed. */
export const updated: Change = () => ({ events: ['order.updated'] })

/** What must be found of a booking or an order after these changes. */
export function after(kind: HoldKind, ...changes: readonly Change[]): Outcome {
  const parts = changes.map(change => change(kind))
  return {
    steps: parts.flatMap(({ steps = [] }) => steps),
    reservations: parts.findLast(({ reservations }) => reservations !== undefined)?.reservations ?? 'active',
    payments: parts.flatMap(({ payments = [] }) => payments),
    events: [`${kind}.created`, ...parts.flatMap(({ events = [] }) => events)].toSorted(),
  }
}

/**
 * Waits until the payments of these holds were processed and all events published.
 *
 * @param each how many payments each of them has
 */
export const untilProcessed = (owner: Pool, paidIds: readonly string[], each = 1): Promise<void> =>
  expect
    .poll(async () => {
      const { rows } = await owner.query<{ open: number }>(
        `select ($1 - (select count(*) from booking.payment_notification where target_id = any ($2))
           - (select count(*) from checkout.payment_notification where target_id = any ($2))
           + (select count(*) from booking.outbox) + (select count(*) from checkout.outbox))::integer as open`,
        [each * paidIds.length, paidIds],
      )
      return rows[0]?.open
    })
    .toBe(0)

type Act = () => Promise<ApiResponse | string>

/**
 * Starts two operations on a booking while it is locked, the second when the first waits for the lock.
 *
 * @param isFirst whether the first of the pair starts first
 * @returns the kinds of both responses, in the sequence of the pair
 */
export async function raceBooking(
  owner: Pool,
  id: string,
  pair: readonly [Act, Act],
  isFirst: boolean,
): Promise<string[]> {
  const lock = (tx: Queryable) => tx.query('select from booking.booking where id = $1 for update', [id])
  const run = async (act: Act) => {
    const answer = await act()
    return typeof answer === 'string' ? answer : kindOf(answer)
  }
  const [before, after] = isFirst ? pair : ([pair[1], pair[0]] as const)
  const results = await delayRequests(owner, { lock, atLeast: 2 }, async () => {
    const started = run(before)
    await expect.poll(() => countWaiting(owner), { interval: 20 }).toBeGreaterThanOrEqual(1)
    return Promise.all([started, run(after)])
  })
  return isFirst ? results : results.toReversed()
}
