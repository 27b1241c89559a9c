import { type ApiResponse, send } from '@campstore/testing/send'
import { z } from 'zod'
import type { Balancer } from './balancer.ts'
import type { RequestDetails, RequestRecord, SeenHold } from './history.ts'
import type { Person } from './people.ts'

/** Sends requests of one person to the gateways, and records each. */
export type RecordingClient = {
  uid: string
  send(method: string, path: string, details: RequestDetails, body?: object): Promise<ApiResponse>
}

const timeoutMs = 15_000

/** Whether a response is a failure of the system, and not a refusal of the contract. */
export const isFailure = ({ status }: { status: number }): boolean => status === 0 || status >= 500

/** A client behind the load balancer. */
export function recordingClient(
  balancer: Balancer,
  { uid, token }: Person,
  requests: RequestRecord[],
): RecordingClient {
  return {
    uid,
    send: async (method, path, details, body) => {
      const isKeyInBody = details.action === 'checkout'
      const headers = {
        authorization: `Bearer ${await token()}`,
        ...(details.key === undefined || isKeyInBody ? {} : { 'idempotency-key': details.key }),
      }
      const response = await send(balancer.next(), { method, path, headers, body }, { timeoutMs })
      const { status, code, data, text, sentAt, tookMs } = response
      const seen = status === 200 && details.kind !== undefined ? readHold(data) : undefined
      requests.push({
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

const session = z.object({
  bookingId: z.string().optional(),
  orderId: z.string().optional(),
  status: z.string(),
  checkoutExpiresAt: z.string(),
  pricing: z.object({ finalAmount: z.string().optional(), total: z.string().optional() }),
})

/** Reads a checkout session of either kind; undefined for anything else. */
export function readHold(data: unknown): SeenHold | undefined {
  const parsed = session.safeParse(data)
  if (!parsed.success) return undefined
  const { bookingId, orderId, status, checkoutExpiresAt, pricing } = parsed.data
  const id = bookingId ?? orderId
  const amount = bookingId === undefined ? pricing.total : pricing.finalAmount
  if (id === undefined || amount === undefined) return undefined
  return { id, status, deadline: Date.parse(checkoutExpiresAt), amount }
}
