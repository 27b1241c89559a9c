import type { Queryable } from '@campstore/database/database'
import { delayRequests } from '@campstore/testing/delayed-transaction'
import { storedHolds } from '@campstore/testing/stored-holds'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkoutOf, expectAllExpired, repeatAll, startCheckouts } from '../system/checkouts.ts'
import { type MemberClient, tally } from '../system/client.ts'
import { createSampleRequests, type SampleRequests } from '../system/sample-requests.ts'
import { type System, startSystem } from '../system/system.ts'
import { forSeconds } from '../system/waiting.ts'

const load = { clients: 12, pauseMs: 30, maxRequests: 1500 }
let system: System
let members: MemberClient[]
let samples: SampleRequests
beforeEach(async () => {
  system = await startSystem({ services: ['booking', 'checkout'], holdSeconds: 4 })
  members = await system.members(load.clients)
  samples = await createSampleRequests(system.owner)
})
afterEach(() => system.stop())

test('one of two processes of booking and of checkout killed with -9 under load: the gateway continues, and every hold is right', async () => {
  const { requests, ...running } = startCheckouts(load, members, samples)
  await forSeconds(2)
  const killed = [system.process('booking', 0), system.process('checkout', 0)]
  for (const process of killed) process.kill('SIGKILL')
  await Promise.all(killed.map(({ exited }) => exited))
  // With its second response from here on, the gateway has seen that their connections are closed.
  for (const _ of [1, 2]) await fetch(`${system.url}/health/live`)
  const noticedAt = Date.now()
  await forSeconds(3)
  const responses = await running.stop()

  const failed = responses.filter(({ status }) => status !== 200)
  expect(Object.keys(tally(failed)).filter(kind => kind !== '503 SERVICE_UNAVAILABLE')).toEqual([])
  expect(
    failed.filter(({ sentAt }) => sentAt > noticedAt),
    'only requests in progress fail',
  ).toEqual([])
  await expectAllExpired(system, await repeatAll(requests))
})

/** Where a checkout that takes long would be: at the zones of campgrounds, and at the stock of the store. */
const longCheckouts = 'lock table booking.zone, inventory.stock in exclusive mode'

test('SIGTERM to the gateway and all processes of booking and checkout: requests in progress get their responses, and all end gracefully', async () => {
  const everything = [system.gateway, ...system.processes()]
  const stop = async () => {
    for (const process of everything) process.kill('SIGTERM')
    await forSeconds(1)
  }
  const inHand = { lock: (tx: Queryable) => tx.query(longCheckouts), atLeast: load.clients, meanwhile: stop }
  const responses = await delayRequests(system.owner, inHand, () =>
    Promise.all(Array.from({ length: load.clients }, (_, number) => checkoutOf(members, samples, number)())),
  )
  const ends = await Promise.all(
    everything.map(({ exited }) => Promise.race([exited, forSeconds(40).then(() => 'still runs')])),
  )
  expect(tally(responses)).toEqual({ '200': load.clients })
  expect(ends).toEqual(everything.map(() => 'exit code 0'))
  expect(await storedHolds(system.owner)).toHaveLength(load.clients)
})
