import { afterEach, beforeEach, expect, test } from 'vitest'
import { audit, storedBookings } from '../system/audit.ts'
import { type OpenCampground, openCampground, stayAt } from '../system/campground.ts'
import { type Answer, type Client, sessionOf, tally } from '../system/client.ts'
import { sessionsWaiting } from '../system/gate.ts'
import { startLoad } from '../system/load.ts'
import { type System, startSystem } from '../system/system.ts'
import { allEnded, forSeconds, longestOverrun, toldByBooking } from '../system/waiting.ts'

const load = { places: 12, pauseMs: 30, most: 1500 }
let system: System
let members: Client[]
let campground: OpenCampground
beforeEach(async () => {
  system = await startSystem({ holdSeconds: 4 })
  members = await system.members(load.places)
  campground = await openCampground(system.owner, { zones: [5000] })
})
afterEach(() => system.stop())

const memberOf = (number: number): Client => {
  const member = members[number % members.length]
  if (!member) throw new Error('no member')
  return member
}

test('one of two booking processes killed with -9 under load: the gateway goes on, and every hold is right', async () => {
  const unanswered: { answer: Answer; again: () => Promise<Answer> }[] = []
  const running = startLoad(load, async number => {
    const wish = stayAt(campground)
    const again = () => memberOf(number).checkout(wish)
    const answer = await again()
    if (answer.status !== 200) unanswered.push({ answer, again })
    return answer
  })
  await forSeconds(2)
  system.booking[0].kill('SIGKILL')
  const killedAt = Date.now()
  await forSeconds(3)
  const answers = await running.stop()

  const failed = unanswered.map(({ answer }) => answer)
  expect(Object.keys(tally(failed)).filter(kind => kind !== '503 SERVICE_UNAVAILABLE')).toEqual([])
  expect(failed.length, 'only what was in hand fails').toBeLessThanOrEqual(load.places)
  expect(failed.filter(({ sentAt }) => sentAt > killedAt + 200)).toEqual([])
  const repeated = await Promise.all(unanswered.map(({ again }) => again()))
  expect(tally(repeated)).toEqual(unanswered.length === 0 ? {} : { '200': unanswered.length })

  const bookings = await allEnded(system, 30)
  const booked = [...answers.filter(({ status }) => status === 200), ...repeated].map(
    answer => sessionOf(answer).bookingId,
  )
  expect(bookings.map(({ id }) => id).toSorted()).toEqual(booked.toSorted())
  expect(longestOverrun(bookings)).toBeLessThan(10)
  const told = await toldByBooking(system)
  expect(bookings.filter(({ id }) => told.get(id)?.join() !== 'booking.cancelled: expired,booking.created')).toEqual([])
  expect(await audit(system.owner)).toEqual([])
})

test('SIGTERM to one of two booking processes under load: no request is lost and it ends in good order', async () => {
  const running = startLoad(load, number => memberOf(number).checkout(stayAt(campground)))
  await forSeconds(2)
  const [leaving] = system.booking
  leaving.kill('SIGTERM')
  // Well within the time after which it would cut what is still open.
  const end = await Promise.race([leaving.exited, forSeconds(6).then(() => 'still runs')])
  await forSeconds(1)
  const answers = await running.stop()

  expect(end).toBe('exit code 0')
  expect(tally(answers)).toEqual({ '200': answers.length })
  const bookings = await allEnded(system, 30)
  expect(bookings).toHaveLength(answers.length)
  expect(await audit(system.owner)).toEqual([])
})

test('SIGTERM to the gateway and both booking processes: what they have in hand is answered, and they end in good order', async () => {
  const release = await lockZones()
  const inHand = Promise.all(members.map(member => member.checkout(stayAt(campground))))
  await expect
    .poll(() => sessionsWaiting(system.owner), { timeout: 5_000, message: 'checkouts that wait for the zone' })
    .toBe(members.length)
  const everything = [system.gateway, ...system.booking]
  for (const process of everything) process.kill('SIGTERM')
  await forSeconds(1)
  await release()

  expect(tally(await inHand)).toEqual({ '200': members.length })
  const ends = everything.map(({ exited }) => Promise.race([exited, forSeconds(6).then(() => 'still runs')]))
  expect(await Promise.all(ends)).toEqual(everything.map(() => 'exit code 0'))
  expect(await storedBookings(system.owner)).toHaveLength(members.length)
})

/** Holds the lock of the campground's zones, as a checkout that takes long would. Answers what lets it go. */
async function lockZones(): Promise<() => Promise<void>> {
  const client = await system.owner.connect()
  await client.query('begin')
  await client.query('select from booking.zone where campground_id = $1 for update', [campground.id])
  return async () => {
    await client.query('commit')
    client.release()
  }
}
