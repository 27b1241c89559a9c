import type { Administrator } from '@campstore/auth/internal-token'
import type { BulkResult } from '@campstore/contract/admin/bulk'
import { ownerClaimRoute } from '@campstore/contract/admin/coupons'
import type { CouponClaim } from '@campstore/contract/coupons'
import { errorOfService, internalError } from '@campstore/contract/errors'
import { parseJson } from '@campstore/core/parse-json'
import type { RequestContext } from '@campstore/http/endpoint'
import { z } from 'zod'
import { errorOf } from './audited-write.ts'
import { actOn, forEachId } from './for-each-id.ts'
import { type Forwarding, responseOf } from './forward.ts'

/** Who gets a claim: one customer, or each of several. */
type Recipients = { customerId?: string | undefined; customerIds?: readonly string[] | undefined }

const answerSchema = z.object({ data: ownerClaimRoute.data })

/**
 * Gives a customer a claim on a coupon, or each of several customers, by a request to the checkout service for each
 * (docs/contract/admin.md#coupons). Throws for one customer: NOT_FOUND, CONFLICT, and where the service does not
 * answer.
 */
export async function claimCoupon(
  deps: Forwarding,
  couponId: string,
  { customerId, customerIds = [] }: Recipients,
  by: { administrator: Administrator; context: RequestContext },
): Promise<CouponClaim | BulkResult[]> {
  if (customerId === undefined) {
    return forEachId(deps, customerIds, by, (id, forwardContext) =>
      actOn(deps, ownerClaimRoute, couponId, forwardContext, { customerId: id }, id),
    )
  }
  const forwardContext = { ...by, until: AbortSignal.timeout(deps.timeoutMs) }
  const response = responseOf(await actOn(deps, ownerClaimRoute, couponId, forwardContext, { customerId }, customerId))
  const answer = answerSchema.safeParse(parseJson(response.body))
  if (answer.success) return answer.data.data
  const error = errorOf(response)
  throw error ? errorOfService(error) : internalError(new Error(`The owner responded ${response.status}`))
}
