import { sendRequest, type TimedResponse } from '@campstore/testing/timed-response'
import { z } from 'zod'
import type { Balancer } from './balancer.ts'
import type { Recorder, RequestDetails, SeenHold } from './history.ts'
import type { Identity } from './identities.ts'

/** Sends requests of one person to the gateways, and records each. */
export type RecordingClient = {
  uid: string
  send(method: string, path: string, details: RequestDetails, body?: object): Promise<TimedResponse>
}

const timeoutMs = 15_000

/** Whether a response is a failure of the system, and not a refusal of the contract. */
export const isFailure = ({ status }: { status: number }): boolean => status === 0 || status >= 500

/** A client behind the load balancer. */
export function createClient(
  balancer: Balancer,
  { uid, token }: Identity,
  recorder: Recorder,
  readHold: (data: unknown) => SeenHold | undefined,
): RecordingClient {
  return {
    uid,
    send: async (method, path, details, body) => {
      const request = { method, token: await token(), body, timeoutMs }
      const response = await sendRequest(`${balancer.next()}${path}`, request)
      const { status, code, data, text, sentAt, tookMs } = response
      const seen = status === 200 && details.kind !== undefined ? readHold(data) : undefined
      recorder.request({
        ...details,
        actor: uid,
        subject: details.subject ?? seen?.id,
        sentAt,
        respondedAt: sentAt + tookMs,
        status,
        code,
        seen,
        text: details.action === 'checkout' || isFailure(response) ? text : undefined,
      })
      return response
    },
  }
}

const status = { status: z.string(), paymentStatus: z.string() }
const deadline = z.string().transform(time => Date.parse(time))
const bookingSession = z
  .object({
    ...status,
    bookingId: z.string(),
    checkoutExpiresAt: deadline,
    pricing: z.object({ finalAmount: z.string() }),
  })
  .transform(({ bookingId, checkoutExpiresAt, pricing, ...rest }): SeenHold => {
    return { ...rest, id: bookingId, deadline: checkoutExpiresAt, amount: pricing.finalAmount }
  })
const orderSession = z.object({
  ...status,
  orderId: z.string(),
  checkoutExpiresAt: deadline,
  pricing: z.object({ total: z.string() }),
  couponClaimId: z.number().nullable(),
})

/**
 * Reads a checkout session of either kind; undefined for anything else.
 *
 * @param couponOf the coupon of a claim
 */
export const sessionReader =
  (couponOf: (claimId: number) => string | undefined) =>
  (data: unknown): SeenHold | undefined => {
    const booking = bookingSession.safeParse(data)
    if (booking.success) return booking.data
    const order = orderSession.safeParse(data)
    if (!order.success) return undefined
    const { orderId, checkoutExpiresAt, pricing, couponClaimId, ...rest } = order.data
    const coupon = couponClaimId === null ? undefined : couponOf(couponClaimId)
    return { ...rest, id: orderId, deadline: checkoutExpiresAt, amount: pricing.total, coupon }
  }
