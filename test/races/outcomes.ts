import type { Queryable } from '@campstore/database/database'
import type { HoldKind } from '@campstore/holds/hold-definition'
import { countWaiting, delayRequests } from '@campstore/testing/delayed-transaction'
import type { ApiResponse } from '@campstore/testing/send'
import type { Pool } from 'pg'
import { expect, test } from 'vitest'
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
 * @param payments how many they have together; one each, unless given
 */
export const untilProcessed = (owner: Pool, paidIds: readonly string[], payments = paidIds.length): Promise<void> =>
  expect
    .poll(async () => {
      const { rows } = await owner.query<{ open: number }>(
        `select ($1 - (select count(*) from booking.payment_notification where target_id = any ($2))
           - (select count(*) from checkout.payment_notification where target_id = any ($2))
           + (select count(*) from booking.outbox) + (select count(*) from checkout.outbox))::integer as open`,
        [payments, paidIds],
      )
      return rows[0]?.open
    })
    .toBe(0)

/** What somebody does; returns the response, or how it ended. */
export type Act = () => Promise<ApiResponse | string>

/** Two operations on a booking or an order, and whether the first of them starts first. */
export type Pair = { id: string; acts: readonly [Act, Act]; isFirst: boolean }

const tables: Record<HoldKind, string> = { booking: 'booking.booking', order: 'checkout.store_order' }

/**
 * Starts one operation on each of some bookings or orders while all are locked, and the other when these wait for the lock.
 *
 * @returns the kinds of both responses of each, in the sequence of the pair
 */
export async function race(owner: Pool, kind: HoldKind, pairs: readonly Pair[]): Promise<string[][]> {
  const ids = pairs.map(({ id }) => id)
  const lock = (tx: Queryable) => tx.query(`select from ${tables[kind]} where id = any ($1) for update`, [ids])
  const run = async (act: Act) => {
    const answer = await act()
    return typeof answer === 'string' ? answer : kindOf(answer)
  }
  return delayRequests(owner, { lock, atLeast: 2 * pairs.length }, async () => {
    const started = pairs.map(({ acts, isFirst }) => ({ acts, isFirst, one: run(acts[isFirst ? 0 : 1]) }))
    await expect.poll(() => countWaiting(owner), { interval: 20 }).toBeGreaterThanOrEqual(pairs.length)
    const results = started.map(async ({ acts, isFirst, one }) => {
      const both = await Promise.all([one, run(acts[isFirst ? 1 : 0])])
      return isFirst ? both : both.toReversed()
    })
    return Promise.all(results)
  })
}

/** Both operations of each race wait for a lock, and one instance may have all of them: so it has as many connections. */
export const mostAtOnce = 13

/**
 * Runs races in batches, when the first test asks for a result.
 *
 * @param options.groupOf races of different groups are not in one batch: while a payment waits for a lock, no cancel knows whether its
 * hold was paid
 * @param options.run runs a batch; returns the results of its races in their order
 * @returns gives the result of a race
 */
export function inBatches<Race, Found>(
  races: readonly Race[],
  { groupOf, run }: { groupOf(race: Race): string; run(batch: readonly Race[]): Promise<Found[]> },
): (race: Race) => Promise<Found> {
  const runAll = async () => {
    const all = new Map<Race, Found>()
    for (const group of Map.groupBy(races, groupOf).values())
      for (let first = 0; first < group.length; first += mostAtOnce) {
        const batch = group.slice(first, first + mostAtOnce)
        for (const [line, found] of (await run(batch)).entries()) all.set(batch[line] ?? expect.fail(), found)
      }
    return all
  }
  let all: ReturnType<typeof runAll> | undefined
  return async race => {
    all ??= runAll()
    return (await all).get(race) ?? expect.fail('was not run')
  }
}

/** Starts operations in their order or in the opposite one, at once. */
export const inTurn = <T>(acts: readonly (() => Promise<T>)[], isFirst: boolean): Promise<T[]> =>
  Promise.all((isFirst ? acts : acts.toReversed()).map(act => act()))

/** Makes a test of each race. */
export const testEach = (races: Record<string, () => Promise<void>>): void =>
  test.each(Object.entries(races))('%s', (_, race) => race())
