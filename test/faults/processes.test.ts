import { afterEach, beforeEach, expect, test } from 'vitest'
import { audit } from '../system/audit.ts'
import { type Answer, type MemberClient, tally } from '../system/client.ts'
import { startLoad } from '../system/load.ts'
import { behindGate } from '../system/lock-barrier.ts'
import { createSampleRequests, heldId, type SampleRequests, type Wish } from '../system/sample-requests.ts'
import { storedHolds } from '../system/stored-holds.ts'
import { type System, startSystem } from '../system/system.ts'
import { allEnded, flawsOfExpired, forSeconds, longestOverrun } from '../system/waiting.ts'

const load = { places: 12, pauseMs: 30, most: 1500 }
let system: System
let members: MemberClient[]
let plenty: SampleRequests
beforeEach(async () => {
  system = await startSystem({ services: ['booking', 'checkout'], holdSeconds: 4 })
  members = await system.members(load.places)
  plenty = await createSampleRequests(system.owner)
})
afterEach(() => system.stop())

/** Bookings and orders in turn, by one member after the other. */
const wishOf = (number: number): Wish => {
  const member = members[Math.floor(number / 2) % members.length]
  if (!member) throw new Error('no member')
  return plenty.wish(member, number)
}

test('one of two processes of booking and of checkout killed with -9 under load: the gateway goes on, and every hold is right', async () => {
  const unanswered: { answer: Answer; again: Wish }[] = []
  const running = startLoad(load, async number => {
    const wish = wishOf(number)
    const answer = await wish()
    if (answer.status !== 200) unanswered.push({ answer, again: wish })
    return answer
  })
  await forSeconds(2)
  for (const name of ['booking', 'checkout'] as const) system.process(name, 0).kill('SIGKILL')
  const killedAt = Date.now()
  await forSeconds(3)
  const answers = await running.stop()

  const failed = unanswered.map(({ answer }) => answer)
  expect(Object.keys(tally(failed)).filter(kind => kind !== '503 SERVICE_UNAVAILABLE')).toEqual([])
  expect(failed.length, 'only what was in hand fails').toBeLessThanOrEqual(load.places)
  expect(failed.filter(({ sentAt }) => sentAt > killedAt + 200)).toEqual([])
  const repeated = await Promise.all(unanswered.map(({ again }) => again()))
  expect(tally(repeated)).toEqual(unanswered.length === 0 ? {} : { '200': unanswered.length })

  const holds = await allEnded(system, 30)
  const held = [...answers.filter(({ status }) => status === 200), ...repeated].map(heldId)
  expect(holds.map(({ id }) => id).toSorted()).toEqual(held.toSorted())
  expect(longestOverrun(holds)).toBeLessThan(10)
  expect(await flawsOfExpired(system, holds)).toEqual([])
  expect(await audit(system.owner)).toEqual([])
})

test('SIGTERM to one of two processes of booking and of checkout under load: no request is lost and they end in good order', async () => {
  const running = startLoad(load, number => wishOf(number)())
  await forSeconds(2)
  const leaving = [system.process('booking', 0), system.process('checkout', 0)]
  for (const process of leaving) process.kill('SIGTERM')
  // Well within the time after which they would cut what is still open.
  const ends = leaving.map(({ exited }) => Promise.race([exited, forSeconds(6).then(() => 'still runs')]))
  expect(await Promise.all(ends)).toEqual(leaving.map(() => 'exit code 0'))
  await forSeconds(1)
  const answers = await running.stop()

  expect(tally(answers)).toEqual({ '200': answers.length })
  const holds = await allEnded(system, 30)
  expect(holds.map(({ id }) => id).toSorted()).toEqual(answers.map(heldId).toSorted())
  expect(await audit(system.owner)).toEqual([])
})

/** Where a checkout that takes long would be: at the zones of campgrounds, and at the stock of the store. */
const longCheckouts = {
  text: 'lock table booking.zone, inventory.stock in exclusive mode',
}

test('SIGTERM to the gateway and all processes of booking and checkout: what they have in hand is answered, and they end in good order', async () => {
  const everything = [system.gateway, ...system.processes()]
  const { answers, ends } = await behindGate(system.owner, longCheckouts, async gate => {
    const inHand = Promise.all(Array.from({ length: load.places }, (_, number) => wishOf(number)()))
    await gate.crowded(load.places)
    for (const process of everything) process.kill('SIGTERM')
    await forSeconds(1)
    await gate.open()
    const answers = await inHand
    const ends = everything.map(({ exited }) => Promise.race([exited, forSeconds(6).then(() => 'still runs')]))
    return { answers, ends: await Promise.all(ends) }
  })
  expect(tally(answers)).toEqual({ '200': load.places })
  expect(ends).toEqual(everything.map(() => 'exit code 0'))
  expect(await storedHolds(system.owner)).toHaveLength(load.places)
})
