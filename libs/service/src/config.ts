import { authVariables } from '@campstore/auth/auth-variables'
import { internalTokenVerification } from '@campstore/auth/internal-keys'
import { databaseVariables, processVariables, wholeNumber } from '@campstore/core/config/variables'
import { defaultMaxConcurrentRequests } from '@campstore/http/listen'
import { z } from 'zod'

/** How a service serves HTTP. */
export const httpVariables = {
  RESPONSE_CHECK: z
    .enum(['strict', 'sampled', 'off'])
    .default('sampled')
    .describe(
      'strict (all, and a mismatch fails the request, for tests), sampled (one in a hundred, mismatches are logged) or off: which responses are compared with their declaration (default sampled)',
    ),
  MAX_CONCURRENT_REQUESTS: wholeNumber(
    1,
    100_000,
    defaultMaxConcurrentRequests,
    'requests of one process that are worked on at a time, more are refused with 503',
  ),
}

/**
 * What configures every service. Spread it into a service's schema and add `.superRefine(authVariablesComplete)`; a service
 * that talks to the broker adds `brokerVariables`, one that the admin service calls takes {@link ownerVariables} instead.
 */
export const serviceVariables = {
  ...processVariables,
  ...databaseVariables,
  ...authVariables,
  ...httpVariables,
}

/** What configures every service that administrators reach through the admin service. */
export const ownerVariables = { ...serviceVariables, ...internalTokenVerification }

/** The values of {@link serviceVariables}, and of {@link ownerVariables} where a service has internal endpoints. */
export type ServiceConfig = z.output<z.ZodObject<typeof serviceVariables>> &
  Partial<z.output<z.ZodObject<typeof internalTokenVerification>>>
