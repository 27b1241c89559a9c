import { newId } from '@campstore/core/new-id'
import { openDatabase } from '@campstore/database/database'
import { createOutboxSignal } from '@campstore/messaging/outbox'
import type { Dependencies } from '@campstore/service/dependencies'
import type { EntitySchema } from '@mikro-orm/postgresql'
import type { ServiceFixture } from './service-fixture.ts'

/**
 * What use cases are given, on connections of their own beside the service's: for those that a test calls at the moment it
 * wants, such as an expiry.
 *
 * @param service whose login role they have
 * @param schema whose outbox they signal
 */
export async function createUseCaseDependencies(
  { database, clock, logger }: Pick<ServiceFixture, 'database' | 'clock' | 'logger'>,
  { service, schema, entities }: { service: string; schema: string; entities: EntitySchema[] },
): Promise<Dependencies & { close(): Promise<void> }> {
  const url = database.urlFor(service)
  const own = await openDatabase({ url, poolSize: 2, entities, applicationName: 'test' })
  const signalOutbox = createOutboxSignal(own.pool, schema)
  return { database: own, clock: clock.now, newId, log: logger, signalOutbox, close: () => own.close() }
}
