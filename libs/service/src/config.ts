import { authVariables } from '@campstore/auth/auth-variables'
import { databaseVariables, internalTokenVariables, processVariables } from '@campstore/config/variables'
import { z } from 'zod'

/**
 * What configures every service. Spread it into a service's schema and add `.superRefine(authVariablesComplete)`; a service
 * that talks to the broker adds `brokerVariables`.
 */
export const serviceVariables = {
  ...processVariables,
  ...databaseVariables,
  ...authVariables,
  ...internalTokenVariables,
  RESPONSE_CHECK: z
    .enum(['strict', 'logged'])
    .default('logged')
    .describe('strict (an answer that breaks its schema fails, for tests) or logged (default)'),
}

/** The values of {@link serviceVariables}. */
export type ServiceConfig = z.output<z.ZodObject<typeof serviceVariables>>
