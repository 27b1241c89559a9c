import type { Administrator } from '@campstore/auth/internal-token'
import { customerRoutes } from '@campstore/contract/admin/customers'
import { ownerHoldRoutes, type ReleasedHolds } from '@campstore/contract/admin/holds'
import { ApiError, internalError } from '@campstore/contract/errors'
import { writeIn } from '@campstore/contract/texts/language'
import { text } from '@campstore/contract/texts/text'
import { parseJson } from '@campstore/core/parse-json'
import type { RequestContext } from '@campstore/http/endpoint'
import type { RawResponse } from '@campstore/http/forwarded'
import { z } from 'zod'
import type { UpstreamResult } from '../service-client.ts'
import { auditedWrite } from './audited-write.ts'
import { type ForwardContext, type Forwarding, readTarget, requestOfStep, sendToOwner } from './forward.ts'

/**
 * Ends everything that a customer holds and has not paid for (docs/contract/admin.md#release-holds): the booking
 * service is asked, then the checkout service, each with its own audit entry. The result has the outcome of each.
 * Throws NOT_FOUND for an unknown customer; SERVICE_UNAVAILABLE, GATEWAY_TIMEOUT where nothing could be released.
 */
export async function releaseHolds(
  deps: Forwarding,
  customerId: string,
  reason: string,
  { administrator, context }: { administrator: Administrator; context: RequestContext },
): Promise<ReleasedHolds> {
  const until = AbortSignal.timeout(deps.timeoutMs)
  const forwardContext = { administrator, context, until }
  const before = requireFound(await readTarget(deps, customerRoutes.getCustomer, [customerId], forwardContext))
  const release = async (kind: 'booking' | 'order') => {
    const released = await releaseAtOwner(deps, kind, { customerId, reason, before }, forwardContext)
    return { kind, ...released }
  }
  const results = [await release('booking'), await release('order')]
  const errors = results.flatMap(({ error }) => error ?? [])
  if (errors[0] && errors.length === results.length) throw errors[0]
  const released = Object.fromEntries(results.map(({ kind, data }) => [kind, data?.released ?? []]))
  context.isPartial = results.some(({ data }) => !data || data.hasMore || data.failed.length > 0)
  return {
    bookingIds: released.booking ?? [],
    orderIds: released.order ?? [],
    failed: results.flatMap(({ kind, data, error }): ReleasedHolds['failed'] => {
      if (error) return [{ kind, id: null, message: writeIn(context.language, error.text) }]
      return data?.failed.map(one => ({ kind, ...one })) ?? []
    }),
    hasMore: results.some(({ data }) => data?.hasMore),
  }
}

function requireFound(result: UpstreamResult): RawResponse {
  if (!result.response) throw result.error
  if (result.response.status === 404) throw new ApiError('NOT_FOUND', text('customer.notFound'))
  if (result.response.status !== 200) throw refusalOf(result.response)
  return result.response
}

type OwnerResult = { data?: z.output<typeof ownerHoldRoutes.booking.data>; error?: ApiError }

async function releaseAtOwner(
  deps: Forwarding,
  kind: keyof typeof ownerHoldRoutes,
  { customerId, reason, before }: { customerId: string; reason: string; before: RawResponse },
  forwardContext: ForwardContext,
): Promise<OwnerResult> {
  const route = ownerHoldRoutes[kind]
  const { administrator, context } = forwardContext
  const request = requestOfStep(route, customerId, context, kind, { reason })
  const write = { route, request, administrator, context, before }
  const result = await auditedWrite(deps, write, () => sendToOwner(deps, route, request, forwardContext))
  if (!result.response) return { error: result.error }
  const answer = z.object({ data: route.data }).safeParse(parseJson(result.response.body))
  return answer.success ? { data: answer.data.data } : { error: refusalOf(result.response) }
}

/** An owner that answers anything else: a fault of ours. */
const refusalOf = ({ status }: RawResponse): ApiError => internalError(new Error(`The owner responded ${status}`))
