import { ApiError, type ErrorDetail } from '@campstore/contract/errors'
import type { Route, RouteInput } from '@campstore/contract/route'
import type { z } from 'zod'

/** At most this many details in one answer; a hostile body can have more mistakes than anyone would read. */
const maxDetails = 20

/** What a request brings, before it is validated. */
export type RawInput = { params: unknown; query: unknown; body: unknown }

/**
 * Validates a request's parameters, query and body by its declaration.
 *
 * @throws {ApiError} VALIDATION_ERROR with the path of each mistake (decisions.md, 1)
 */
export function validateInput(route: Route, raw: RawInput): RouteInput<Route> {
  return {
    params: validateParams(route, raw.params),
    query: route.query ? parse(route.query, raw.query) : {},
    body: route.body ? parse(route.body, raw.body) : undefined,
  } as RouteInput<Route>
}

/** Validates the parameters of a path alone. Throws VALIDATION_ERROR. */
export const validateParams = (route: Route, params: unknown): RouteInput<Route>['params'] =>
  (route.params ? parse(route.params, params) : {}) as RouteInput<Route>['params']

function parse(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw new ApiError('VALIDATION_ERROR', 'The request is not valid', { details: details(result.error) })
}

const details = (error: z.ZodError): ErrorDetail[] =>
  error.issues.slice(0, maxDetails).map(issue => ({ path: issue.path.map(String).join('.'), message: issue.message }))
