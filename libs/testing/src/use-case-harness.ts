import { newId } from '@campstore/core/new-id'
import { type LoadEntities, openDatabase } from '@campstore/database/database'
import { databaseClockOf } from '@campstore/database/database-clock'
import type { Dependencies } from '@campstore/service/dependencies'
import { withLongLimits } from './databases.ts'
import type { ServiceFixture } from './service-fixture.ts'

/**
 * Dependencies of use cases that a test calls directly, such as an expiry, on separate connections.
 *
 * @param options.service whose login role the connections have; default the owner's
 */
export async function createUseCaseDependencies(
  { database: testDatabase, clock, logger }: Pick<ServiceFixture, 'database' | 'clock' | 'logger'>,
  { service, entities, poolSize = 2 }: { service?: string; entities?: LoadEntities; poolSize?: number },
): Promise<Dependencies & { close(): Promise<void> }> {
  const url = withLongLimits(testDatabase.urlFor(service))
  const own = openDatabase({ url, poolSize, entities, applicationName: 'test' })
  const databaseClock = databaseClockOf(clock.now)
  // Without the lock timeout of background work: a test waits for its own locks, even on a slow machine.
  const database = { ...own, background: own.requests }
  return {
    database,
    clock: clock.now,
    databaseClock,
    newId,
    log: logger,
    signalOutbox: () => {},
    close: () => own.close(),
  }
}
