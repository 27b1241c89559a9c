import {
  type BookingCheckoutSession,
  bookingCheckoutSessionSchema,
  type StartCheckoutRequest,
} from '@campstore/contract/booking/schemas'
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
  /** Starts a booking checkout. */
  checkout(request: StartCheckoutRequest): Promise<Answer>
  cancel(bookingId: string): Promise<Answer>
}

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
      return { status: answer.status, ...read(await answer.text()), sentAt, tookMs: Date.now() - sentAt }
    } catch (error) {
      const text = error instanceof Error ? `${error.message}: ${String(error.cause)}` : String(error)
      return { status: 0, code: 'NO_ANSWER', data: undefined, text, sentAt, tookMs: Date.now() - sentAt }
    }
  }
  const sessions = '/api/booking/checkout/sessions'
  return {
    get: path => send('GET', path),
    post: (path, body) => send('POST', path, body),
    checkout: request => send('POST', sessions, request),
    cancel: bookingId => send('POST', `${sessions}/${bookingId}/cancel`),
  }
}

function read(text: string): Pick<Answer, 'code' | 'data' | 'text'> {
  const body = envelope.parse(JSON.parse(text))
  return body.success ? { code: undefined, data: body.data, text } : { code: body.error.code, data: undefined, text }
}

/** The checkout session of a successful answer. */
export function sessionOf(answer: Answer): BookingCheckoutSession {
  if (answer.status !== 200) throw new Error(`no session but ${answer.status}: ${answer.text}`)
  return bookingCheckoutSessionSchema.parse(answer.data)
}

/** How many answers there were of each kind: `{ '200': 3, '409 ZONE_UNAVAILABLE': 197 }`. */
export function tally(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status, code } of answers) {
    const kind = code === undefined ? String(status) : `${status} ${code}`
    counts[kind] = (counts[kind] ?? 0) + 1
  }
  return counts
}
