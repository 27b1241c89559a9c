import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { nameTestVhost, type TestVhost } from './broker.ts'
import { createClock, type TestClock } from './clock.ts'
import { nameTestDatabase, type TestDatabase } from './databases.ts'

/** When the clocks of fixtures start. */
const started = createClock().now()

/**
 * Starts a fixture before the tests of a file, or of the block around the call, and stops it after them. After each test its clock,
 * if it has one, is set back.
 *
 * @returns the fixture, whose members are there as soon as the tests run
 */
export function useFixture<Fixture extends { clock?: TestClock; stop(): Promise<void> }>(
  start: () => Promise<Fixture>,
): Fixture {
  // Tests get the object before it has members.
  const fixture = {} as Partial<Fixture>
  beforeAll(async () => {
    Object.assign(fixture, await start())
  })
  afterAll(() => fixture.stop?.())
  afterEach(() => fixture.clock?.set(started))
  return fixture as Fixture
}

/**
 * A database for the tests of a file, or of the block around the call, or a new one for each test. A pool may be opened before the
 * tests begin; with a database for each test, open it within the test.
 */
export function useDatabase(of: 'file' | 'each test' = 'file'): TestDatabase {
  const { create, ...database } = nameTestDatabase()
  const [begin, end] = of === 'file' ? [beforeAll, afterAll] : [beforeEach, afterEach]
  begin(async () => void (await create()))
  end(database.drop)
  return database
}

/** A vhost for the tests of a file, or of the block around the call. */
export function useVhost(): TestVhost {
  const { create, ...vhost } = nameTestVhost()
  beforeAll(async () => void (await create()))
  afterAll(vhost.delete)
  return vhost
}
