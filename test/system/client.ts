import { setTimeout as pause } from 'node:timers/promises'
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
import { sendRequest, type TimedResponse } from '@campstore/testing/timed-response'
import type { z } from 'zod'

/** A client of the gateway or of a service. */
export type Client = {
  get(path: string): Promise<TimedResponse>
  post(path: string, body?: unknown): Promise<TimedResponse>
  put(path: string, body?: unknown): Promise<TimedResponse>
  patch(path: string, body?: unknown): Promise<TimedResponse>
  delete(path: string): Promise<TimedResponse>
  /** Starts a booking checkout. */
  checkout(request: StartCheckoutRequest): Promise<TimedResponse>
  cancel(bookingId: string): Promise<TimedResponse>
  /** Starts a store checkout. */
  order(request: StoreOrderRequest): Promise<TimedResponse>
  /** Changes recipient, payment method or coupon of an order. */
  changeOrder(orderId: string, change: object): Promise<TimedResponse>
  confirmCod(orderId: string): Promise<TimedResponse>
  cancelOrder(orderId: string): Promise<TimedResponse>
}

/** A member's client. */
export type MemberClient = Client & { customerId: string }

/** What is sent to start a store checkout. */
export type StoreOrderRequest = z.input<typeof startStoreCheckoutSchema>

/** A client of a base address, with a member's token or without one. */
export function clientOf(url: string, token?: string): Client {
  const send = (method: string, path: string, body?: unknown) =>
    sendRequest(`${url}${path}`, { method, token, body, checkedPath: path })
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

/**
 * A client that sends a request again while the service refuses it as unavailable: on a slow machine, some of hundreds of requests
 * at once wait longer for a connection to the database than a service lets them. A test that is always refused ends by its timeout.
 */
export function repeatingRefusals<C extends Client>(client: C): C {
  const untilTaken =
    <A extends unknown[]>(send: (...what: A) => Promise<TimedResponse>) =>
    async (...what: A): Promise<TimedResponse> => {
      for (;;) {
        const response = await send(...what)
        if (kindOf(response) !== '503 SERVICE_UNAVAILABLE') return response
        await pause(200)
      }
    }
  return {
    ...client,
    get: untilTaken(client.get),
    checkout: untilTaken(client.checkout),
    cancel: untilTaken(client.cancel),
    order: untilTaken(client.order),
    changeOrder: untilTaken(client.changeOrder),
    confirmCod: untilTaken(client.confirmCod),
    cancelOrder: untilTaken(client.cancelOrder),
  }
}

function read<T>(schema: z.ZodType<T>, response: TimedResponse): T {
  if (response.status !== 200) throw new Error(`no success but ${response.status}: ${response.text}`)
  return schema.parse(response.data)
}

/** The booking's checkout session of a successful response. @throws when the status is not 200 */
export const sessionOf = (response: TimedResponse): BookingCheckoutSession =>
  read(bookingCheckoutSessionSchema, response)

/** The order's checkout session of a successful response. @throws when the status is not 200 */
export const orderOf = (response: TimedResponse): StoreCheckoutSession => read(storeCheckoutSessionSchema, response)

/** Status and error code: `200`, `409 ZONE_UNAVAILABLE`. */
export const kindOf = ({ status, code }: TimedResponse): string =>
  code === undefined ? String(status) : `${status} ${code}`

/** Number of responses by {@link kindOf}: `{ '200': 3, '409 ZONE_UNAVAILABLE': 197 }`. */
export function tally(responses: readonly TimedResponse[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const response of responses) {
    const kind = kindOf(response)
    counts[kind] = (counts[kind] ?? 0) + 1
  }
  return counts
}
