import { authVariables } from '@campstore/auth/auth-variables'
import { internalTokenVerification } from '@campstore/auth/internal-keys'
import { databaseVariables, processVariables, wholeNumber } from '@campstore/core/config/variables'
import { defaultMaxConcurrentRequests } from '@campstore/http/listen'
import { z } from 'zod'

/** Configuration of a service's HTTP server. */
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
    'requests that one process handles at a time; more get 503',
  ),
}

/**
 * Configuration of every service. Spread it into a service's schema and add `.superRefine(authVariablesComplete)`. A service
 * with a broker adds `brokerVariables`; one that the admin service calls uses {@link ownerVariables} instead.
 */
export const serviceVariables = {
  ...processVariables,
  ...databaseVariables,
  ...authVariables,
  ...httpVariables,
}

/** Configuration of every service that the admin service calls. */
export const ownerVariables = { ...serviceVariables, ...internalTokenVerification }

/** The values of {@link serviceVariables}, and of {@link ownerVariables} where a service has internal endpoints. */
export type ServiceConfig = z.output<z.ZodObject<typeof serviceVariables>> &
  Partial<z.output<z.ZodObject<typeof internalTokenVerification>>>
