import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import { audit } from './audit.ts'
import { type StoredHold, storedHolds } from './stored-holds.ts'
import type { System } from './system.ts'

/** Lets a fault last, or load come, for a while. */
export const forSeconds = (seconds: number): Promise<void> => pause(seconds * 1000)

/** Waits until no hold is open and the outboxes are empty; answers all bookings and orders. */
export async function allEnded({ owner }: System, withinSeconds: number): Promise<StoredHold[]> {
  const open = async () => {
    const { rows } = await owner.query<{ open: number }>(`
      select (
        (select count(*) from booking.outbox)
        + (select count(*) from checkout.outbox)
        + (select count(*) from booking.booking where status = 'pending' and payment_status = 'unpaid')
        + (
          select count(*)
          from checkout.store_order
          where status = 'unshipped' and payment_status = 'unpaid' and cod_confirmed_at is null
        )
      )::integer as open`)
    return rows[0]?.open
  }
  await expect
    .poll(open, { timeout: withinSeconds * 1000, interval: 250, message: 'open holds and unsent messages' })
    .toBe(0)
  return storedHolds(owner)
}

/** What a subscriber was told of each booking and order, every event once by its id and in alphabetical order. */
export async function toldOf({ subscriber }: System): Promise<Map<string, string[]>> {
  const told = new Map<string, string[]>()
  for (const { subject, type, data } of await subscriber.events()) {
    const kinds = told.get(subject) ?? []
    kinds.push(data.reason ? `${type}: ${data.reason}` : type)
    told.set(subject, kinds.toSorted())
  }
  return told
}

/** Seconds by which the last of the holds ended after both its deadline and an instant (milliseconds of the epoch). */
export const longestOverrun = (holds: readonly StoredHold[], notBefore = 0): number =>
  Math.max(...holds.map(({ deadline, updatedAt }) => (updatedAt - Math.max(deadline, notBefore)) / 1000))

/**
 * What does not belong to holds that all ended by themselves: another history than that, and what a subscriber was told of
 * them that is not their creation and their expiry.
 */
export async function flawsOfExpired(system: System, holds: readonly StoredHold[]): Promise<object[]> {
  const told = await toldOf(system)
  return holds.flatMap(({ id, kind, steps }) => {
    // A hold whose grace was over has a second entry, which says so; that each ended once is the audit's to find.
    const found = [...new Set(steps), ...(told.get(id) ?? [])].join()
    return found === `cancelled by system,${kind}.cancelled: expired,${kind}.created` ? [] : [{ id, found }]
  })
}

/** Waits until everything that follows from messages has followed, what was spent included, and nothing is found amiss. */
export const soundWhenSettled = ({ owner }: System, withinSeconds: number): Promise<void> =>
  expect.poll(() => audit(owner, { settled: true }), { timeout: withinSeconds * 1000, interval: 250 }).toEqual([])
