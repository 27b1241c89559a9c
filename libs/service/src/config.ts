import { authVariables } from '@campstore/auth/auth-variables'
import { internalTokenVerification } from '@campstore/auth/internal-keys'
import {
  databaseVariables,
  processVariables,
  type replicaVariable,
  wholeNumber,
} from '@campstore/core/config/variables'
import { defaultMaxConcurrentRequests } from '@campstore/http/listen'
import type { z } from 'zod'

export const httpVariables = {
  MAX_CONCURRENT_REQUESTS: wholeNumber(
    1,
    100_000,
    defaultMaxConcurrentRequests,
    'requests that one process handles at a time; more get 503',
  ),
}

/**
 * Configuration of every service. Spread it into a service's schema and add `.check(authVariablesComplete)`. A service
 * with a broker adds `brokerVariables`; one that the admin service calls uses {@link ownerVariables} instead.
 */
export const serviceVariables = { ...processVariables, ...databaseVariables, ...authVariables, ...httpVariables }

/** Configuration of every service that the admin service calls. */
export const ownerVariables = { ...serviceVariables, ...internalTokenVerification }

/**
 * The values of {@link serviceVariables}, of {@link ownerVariables} where a service has internal endpoints, and of
 * {@link replicaVariable} where reads of it may go to a replica.
 */
export type ServiceConfig = z.output<z.ZodObject<typeof serviceVariables>> &
  Partial<z.output<z.ZodObject<typeof internalTokenVerification & typeof replicaVariable>>>

/**
 * Which responses are compared with their declaration: all in tests, where a mismatch fails the request; elsewhere one in a
 * hundred, and mismatches are logged.
 */
export const responseCheckOf = ({ NODE_ENV }: Pick<ServiceConfig, 'NODE_ENV'>): 'strict' | 'sampled' =>
  NODE_ENV === 'test' ? 'strict' : 'sampled'
