import { ApiError, type Mistake, maxDetails, validationError } from '@campstore/contract/errors'
import { describeIssues, safeParse } from '@campstore/contract/issue-text'
import type { Route, RouteInput } from '@campstore/contract/route'
import { type Text, text } from '@campstore/contract/texts/text'
import { z } from 'zod'
import type { Query } from './target.ts'

const noParameters = z.object({})

/** Query and body of a request before they are validated, and mistakes that are known already. */
type RawInput = {
  query: Query
  /** Parameters that the route does not have, if the client prefers that they are refused. */
  unknown?: readonly z.core.$ZodIssue[]
  body: unknown
  mistakes?: readonly z.core.$ZodIssue[]
}

/**
 * Validates a request's query and its JSON body by its declaration; a body that is not JSON is the handler's to check. Throws
 * VALIDATION_ERROR with the path of each mistake (docs/contract/conventions.md#envelope).
 */
export function validateInput(route: Route, raw: RawInput): Pick<RouteInput<Route>, 'query' | 'body'> {
  return {
    query: parse(route.query ?? noParameters, raw.query, raw.unknown, describeParameter),
    body: route.body ? parse(route.body, raw.body, raw.mistakes) : raw.body,
  } as Pick<RouteInput<Route>, 'query' | 'body'>
}

/**
 * Validates the parameters of a path. A value that cannot be an identifier names nothing. Throws NOT_FOUND with the parameter
 * (docs/contract/conventions.md#identifiers).
 */
export function validateParams(route: Route, params: unknown): RouteInput<Route>['params'] {
  if (!route.params) return {}
  const result = safeParse(route.params, params)
  if (result.success) return result.data as RouteInput<Route>['params']
  throw new ApiError('NOT_FOUND', text('path.nothing'), { details: detailsOf(result.error.issues, route.params) })
}

function parse(
  schema: z.ZodType,
  value: unknown,
  mistakes: readonly z.core.$ZodIssue[] = [],
  describe = (mistake: Mistake) => mistake,
): unknown {
  const result = safeParse(schema, value)
  if (result.success && mistakes.length === 0) return result.data
  const issues = [...(result.error?.issues ?? []), ...mistakes]
  throw validationError(detailsOf(issues, schema).map(describe), { count: countOf(issues) })
}

/** Only a parameter that a query has twice is an array. */
const describeParameter = ({ path, reason }: Mistake): Mistake => ({
  path,
  reason: isOfArray(reason) ? text('must.notBeRepeated') : reason,
})

const isOfArray = ({ key, params: { found } }: Text): boolean =>
  key === 'must.beOfType' && typeof found === 'object' && 'key' in found && found.key === 'type.array'

const detailsOf = (issues: readonly z.core.$ZodIssue[], schema: z.ZodType): Mistake[] =>
  describeIssues(issues.slice(0, maxDetails), schema, maxDetails).map(({ path, reason }) => ({
    path: path.join('.'),
    reason,
  }))

const countOf = (issues: readonly z.core.$ZodIssue[]): number =>
  issues.reduce((count, issue) => count + (issue.code === 'unrecognized_keys' ? issue.keys.length : 1), 0)
