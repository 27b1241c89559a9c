import type { Clock } from '@campstore/auth/identity'
import type { NewId } from '@campstore/core/new-id'
import type { Logger } from '@campstore/core/telemetry/log'
import type { Database } from '@campstore/database/database'
import type { DatabaseClock } from '@campstore/database/database-clock'
import type { Broker } from '@campstore/messaging/broker'

export type ServiceContext = {
  database: Database
  /** The present instant by PostgreSQL's clock, between statements; a parameter, so that tests can move it. */
  clock: Clock
  /** The instants that statements have read from that clock. */
  databaseClock: DatabaseClock
  newId: NewId
  log: Logger
}

/** The dependencies of a service that consumes messages. */
export type BrokerContext = ServiceContext & { broker: Broker }

/** The dependencies of use cases in a service that publishes events. */
export type Dependencies = ServiceContext & {
  /** Wakes the relay of this process; called after a commit that added to the outbox. */
  signalOutbox: () => void
}

/** The dependencies of a service that consumes messages and publishes events. */
export type ConsumerContext = Dependencies & { broker: Broker }
