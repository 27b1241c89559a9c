import type { ApiResponse } from '@campstore/testing/send'
import { storedHolds } from '@campstore/testing/stored-holds'
import { longestWaitMs } from '@campstore/testing/waiting'
import { expect } from 'vitest'
import { audit } from './audit.ts'
import { type MemberClient, tally, withoutSecondsLeft } from './client.ts'
import { type Load, type LoadOptions, startLoad } from './load.ts'
import { heldId, type RepeatableRequest, type SampleRequests } from './sample-requests.ts'
import type { System } from './system.ts'
import { allEnded, mismatchesOfExpired } from './waiting.ts'

/** A checkout that was sent, and how it is sent again with its idempotency key. */
export type SentCheckout = { first: ApiResponse; again: RepeatableRequest }

/** Sends bookings and orders in turn, by one member after the other. */
export function startCheckouts(
  options: LoadOptions,
  members: readonly MemberClient[],
  samples: SampleRequests,
): Load & { requests: SentCheckout[] } {
  const requests: SentCheckout[] = []
  const load = startLoad(options, async number => {
    const again = checkoutOf(members, samples, number)
    const first = await again()
    requests.push({ first, again })
    return first
  })
  return { ...load, requests }
}

/** The checkout with a number: a booking or an order, by the member whose turn it is. */
export function checkoutOf(
  members: readonly MemberClient[],
  samples: SampleRequests,
  number: number,
): RepeatableRequest {
  const member = members[Math.floor(number / 2) % members.length]
  if (!member) throw new Error('no member')
  return samples.request(member, number)
}

/** Sends checkouts again, a few at a time: each succeeds, and a success is repeated byte for byte but for the seconds left. */
export async function repeatAll(requests: readonly SentCheckout[]): Promise<ApiResponse[]> {
  const repeated: ApiResponse[] = []
  const queue = requests.entries()
  const work = async () => {
    for (const [line, { again }] of queue) repeated[line] = await again()
  }
  await Promise.all(Array.from({ length: 4 }, work))
  expect(tally(repeated)).toEqual(requests.length === 0 ? {} : { '200': requests.length })
  for (const [line, { first }] of requests.entries())
    if (first.status === 200) expect(withoutSecondsLeft(repeated[line]?.text)).toBe(withoutSecondsLeft(first.text))
  return repeated
}

/** The ids of all bookings and orders so far. */
export const storedIds = async ({ owner }: System): Promise<Set<string>> =>
  new Set((await storedHolds(owner)).map(({ id }) => id))

/** Waits until all holds have ended: exactly the holds of the responses, and each expired once, with its events. */
export async function expectAllExpired(
  system: System,
  responses: readonly ApiResponse[],
  before: ReadonlySet<string> = new Set(),
): Promise<void> {
  const holds = (await allEnded(system)).filter(({ id }) => !before.has(id))
  expect(holds.map(({ id }) => id).toSorted()).toEqual(responses.map(heldId).toSorted())
  expect(await mismatchesOfExpired(system, holds)).toEqual([])
  expect(await audit(system.owner)).toEqual([])
}

/** Sends SIGTERM to every service. Returns how each ended: a stop takes 21 s at most (docs/operations.md), and longer on a busy machine. */
export async function endsBySigterm(system: System): Promise<string[]> {
  for (const process of system.processes()) process.kill('SIGTERM')
  const killing = setTimeout(() => {
    for (const process of system.processes()) process.kill('SIGKILL')
  }, longestWaitMs)
  const ends = await Promise.all(system.processes().map(({ exited }) => exited))
  clearTimeout(killing)
  return ends
}
