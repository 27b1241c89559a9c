import type { Dependencies as ServiceDependencies } from '@campstore/service/dependencies'

/** What every use case is given. */
export type Dependencies = ServiceDependencies & {
  /** How long a checkout holds, in seconds (CHECKOUT_HOLD_SECONDS). */
  holdSeconds: number
}
