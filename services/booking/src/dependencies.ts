import type { Clock } from '@campstore/auth/identity'
import type { Database } from '@campstore/database/database'
import type { NewId } from '@campstore/ids/new-id'
import type { Logger } from '@campstore/telemetry/log'

/** What every use case is given. */
export type Dependencies = {
  database: Database
  /** The present instant; passed in, so that a test can move it. */
  clock: Clock
  newId: NewId
  /** How long a checkout holds, in seconds (CHECKOUT_HOLD_SECONDS). */
  holdSeconds: number
  /** Tells the relays that the outbox has something; called after a commit. */
  signalOutbox: () => void
  log: Logger
}
