import { authVariablesComplete } from '@campstore/auth/auth-variables'
import { internalTokenSigning } from '@campstore/auth/internal-keys'
import { serviceUrls } from '@campstore/core/config/service-urls'
import { brokerVariables, choice, wholeNumber } from '@campstore/core/config/variables'
import { serviceVariables } from '@campstore/service/config'
import { z } from 'zod'

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
    OWNER_TIMEOUT_MS: wholeNumber(
      10,
      600_000,
      8_000,
      'timeout of an internal call in milliseconds, shorter than that of the gateway',
    ),
    WEBHOOK_PRIVATE_ADDRESSES: choice(
      ['refused', 'loopback', 'allowed'],
      'refused',
      'whether webhooks may have an address that is not of the public network, and one of http, for development: loopback means of this machine; production only takes refused',
    ),
  })
  .check(authVariablesComplete)

/** The values of {@link adminConfig}. */
export type AdminConfig = z.output<typeof adminConfig>
