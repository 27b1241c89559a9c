import { afterAll, afterEach, beforeAll } from 'vitest'
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
  const fixture = {} as Fixture
  beforeAll(async () => {
    Object.assign(fixture, await start())
  })
  afterAll(() => fixture.stop())
  afterEach(() => fixture.clock?.set(started))
  return fixture
}

/** A database of a test file, from before its tests until after them; pools may be opened at once. */
export function useDatabase(): TestDatabase {
  const { create, ...database } = nameTestDatabase()
  beforeAll(create)
  afterAll(database.drop)
  return database
}

/** A vhost of a test file, from before its tests until after them. */
export function useVhost(): TestVhost {
  const { create, ...vhost } = nameTestVhost()
  beforeAll(create)
  afterAll(vhost.delete)
  return vhost
}
