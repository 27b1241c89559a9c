import { parseJson } from '@campstore/core/parse-json'
import { z } from 'zod'
import type { Account } from './accounts.ts'
import type { Balancer } from './balancer.ts'
import type { Recorder, RequestRecord, SeenHold } from './history.ts'

/** An answer: status 0 and code `NO_ANSWER` where there was none. */
export type Answer = { status: number; code: string | undefined; data: unknown; text: string }

/** What is known of a request before it is sent. */
export type RequestNote = Pick<
  RequestRecord,
  'action' | 'kind' | 'subject' | 'key' | 'payload' | 'requested' | 'delta' | 'changesAmount'
>

/** Sends requests of one person to the gateways and records each. */
export type RecordingClient = {
  account: Account
  send(method: string, path: string, note: RequestNote, body?: object): Promise<Answer>
}

const envelope = z.union([
  z.object({ success: z.literal(true), data: z.unknown() }),
  z.object({ success: z.literal(false), error: z.object({ code: z.string() }) }),
])

const timeoutMs = 15_000

/** A client behind a load balancer in front of the gateways. */
export function createClient(
  balancer: Balancer,
  account: Account,
  recorder: Recorder,
  readHold: (data: unknown) => SeenHold | undefined,
): RecordingClient {
  return {
    account,
    send: async (method, path, note, body) => {
      const headers: Record<string, string> = { authorization: `Bearer ${await account.token()}` }
      if (body !== undefined) headers['content-type'] = 'application/json'
      const sentAt = Date.now()
      const answer = await exchange(`${balancer.next()}${path}`, { method, headers, body: JSON.stringify(body) })
      const seen = answer.status === 200 && note.kind !== undefined ? readHold(answer.data) : undefined
      recorder.request({
        ...note,
        actor: account.uid,
        subject: note.subject ?? seen?.id,
        sentAt,
        answeredAt: Date.now(),
        status: answer.status,
        code: answer.code,
        seen,
        text: note.action === 'checkout' || answer.status === 0 || answer.status >= 500 ? answer.text : undefined,
      })
      return answer
    },
  }
}

async function exchange(url: string, request: RequestInit): Promise<Answer> {
  try {
    const response = await fetch(url, { ...request, signal: AbortSignal.timeout(timeoutMs) })
    const text = await response.text()
    return { status: response.status, text, ...opened(text) }
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : ''
    const text = error instanceof Error ? `${error.message}${cause}` : String(error)
    return { status: 0, code: 'NO_ANSWER', data: undefined, text }
  }
}

function opened(text: string): Pick<Answer, 'code' | 'data'> {
  if (text === '') return { code: undefined, data: undefined }
  const parsed = envelope.safeParse(parseJson(text))
  if (!parsed.success) return { code: 'NO_ENVELOPE', data: undefined }
  return parsed.data.success
    ? { code: undefined, data: parsed.data.data }
    : { code: parsed.data.error.code, data: undefined }
}

const sessionFields = { status: z.string(), paymentStatus: z.string(), checkoutExpiresAt: z.string() }
const bookingSession = z.object({
  ...sessionFields,
  bookingId: z.string(),
  pricing: z.object({ finalAmount: z.string() }),
})
const orderSession = z.object({
  ...sessionFields,
  orderId: z.string(),
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
    if (booking.success) {
      const { bookingId, status, paymentStatus, checkoutExpiresAt, pricing } = booking.data
      return {
        id: bookingId,
        status,
        paymentStatus,
        deadline: Date.parse(checkoutExpiresAt),
        amount: pricing.finalAmount,
      }
    }
    const order = orderSession.safeParse(data)
    if (!order.success) return undefined
    const { orderId, status, paymentStatus, checkoutExpiresAt, pricing, couponClaimId } = order.data
    const deadline = Date.parse(checkoutExpiresAt)
    const coupon = couponClaimId === null ? undefined : couponOf(couponClaimId)
    return { id: orderId, status, paymentStatus, deadline, amount: pricing.total, coupon }
  }
