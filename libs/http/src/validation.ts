import { ApiError, type ErrorDetail } from '@campstore/contract/errors'
import type { Route, RouteInput } from '@campstore/contract/route'
import type { z } from 'zod'
import { unknownPath } from './refusals.ts'
import { parseQuery } from './target.ts'

/** At most this many details in one response; a hostile body can have more mistakes than anyone would read. */
const maxDetails = 20

/** Query and body of a request before they are validated; the query as the client wrote it. */
type RawInput = { query: string; body: unknown }

/**
 * Validates a request's query and body by its declaration.
 *
 * @throws {ApiError} VALIDATION_ERROR with the path of each mistake (docs/contract/conventions.md#envelope)
 */
export function validateInput(route: Route, raw: RawInput): Pick<RouteInput<Route>, 'query' | 'body'> {
  return {
    query: route.query ? parse(route.query, parseQuery(raw.query)) : {},
    body: route.body ? parse(route.body, raw.body) : undefined,
  } as Pick<RouteInput<Route>, 'query' | 'body'>
}

/**
 * Validates the parameters of a path. A value that cannot be an identifier names nothing.
 *
 * @throws {ApiError} NOT_FOUND (docs/contract/conventions.md#identifiers)
 */
export function validateParams(route: Route, params: unknown): RouteInput<Route>['params'] {
  if (!route.params) return {}
  const result = route.params.safeParse(params)
  if (result.success) return result.data as RouteInput<Route>['params']
  throw unknownPath()
}

function parse(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw new ApiError('VALIDATION_ERROR', 'The request is not valid.', { details: details(result.error) })
}

const details = (error: z.ZodError): ErrorDetail[] =>
  error.issues.slice(0, maxDetails).map(issue => ({ path: issue.path.map(String).join('.'), message: issue.message }))
