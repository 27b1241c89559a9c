import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startDatabaseClock } from './database-clock.ts'

/** A process and a database on a time line of milliseconds, whose clocks are set by the test. */
function createWorld({ wall = 0, windowSeconds = 900 } = {}) {
  const messages: string[] = []
  const note = (...logged: unknown[]) => void messages.push(String(logged.at(-1)))
  const clocks = { time: 1_000, database: 1_700_000_000_000, wall }
  const world = { ...clocks, roundTrip: 4, firstRoundTrips: [] as number[], isAway: false }
  const instant = () => new Date(world.database + world.time).toISOString()
  const clock = startDatabaseClock({
    pool: {
      query: (async () => {
        if (world.isAway) throw new Error('away')
        const roundTrip = world.firstRoundTrips.shift() ?? world.roundTrip
        world.time += roundTrip / 2
        const now = instant()
        world.time += roundTrip / 2
        return { rows: [{ now }], rowCount: 1 }
      }) as never,
    },
    log: { warn: note, info: note },
    windowSeconds,
    intervalMs: 1e9,
    wallClock: () => world.database + world.time + world.wall,
    monotonic: () => world.time,
  })
  /** How far an instant that is judged now is behind PostgreSQL's clock. */
  const lag = () => world.database + world.time - clock.judgingInstant(instant()).getTime()
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 10) {
      world.time += 10_000
      await clock.sample()
    }
  }
  return { world, clock, messages, lag, pass, instant }
}

test.for([
  ['right', 0],
  ['600 s ahead', 600_000],
  ['less than a second behind', -900],
])('the clock of a process that is %s decides nothing', async ([, wall]) => {
  const { clock, world, lag, pass, instant } = createWorld({ wall: Number(wall) })
  await pass(60)
  world.wall += 600_000
  expect([lag(), clock.instantOf(instant()).toISOString()]).toEqual([0, instant()])
  expect(Math.abs(clock.now().getTime() - (world.database + world.time))).toBeLessThanOrEqual(2)
})

test("a process that starts while the database's clock is ahead ends no hold early: its own judges until these are over", async () => {
  const { clock, world, lag, pass, instant, messages } = createWorld({ wall: -600_000, windowSeconds: 900 })
  world.firstRoundTrips = [6_000]
  await clock.begin()
  expect(lag()).toBeGreaterThanOrEqual(600_000)
  await pass(880)
  expect(lag()).toBeGreaterThanOrEqual(600_000)
  expect([clock.instantOf(instant()).toISOString(), messages]).toEqual([instant(), [judgesLate]])
  expect(Math.abs(clock.now().getTime() - (world.database + world.time))).toBeLessThanOrEqual(2)
  await pass(20)
  expect(lag()).toBe(0)
})
const judgesLate =
  "PostgreSQL's clock is ahead of the clock of this machine. After its start this process ends holds late rather than early. Set right the one that is wrong"

test('a forward jump of the database ends no hold that was told before, and is believed when these are over', async () => {
  const world = createWorld({ windowSeconds: 900 })
  await world.pass(60)
  world.world.database += 600_000
  expect(world.lag()).toBeGreaterThanOrEqual(600_000)
  await world.pass(890)
  expect(world.lag()).toBeGreaterThanOrEqual(600_000)
  await world.pass(20)
  expect([world.lag(), world.messages.filter(text => text === jumped)]).toEqual([0, [jumped]])
})
const jumped = "PostgreSQL's clock has jumped. This process ends no hold early; open holds may end late"

test('a backward jump of the database is believed at once', async () => {
  const { world, lag, pass } = createWorld()
  await pass(60)
  world.database -= 600_000
  expect(lag()).toBe(0)
})

test('whatever round trips take, an even clock is never doubted, and a jump is never believed in part', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 3_000 }), { minLength: 1 }), async roundTrips => {
      const { world, clock, lag } = createWorld()
      for (const roundTrip of roundTrips) {
        Object.assign(world, { roundTrip, time: world.time + 5_000 })
        await clock.sample()
        expect(lag()).toBe(0)
      }
      world.database += 60_000
      expect(lag()).toBeGreaterThanOrEqual(60_000)
    }),
  )
})

test('the database is reachable from the first reply after an outage on', async () => {
  const { clock, world, pass } = createWorld()
  expect(clock.reachableSince()).toBeUndefined()
  await pass(20)
  const began = clock.reachableSince()
  world.isAway = true
  await pass(10)
  expect([began, clock.reachableSince()]).toEqual([11_004, undefined])
  world.isAway = false
  await pass(10)
  expect(clock.reachableSince()).toBeGreaterThan(began ?? 0)
})

test('the first samples are taken until one is exact enough to see a jump, and ten at most', async () => {
  const { clock, world, lag } = createWorld()
  world.firstRoundTrips = [6_000, 5_000]
  await clock.begin()
  world.database += 2_000
  expect(lag()).toBeGreaterThanOrEqual(2_000)

  const slow = createWorld()
  slow.world.roundTrip = 5_000
  await slow.clock.begin()
  expect([slow.world.time, slow.clock.reachableSince()]).toEqual([51_000, undefined])
})
