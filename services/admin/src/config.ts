import { authVariablesComplete } from '@campstore/auth/auth-variables'
import { internalTokenSigning } from '@campstore/auth/internal-keys'
import { serviceUrls } from '@campstore/core/config/service-urls'
import { brokerVariables, upstreamTimeout } from '@campstore/core/config/variables'
import { isLoopback } from '@campstore/core/loopback'
import { serviceVariables } from '@campstore/service/config'
import { z } from 'zod'
import type { PrivateAddresses } from './public-address.ts'

/** Everything that configures the admin service. */
export const adminConfig = z
  .object({
    ...serviceVariables,
    ...internalTokenSigning,
    ...brokerVariables,
    BOOKING_URLS: serviceUrls('booking', 8081),
    PRODUCTS_URLS: serviceUrls('products', 8082),
    CHECKOUT_URLS: serviceUrls('checkout', 8083),
    ME_URLS: serviceUrls('me', 8084),
    UPSTREAM_TIMEOUT_MS: upstreamTimeout,
  })
  .check(authVariablesComplete)

/** The values of {@link adminConfig}. */
export type AdminConfig = z.output<typeof adminConfig>

/** Timeout of an internal call in milliseconds, shorter than the gateway's. */
export const callTimeoutMs = ({ UPSTREAM_TIMEOUT_MS }: AdminConfig): number => Math.ceil(UPSTREAM_TIMEOUT_MS * 0.8)

/**
 * Private addresses that a webhook may have: none in production or without NODE_ENV, this machine's in development and tests, and
 * all if development listens beyond this machine, as in containers.
 */
export function privateAddressesFor({ NODE_ENV, HOST }: AdminConfig): PrivateAddresses {
  if (NODE_ENV === undefined || NODE_ENV === 'production') return 'refused'
  return isLoopback(HOST) ? 'loopback' : 'allowed'
}
