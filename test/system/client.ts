import {
  type BookingCheckoutSession,
  bookingCheckoutSessionSchema,
  type StartCheckoutRequest,
} from '@campstore/contract/booking/schemas'
import {
  type StoreCheckoutSession,
  type startStoreCheckoutSchema,
  storeCheckoutSessionSchema,
} from '@campstore/contract/checkout/schemas'
import { z } from 'zod'

/** What came back from the gateway. A request without any answer has status 0 and the code `NO_ANSWER`. */
export type Answer = {
  status: number
  /** The error's code, or undefined on success. */
  code: string | undefined
  data: unknown
  /** The whole body, for comparing byte by byte. */
  text: string
  /** When the request was sent, in milliseconds of the epoch. */
  sentAt: number
  tookMs: number
}

/** Somebody who calls the service through one address. */
export type Client = {
  get(path: string): Promise<Answer>
  post(path: string, body?: unknown): Promise<Answer>
  put(path: string, body?: unknown): Promise<Answer>
  patch(path: string, body?: unknown): Promise<Answer>
  delete(path: string): Promise<Answer>
  /** Starts a booking checkout. */
  checkout(request: StartCheckoutRequest): Promise<Answer>
  cancel(bookingId: string): Promise<Answer>
  /** Starts a store checkout. */
  order(request: StoreOrderRequest): Promise<Answer>
  /** Changes recipient, payment method or coupon of an order. */
  changeOrder(orderId: string, change: object): Promise<Answer>
  confirmCod(orderId: string): Promise<Answer>
  cancelOrder(orderId: string): Promise<Answer>
}

/** A client of a member's. */
export type MemberClient = Client & { customerId: string }

/** What is sent to start a store checkout. */
export type StoreOrderRequest = z.input<typeof startStoreCheckoutSchema>

const envelope = z.union([
  z.object({ success: z.literal(true), data: z.unknown() }),
  z.object({ success: z.literal(false), error: z.object({ code: z.string() }) }),
])

/** A client of a base address, with a member's token or without one. */
export function clientOf(url: string, token?: string): Client {
  const send = async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const sentAt = Date.now()
    const headers: Record<string, string> = {}
    if (token !== undefined) headers.authorization = `Bearer ${token}`
    if (body !== undefined) headers['content-type'] = 'application/json'
    try {
      const answer = await fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body) })
      return { status: answer.status, ...opened(await answer.text()), sentAt, tookMs: Date.now() - sentAt }
    } catch (error) {
      const text = error instanceof Error ? `${error.message}: ${String(error.cause)}` : String(error)
      return { status: 0, code: 'NO_ANSWER', data: undefined, text, sentAt, tookMs: Date.now() - sentAt }
    }
  }
  const sessions = '/api/booking/checkout/sessions'
  const orders = '/api/checkout/sessions'
  return {
    get: path => send('GET', path),
    post: (path, body) => send('POST', path, body),
    put: (path, body) => send('PUT', path, body),
    patch: (path, body) => send('PATCH', path, body),
    delete: path => send('DELETE', path),
    checkout: request => send('POST', sessions, request),
    cancel: bookingId => send('POST', `${sessions}/${bookingId}/cancel`),
    order: request => send('POST', orders, request),
    changeOrder: (orderId, change) => send('PATCH', `${orders}/${orderId}`, change),
    confirmCod: orderId => send('POST', `${orders}/${orderId}/confirm-cod`),
    cancelOrder: orderId => send('POST', `${orders}/${orderId}/cancel`),
  }
}

function opened(text: string): Pick<Answer, 'code' | 'data' | 'text'> {
  if (text === '') return { code: undefined, data: undefined, text }
  const body = envelope.parse(JSON.parse(text))
  return body.success ? { code: undefined, data: body.data, text } : { code: body.error.code, data: undefined, text }
}

function read<T>(schema: z.ZodType<T>, answer: Answer): T {
  if (answer.status !== 200) throw new Error(`no success but ${answer.status}: ${answer.text}`)
  return schema.parse(answer.data)
}

/** The booking's checkout session of a successful answer. */
export const sessionOf = (answer: Answer): BookingCheckoutSession => read(bookingCheckoutSessionSchema, answer)

/** The order's checkout session of a successful answer. */
export const orderOf = (answer: Answer): StoreCheckoutSession => read(storeCheckoutSessionSchema, answer)

/** How an answer reads: `200`, `409 ZONE_UNAVAILABLE`. */
export const kindOf = ({ status, code }: Answer): string => (code === undefined ? String(status) : `${status} ${code}`)

/** How many answers there were of each kind: `{ '200': 3, '409 ZONE_UNAVAILABLE': 197 }`. */
export function tally(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const answer of answers) {
    const kind = kindOf(answer)
    counts[kind] = (counts[kind] ?? 0) + 1
  }
  return counts
}
