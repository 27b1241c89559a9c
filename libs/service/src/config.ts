import { authVariables } from '@campstore/auth/auth-variables'
import { databaseVariables, internalTokenVariables, processVariables, wholeNumber } from '@campstore/config/variables'
import { defaultMaxConcurrentRequests } from '@campstore/http/listen'
import { z } from 'zod'

/** How a service serves HTTP. */
export const httpVariables = {
  RESPONSE_CHECK: z
    .enum(['strict', 'sampled', 'off'])
    .default('sampled')
    .describe(
      'which answers are compared with their declaration: strict (all, and one that breaks it fails, for tests), sampled (one in a hundred, logged) or off (default sampled)',
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
 * that talks to the broker adds `brokerVariables`.
 */
export const serviceVariables = {
  ...processVariables,
  ...databaseVariables,
  ...authVariables,
  ...internalTokenVariables,
  ...httpVariables,
}

/** The values of {@link serviceVariables}. */
export type ServiceConfig = z.output<z.ZodObject<typeof serviceVariables>>
