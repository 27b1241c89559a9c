import type { FindPage } from '@campstore/database/pagination'
import type { HoldLimits } from '@campstore/holds/hold-limits'
import type { PaymentSettlement } from '@campstore/holds/settlement'
import type { Dependencies as ServiceDependencies } from '@campstore/service/dependencies'
import type { AvailabilityReader } from './persistence/availability.ts'
import type { ShortageReader } from './persistence/shortages.ts'

/** What the use cases of the booking service are called with. */
export type Dependencies = ServiceDependencies & {
  /** How far the payments of bookings are settled. */
  settlement: PaymentSettlement
  /** How long a checkout holds, in seconds (CHECKOUT_HOLD_SECONDS). */
  holdSeconds: number
  /** What one member may hold at once. */
  holdLimits: HoldLimits
  /** Whether accounts without an identity behind them may start a checkout (ALLOW_ANONYMOUS_HOLDS). */
  allowAnonymousHolds: boolean
  /** Reads availability; built once, because it batches the queries of concurrent requests. */
  readAvailability: AvailabilityReader
  /** Reads what a refused checkout lacks; built once, for the same reason. */
  readShortages: ShortageReader
  /** Reads a page of a staff list, on the staff pool. */
  findPage: FindPage
}
