import { setTimeout as pause } from 'node:timers/promises'
import { countPending, type StoredHold, storedHold, storedHolds } from '@campstore/testing/stored-holds'
import type { Pool } from 'pg'
import { expect } from 'vitest'
import { audit } from './audit.ts'
import type { System } from './system.ts'

/** Lets a fault last, or load come, for a while. */
export const forSeconds = (seconds: number): Promise<void> => pause(seconds * 1000)

/** Waits until no hold is open and the outboxes are empty; returns all bookings and orders. */
export async function allEnded({ owner }: System): Promise<StoredHold[]> {
  await expect
    .poll(() => countPending(owner), { interval: 500, message: 'open holds and unsent messages' })
    .toEqual({ openHolds: 0, outbox: 0 })
  return storedHolds(owner)
}

/** Waits until these bookings and orders are paid. */
export const untilPaid = (owner: Pool, ids: readonly string[]): Promise<void> =>
  expect
    .poll(() => Promise.all(ids.map(async id => (await storedHold(owner, id)).paymentStatus)))
    .toEqual(ids.map(() => 'paid'))

/** The events of each booking and order, every one once by its id and in alphabetical order. */
export async function publishedEvents({ subscriber }: System): Promise<Map<string, string[]>> {
  const published = new Map<string, string[]>()
  for (const { subject, type, data } of await subscriber.events()) {
    const types = published.get(subject) ?? []
    types.push(data.reason ? `${type}: ${data.reason}` : type)
    published.set(subject, types.toSorted())
  }
  return published
}

/** Holds that did not expire, or whose events are not their creation and their expiry. */
export async function mismatchesOfExpired(system: System, holds: readonly StoredHold[]): Promise<object[]> {
  const published = await publishedEvents(system)
  return holds.flatMap(({ id, kind, steps }) => {
    // A hold whose grace period was over has a second entry, which says so. The audit checks that each ended once.
    const found = [...new Set(steps), ...(published.get(id) ?? [])].join()
    return found === `cancelled by system,${kind}.cancelled: expired,${kind}.created` ? [] : [{ id, found }]
  })
}

/** Waits until the audit passes with the rules that need all messages to be processed, such as customers' spending. */
export const untilAuditPasses = ({ owner }: System): Promise<void> =>
  expect.poll(() => audit(owner, { settled: true }), { interval: 1_000 }).toEqual([])
