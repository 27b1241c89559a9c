import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { audit } from '../system/audit.ts'
import { type OpenCampground, openCampground, stayAt } from '../system/campground.ts'
import { type Client, sessionOf, tally } from '../system/client.ts'
import { startLoad } from '../system/load.ts'
import { type PrivateServer, privateRabbitmq } from '../system/private-servers.ts'
import { startSystem, type System } from '../system/system.ts'
import { allEnded, forSeconds, longestOverrun, toldByBooking } from '../system/waiting.ts'

let rabbitmq: PrivateServer
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
  campground = await openCampground(system.owner, { zones: [1000], rentals: [1000] })
}
afterEach(() => system.stop())

const wish = () => stayAt(campground, { rentals: campground.rentals.map(rental => ({ ...rental, quantity: 1 })) })

test('RabbitMQ stopped during load and started again: no request fails, no hold is lost, each ends within 30 s of its deadline or of the return', async () => {
  await startWith({ holdSeconds: 3, sweepSeconds: 3600 })
  const pids = system.booking.map(({ pid }) => pid)
  const load = startLoad({ places: 4, pauseMs: 150, most: 600 }, () => member.checkout(wish()))
  await forSeconds(2)
  await rabbitmq.stop()
  await forSeconds(4)
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
  expect(system.booking.map(({ pid }) => pid)).toEqual(pids)
  for (const process of system.booking) expect(await (await fetch(`${process.url}/health/ready`)).json()).toMatchObject({ data: { broker: 'up' } })
})
