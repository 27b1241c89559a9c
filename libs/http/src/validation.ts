import { ApiError, type ErrorDetail } from '@campstore/contract/errors'
import type { Route, RouteInput } from '@campstore/contract/route'
import type { z } from 'zod'
import { parseQuery } from './target.ts'

/** At most this many details in one answer; a hostile body can have more mistakes than anyone would read. */
const maxDetails = 20

/** What a request brings besides its path, before it is validated: the query as the client wrote it. */
export type RawInput = { query: string; body: unknown }

/**
 * Validates a request's query and body by its declaration.
 *
 * @throws {ApiError} VALIDATION_ERROR with the path of each mistake (decisions.md, 1)
 */
export function validateInput(route: Route, raw: RawInput): Pick<RouteInput<Route>, 'query' | 'body'> {
  return {
    query: route.query ? parse(route.query, parseQuery(raw.query)) : {},
    body: route.body ? parse(route.body, raw.body) : undefined,
  } as Pick<RouteInput<Route>, 'query' | 'body'>
}

/**
 * Validates the parameters of a path. They name things, and what cannot be a name names nothing.
 *
 * @throws {ApiError} NOT_FOUND (decisions.md, 2 and 13)
 */
export function validateParams(route: Route, params: unknown): RouteInput<Route>['params'] {
  if (!route.params) return {}
  const result = route.params.safeParse(params)
  if (result.success) return result.data as RouteInput<Route>['params']
  throw new ApiError('NOT_FOUND', 'There is nothing at this path')
}

function parse(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw new ApiError('VALIDATION_ERROR', 'The request is not valid', { details: details(result.error) })
}

const details = (error: z.ZodError): ErrorDetail[] =>
  error.issues.slice(0, maxDetails).map(issue => ({ path: issue.path.map(String).join('.'), message: issue.message }))
