import type { Clock } from '@campstore/auth/identity'
import type { NewId } from '@campstore/core/new-id'
import type { Logger } from '@campstore/core/telemetry/log'
import { type Database, forBackground } from '@campstore/database/database'
import type { Broker } from '@campstore/messaging/broker'

/** What every service runs with. */
export type Running = {
  database: Database
  /** The present instant; passed in, so that a test can move it. */
  clock: Clock
  newId: NewId
  log: Logger
}

/** What a service that takes messages runs with. */
export type Consuming = Running & { broker: Broker }

/** What the use cases of a service are given that tells the world what it does. */
export type Dependencies = Running & {
  /** Tells the relays that the outbox has something; called after a commit. */
  signalOutbox: () => void
}

/** What a service that takes messages, and tells the world what it does, runs with. */
export type Publishing = Dependencies & { broker: Broker }

/** The same, with the database connections for background work: what consumers, sweepers and other jobs are given. */
export const inBackground = <Given extends Running>(given: Given): Given => ({
  ...given,
  database: forBackground(given.database),
})
