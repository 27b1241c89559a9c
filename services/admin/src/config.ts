import { authVariablesComplete } from '@campstore/auth/auth-variables'
import { internalTokenSigning } from '@campstore/auth/internal-keys'
import { serviceUrls } from '@campstore/core/config/service-urls'
import { wholeNumber } from '@campstore/core/config/variables'
import { serviceVariables } from '@campstore/service/config'
import { z } from 'zod'

/** Everything that configures the admin service. */
export const adminConfig = z
  .object({
    ...serviceVariables,
    ...internalTokenSigning,
    BOOKING_URLS: serviceUrls('booking', 8081),
    PRODUCTS_URLS: serviceUrls('products', 8082),
    CHECKOUT_URLS: serviceUrls('checkout', 8083),
    ME_URLS: serviceUrls('me', 8084),
    OWNER_TIMEOUT_MS: wholeNumber(
      10,
      600_000,
      8_000,
      'timeout of an internal call in milliseconds, shorter than that of the gateway',
    ),
  })
  .check(authVariablesComplete)

/** The values of {@link adminConfig}. */
export type AdminConfig = z.output<typeof adminConfig>
