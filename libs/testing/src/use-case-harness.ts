import { newId } from '@campstore/core/new-id'
import { openDatabase } from '@campstore/database/database'
import { databaseClockOf } from '@campstore/database/database-clock'
import { createOutboxSignal } from '@campstore/messaging/outbox'
import type { Dependencies } from '@campstore/service/dependencies'
import type { EntitySchema } from '@mikro-orm/postgresql'
import type { ServiceFixture } from './service-fixture.ts'

/**
 * Dependencies of use cases that a test calls directly, such as an expiry, on connections of their own.
 *
 * @param options.service whose login role the connections have
 * @param options.schema whose outbox is signalled
 */
export async function createUseCaseDependencies(
  { database, clock, logger }: Pick<ServiceFixture, 'database' | 'clock' | 'logger'>,
  { service, schema, entities }: { service: string; schema: string; entities: EntitySchema[] },
): Promise<Dependencies & { close(): Promise<void> }> {
  const url = database.urlFor(service)
  const own = await openDatabase({ url, poolSize: 2, entities, applicationName: 'test' })
  const signalOutbox = createOutboxSignal(own.pool, schema)
  const databaseClock = databaseClockOf(clock.now)
  return { database: own, clock: clock.now, databaseClock, newId, log: logger, signalOutbox, close: () => own.close() }
}
