import type { Administrator } from '@campstore/auth/internal-token'
import type { BulkResult } from '@campstore/contract/admin/bulk'
import { type CancelBookings, closureRoutes, ownerClosureRoute } from '@campstore/contract/admin/closures'
import { ApiError } from '@campstore/contract/errors'
import { text } from '@campstore/contract/texts/text'
import type { RequestContext } from '@campstore/http/endpoint'
import { actOn, forEachId } from './for-each-id.ts'
import { type Forwarding, readTarget, responseOf } from './forward.ts'

/**
 * Cancels bookings that a closure affects, by a request to the booking service for each
 * (docs/contract/admin.md#cancel-affected-bookings).
 *
 * @throws {ApiError} NOT_FOUND for an unknown closure; SERVICE_UNAVAILABLE, GATEWAY_TIMEOUT where the service does not answer
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
