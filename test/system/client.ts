import { setTimeout as pause } from 'node:timers/promises'
import {
  type BookingCheckoutSession,
  bookingCheckoutSessionSchema,
  type StartCheckoutBody,
} from '@campstore/contract/booking/schemas'
import {
  type StoreCheckoutSession,
  type startStoreCheckoutSchema,
  storeCheckoutSessionSchema,
} from '@campstore/contract/checkout/schemas'
import { escaped, methodsOf, type Send } from '@campstore/testing/client'
import { type ApiResponse, send } from '@campstore/testing/send'
import type { z } from 'zod'

/** A client of the gateway or of a service. A request without a response has the status 0. */
export type Client = ReturnType<typeof shopperOf>

/** A member's client. */
export type MemberClient = Client & {
  customerId: string
  /** The same member's client of another address. */
  at(url: string): MemberClient
}

/** What is sent to start a store checkout. */
export type StoreOrderRequest = z.input<typeof startStoreCheckoutSchema>

/** Checkout endpoints by kind of hold. */
export const sessionPaths = { booking: '/api/booking/checkout/sessions', order: '/api/checkout/sessions' }

/** A client of an address, with a member's token or without one. */
export const clientOf = (url: string, token?: string): Client =>
  shopperOf((method, path, { body, headers: further } = {}) => {
    const headers = { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...further }
    return send(
      url,
      { method, path: escaped(path, url), body: body === undefined ? undefined : JSON.stringify(body), headers },
      { isChecked: true },
    )
  })

function shopperOf(send: Send) {
  const client = methodsOf(send)
  const { booking, order } = sessionPaths
  return {
    ...client,
    /** Starts a booking checkout. */
    checkout: (request: StartCheckoutBody) => client.post(booking, request),
    cancel: (bookingId: string) => client.post(`${booking}/${bookingId}/cancel`),
    /** Starts a store checkout. */
    order: (request: StoreOrderRequest) => client.post(order, request),
    /** Changes recipient, payment method or coupon of an order. */
    changeOrder: (orderId: string, change: object) => client.patch(`${order}/${orderId}`, change),
    confirmCod: (orderId: string) => client.post(`${order}/${orderId}/confirm-cod`),
    cancelOrder: (orderId: string) => client.post(`${order}/${orderId}/cancel`),
  }
}

/**
 * Sends a request again while it is refused as unavailable. On a slow machine this happens to some of hundreds at once, and to a
 * cancel whose check of the payments takes longer than 3 s.
 */
export async function repeatRefused(request: () => Promise<ApiResponse>): Promise<ApiResponse> {
  for (;;) {
    const response = await request()
    if (kindOf(response) !== '503 SERVICE_UNAVAILABLE') return response
    await pause(200)
  }
}

/** A client that sends each request by {@link repeatRefused}. */
export const repeatingRefusals = <C extends Client>(client: C): C => ({
  ...client,
  ...shopperOf((...request) => repeatRefused(() => client.send(...request))),
})

function read<T>(schema: z.ZodType<T>, response: ApiResponse): T {
  if (response.status !== 200) throw new Error(`no success but ${response.status}: ${response.text}`)
  return schema.parse(response.data)
}

/** The booking's checkout session of a successful response. @throws when the status is not 200 */
export const sessionOf = (response: ApiResponse): BookingCheckoutSession => read(bookingCheckoutSessionSchema, response)

/** The order's checkout session of a successful response. @throws when the status is not 200 */
export const orderOf = (response: ApiResponse): StoreCheckoutSession => read(storeCheckoutSessionSchema, response)

/** Status and error code: `200`, `409 ZONE_UNAVAILABLE`. */
export const kindOf = ({ status, code }: ApiResponse): string =>
  code === undefined ? String(status) : `${status} ${code}`

/** A response to compare with its replay, which is the same but for the seconds that are left; 1.0.0 did not say them. */
export const withoutSecondsLeft = (text = ''): string => text.replace(/,"secondsLeft":\d+/, '')

/** Number of responses by {@link kindOf}: `{ '200': 3, '409 ZONE_UNAVAILABLE': 197 }`. */
export function tally(responses: readonly ApiResponse[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const response of responses) {
    const kind = kindOf(response)
    counts[kind] = (counts[kind] ?? 0) + 1
  }
  return counts
}
