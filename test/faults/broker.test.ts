import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { audit, storedBookings } from '../system/audit.ts'
import { type OpenCampground, openCampground, stayAt } from '../system/campground.ts'
import { type Client, sessionOf, tally } from '../system/client.ts'
import { startLoad } from '../system/load.ts'
import { privateRabbitmq } from '../system/private-servers.ts'
import { endOf, type System, startSystem } from '../system/system.ts'
import { allEnded, forSeconds, longestOverrun, toldByBooking } from '../system/waiting.ts'

let rabbitmq: Awaited<ReturnType<typeof privateRabbitmq>>
let system: System
let member: Client
let campground: OpenCampground
beforeAll(async () => {
  rabbitmq = await privateRabbitmq()
})
afterAll(() => rabbitmq.kill())

/** Sweeps come so seldom that only their messages end holds, unless said otherwise. */
async function startWith(options: { holdSeconds: number; sweepSeconds: number }): Promise<void> {
  system = await startSystem({ rabbitmqUrl: rabbitmq.url, ...options })
  const [someone] = await system.members(1)
  if (!someone) throw new Error('no member')
  member = someone
  campground = await openCampground(system.owner, { zones: [5000], rentals: [5000] })
}
afterEach(() => system.stop())

const wish = () => stayAt(campground, { rentals: campground.rentals.map(rental => ({ ...rental, quantity: 1 })) })

test('RabbitMQ stopped, then frozen and killed, during load and started again: no request fails, no hold is lost, each ends within 30 s of its deadline or of the return', async () => {
  await startWith({ holdSeconds: 3, sweepSeconds: 3600 })
  const load = startLoad({ places: 6, pauseMs: 80, most: 2000 }, () => member.checkout(wish()))
  await forSeconds(2)
  await rabbitmq.stop()
  await forSeconds(3)
  await rabbitmq.start()
  await forSeconds(2)
  rabbitmq.freeze()
  await forSeconds(1)
  await rabbitmq.kill()
  await rabbitmq.start()
  const backAt = Date.now()
  await forSeconds(2)
  const answers = await load.stop()

  expect(tally(answers)).toEqual({ '200': answers.length })
  const bookings = await allEnded(system, 40)
  expect(bookings).toHaveLength(answers.length)
  expect(bookings.filter(({ steps }) => steps.join() !== 'cancelled by system')).toEqual([])
  expect(longestOverrun(bookings, backAt)).toBeLessThan(30)
  const told = await toldByBooking(system)
  const untold = bookings.filter(({ id }) => told.get(id)?.join() !== 'booking.cancelled: expired,booking.created')
  expect(untold).toEqual([])
  expect(await audit(system.owner)).toEqual([])
  for (const process of system.booking) {
    expect(await endOf(process)).toBe('still runs')
    expect(await (await fetch(`${process.url}/health/ready`)).json()).toMatchObject({ data: { broker: 'up' } })
  }
})

test('both booking processes killed with -9 between commit and publish: their events and holds still go out, each created once', async () => {
  await startWith({ holdSeconds: 2, sweepSeconds: 1 })
  await rabbitmq.stop()
  const first = await bookSome()
  await expect.poll(openHolds, { timeout: 15_000, message: 'the sweeper ends holds while the broker is away' }).toBe(0)
  const second = await bookSome()
  for (const process of system.booking) process.kill('SIGKILL')
  await Promise.all(system.booking.map(({ exited }) => exited))
  expect(await unsentSubjects()).toEqual([...first, ...second].toSorted())

  await rabbitmq.start()
  await Promise.all([system.restartBooking(0), system.restartBooking(1)])
  const bookings = await allEnded(system, 30)
  const told = await toldByBooking(system)
  expect(bookings.map(({ id }) => [id, told.get(id)?.join()])).toEqual(
    bookings.map(({ id }) => [id, 'booking.cancelled: expired,booking.created']),
  )
  await expect
    .poll(() => system.subscriber.endedHolds(), { timeout: 15_000 })
    .toEqual(expect.arrayContaining([...first, ...second]))
  expect(await audit(system.owner)).toEqual([])
})

const bookSome = async (): Promise<string[]> => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => member.checkout(wish())))
  return answers.map(answer => sessionOf(answer).bookingId)
}

const openHolds = async (): Promise<number> =>
  (await storedBookings(system.owner)).filter(({ status }) => status === 'pending').length

/** The bookings whose creation nobody has been told of. */
async function unsentSubjects(): Promise<string[]> {
  const { rows } = await system.owner.query<{ subject: string }>(
    `select subject from booking.outbox where routing_key = 'booking.created' order by subject collate "C"`,
  )
  return rows.map(({ subject }) => subject)
}
