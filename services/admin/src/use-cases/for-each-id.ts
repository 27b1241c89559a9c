import type { Administrator } from '@campstore/auth/internal-token'
import type { BulkResult } from '@campstore/contract/admin/bulk'
import { type CancelBookings, closureRoutes, ownerClosureRoute } from '@campstore/contract/admin/closures'
import { ApiError, errorBody, internalError } from '@campstore/contract/errors'
import { text } from '@campstore/contract/texts/text'
import type { RequestContext } from '@campstore/http/endpoint'
import type { UpstreamResult } from '../service-client.ts'
import { errorOf } from './audited-write.ts'
import {
  type ForwardContext,
  type Forwarding,
  type OwnedRoute,
  readTarget,
  requestOfStep,
  responseOf,
  sendAudited,
} from './forward.ts'

/** How many are carried out at a time: more would only wait for the owner's connections. */
const inFlight = 4

/** The part of the request's time after which none is begun, so that those in flight can still end. */
const beginningPart = 0.75

/**
 * Carries out a bulk action: for each of its ids, a few at a time (docs/contract/admin.md#bulk-actions). One failure does not
 * stop the others. Those that have not begun shortly before the request times out are refused. With an idempotency key, each has
 * its own, so that repeating the request carries out the rest.
 *
 * @param act the action for one id; a throw counts as a failure of this id
 * @returns the results in the order of the ids
 */
export async function forEachId(
  { timeoutMs }: Pick<Forwarding, 'timeoutMs'>,
  ids: readonly string[],
  { administrator, context }: { administrator: Administrator; context: RequestContext },
  act: (id: string, forwardContext: ForwardContext) => Promise<UpstreamResult>,
): Promise<BulkResult[]> {
  const forwardContext = { administrator, context, until: AbortSignal.timeout(timeoutMs) }
  const lastBeginning = performance.now() + timeoutMs * beginningPart
  const results: BulkResult[] = []
  const queue = ids.entries()
  const work = async () => {
    for (const [place, id] of queue) {
      const isLate = performance.now() > lastBeginning
      results[place] = isLate
        ? refusal(id, notBegun(), context)
        : await resultOf(id, context, () => act(id, forwardContext))
    }
  }
  await Promise.all(Array.from({ length: inFlight }, work))
  context.isPartial = results.some(({ outcome }) => outcome === 'refused')
  return results
}

/**
 * Sends an action on one resource to its owner, as a request for it alone would.
 *
 * @param step distinguishes the action from the other actions of the request
 */
export function actOn(
  deps: Forwarding,
  route: OwnedRoute,
  id: string,
  forwardContext: ForwardContext,
  body?: object,
  step = id,
): Promise<UpstreamResult> {
  const request = requestOfStep(route, id, forwardContext.context, step, body)
  return sendAudited(deps, route, request, forwardContext)
}

async function resultOf(id: string, context: RequestContext, act: () => Promise<UpstreamResult>): Promise<BulkResult> {
  try {
    const result = await act()
    if (!result.response) return refusal(id, result.error, context)
    const { status } = result.response
    if (status < 300) return { id, outcome: 'done', status, code: null, message: null, details: null }
    const { code, message, details } = errorOf(result.response) ?? errorBody(internalError(), context.language).error
    return { id, outcome: 'refused', status, code, message, details: details ?? null }
  } catch (error) {
    if (error instanceof ApiError) return refusal(id, error, context)
    context.log.error({ err: error, id }, 'An action on one of several failed')
    return refusal(id, internalError(error), context)
  }
}

const notBegun = () => new ApiError('SERVICE_UNAVAILABLE', text('failure.notBegun'))

function refusal(id: string, error: ApiError, { language }: RequestContext): BulkResult {
  const { code, message, details } = errorBody(error, language).error
  return { id, outcome: 'refused', status: error.status, code, message, details: details ?? null }
}

/**
 * Cancels bookings that a closure affects, by a request to the booking service for each
 * (docs/contract/admin.md#cancel-affected-bookings). Throws NOT_FOUND for an unknown closure; SERVICE_UNAVAILABLE,
 * GATEWAY_TIMEOUT where the service does not answer.
 */
export async function cancelBookingsOfClosure(
  deps: Forwarding,
  closureId: string,
  { ids, reason }: CancelBookings,
  by: { administrator: Administrator; context: RequestContext },
): Promise<BulkResult[]> {
  const forwardContext = { ...by, until: AbortSignal.timeout(deps.timeoutMs) }
  const closure = responseOf(await readTarget(deps, closureRoutes.getClosure, [closureId], forwardContext))
  if (closure.status === 404) throw new ApiError('NOT_FOUND', text('closure.notFound'))
  return forEachId(deps, ids, by, (id, context) => actOn(deps, ownerClosureRoute, id, context, { closureId, reason }))
}
