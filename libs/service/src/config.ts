import { authVariables } from '@campstore/auth/auth-variables'
import { internalTokenVerification } from '@campstore/auth/internal-keys'
import { databaseVariables, processVariables } from '@campstore/config/variables'
import { z } from 'zod'

/**
 * What configures every service. Spread it into a service's schema and add `.superRefine(authVariablesComplete)`; a service
 * that talks to the broker adds `brokerVariables`, one that the admin service calls takes {@link ownerVariables} instead.
 */
export const serviceVariables = {
  ...processVariables,
  ...databaseVariables,
  ...authVariables,
  RESPONSE_CHECK: z
    .enum(['strict', 'logged'])
    .default('logged')
    .describe('strict (an answer that breaks its schema fails, for tests) or logged (default)'),
}

/** What configures every service that administrators reach through the admin service. */
export const ownerVariables = { ...serviceVariables, ...internalTokenVerification }

/** The values of {@link serviceVariables}, and of {@link ownerVariables} where a service has internal endpoints. */
export type ServiceConfig = z.output<z.ZodObject<typeof serviceVariables>> &
  Partial<z.output<z.ZodObject<typeof internalTokenVerification>>>
