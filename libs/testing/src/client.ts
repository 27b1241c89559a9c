import type { ErrorCode } from '@campstore/contract/errors'
import { z } from 'zod'

/** An answer, with the parts of the envelope at hand. */
export type Answer = {
  status: number
  headers: Headers
  body: unknown
  data: unknown
  meta: unknown
  /** The error code of a refusal. */
  code: ErrorCode | undefined
}

/** What is sent besides method and path. A `rawBody` goes out as it is. */
export type Sending = { body?: unknown; rawBody?: string; headers?: Record<string, string> }

/** Someone who talks to the service. */
export type Client = {
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  send(method: string, path: string, sending?: Sending): Promise<Answer>
}

const envelope = z
  .object({ data: z.unknown(), meta: z.unknown(), error: z.object({ code: z.string() }).optional() })
  .partial()

/**
 * A client of the service at `url`.
 *
 * @param authorization value of the header for each request, undefined for none
 */
export function createClient(url: string, authorization: () => Promise<string | undefined>): Client {
  const send = async (method: string, path: string, sending: Sending = {}): Promise<Answer> => {
    const bearer = await authorization()
    const { rawBody = sending.body === undefined ? undefined : JSON.stringify(sending.body) } = sending
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(rawBody !== undefined && { 'content-type': 'application/json' }),
        ...(bearer !== undefined && { authorization: bearer }),
        ...sending.headers,
      },
      body: rawBody,
    })
    const text = await response.text()
    const body: unknown = text === '' ? undefined : JSON.parse(text)
    const { data, meta, error } = envelope.catch({}).parse(body)
    const code = error?.code as ErrorCode | undefined
    return { status: response.status, headers: response.headers, body, data, meta, code }
  }
  return {
    send,
    get: (path, headers) => send('GET', path, { headers }),
    post: (path, body, headers) => send('POST', path, { body, headers }),
  }
}
