import { authVariables } from '@campstore/auth/auth-variables'
import { internalTokenVerification } from '@campstore/auth/internal-keys'
import {
  choice,
  databaseVariables,
  processVariables,
  type replicaVariable,
  wholeNumber,
} from '@campstore/core/config/variables'
import { defaultMaxConcurrentRequests } from '@campstore/http/listen'
import type { z } from 'zod'

/** Configuration of a service's HTTP server. */
export const httpVariables = {
  RESPONSE_CHECK: choice(
    ['strict', 'sampled', 'off'],
    'sampled',
    'which responses are compared with their declaration: strict means all, and a mismatch fails the request, for tests; sampled means one in a hundred, and mismatches are logged',
  ),
  MAX_CONCURRENT_REQUESTS: wholeNumber(
    1,
    100_000,
    defaultMaxConcurrentRequests,
    'requests that one process handles at a time; more get 503',
  ),
}

/** Configuration of a service with streams of events. */
export const streamVariables = {
  MAX_STREAMS: wholeNumber(
    0,
    100_000,
    5_000,
    'streams of events that one process has open at a time, a quarter of them kept for members; more get 503',
  ),
  MAX_STREAMS_PER_MEMBER: wholeNumber(
    0,
    1_000,
    10,
    'streams of events that one member has open at a time in one process; more get 429; 0: no limit',
  ),
}

/**
 * Configuration of every service. Spread it into a service's schema and add `.check(authVariablesComplete)`. A service
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

/**
 * The values of {@link serviceVariables}, of {@link ownerVariables} where a service has internal endpoints, and of
 * {@link replicaVariable} where reads of it may go to a replica.
 */
export type ServiceConfig = z.output<z.ZodObject<typeof serviceVariables>> &
  Partial<z.output<z.ZodObject<typeof internalTokenVerification & typeof replicaVariable>>>
