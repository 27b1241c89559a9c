import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import { type StoredBooking, storedBookings } from './audit.ts'
import type { System } from './system.ts'

/** Lets a fault last, or load come, for a while. */
export const forSeconds = (seconds: number): Promise<void> => pause(seconds * 1000)

/** Waits until no hold is open and the outbox is empty; answers all bookings. */
export async function allEnded({ owner }: System, withinSeconds: number): Promise<StoredBooking[]> {
  const open = async () => {
    const { rows } = await owner.query<{ open: number }>(`
      select (select count(*) from booking.outbox)::integer
        + (select count(*) from booking.booking where status = 'pending' and payment_status = 'unpaid')::integer as open`)
    return rows[0]?.open
  }
  await expect
    .poll(open, { timeout: withinSeconds * 1000, interval: 250, message: 'open holds and unsent messages' })
    .toBe(0)
  return storedBookings(owner)
}

/** What a subscriber was told of each booking, every event once by its id and in alphabetical order. */
export async function toldByBooking({ subscriber }: System): Promise<Map<string, string[]>> {
  const told = new Map<string, string[]>()
  for (const { subject, type, data } of await subscriber.events()) {
    const kinds = told.get(subject) ?? []
    kinds.push(data.reason ? `${type}: ${data.reason}` : type)
    told.set(subject, kinds.toSorted())
  }
  return told
}

/** Seconds by which the last of the holds ended after both its deadline and an instant (milliseconds of the epoch). */
export const longestOverrun = (bookings: readonly StoredBooking[], notBefore = 0): number =>
  Math.max(...bookings.map(({ deadline, updatedAt }) => (updatedAt - Math.max(deadline, notBefore)) / 1000))
