import type { ErrorCode } from '@campstore/contract/errors'
import { z } from 'zod'
import { requireDocumented } from './documented.ts'

/** A response with the parts of its envelope. */
export type ApiResponse = {
  status: number
  headers: Headers
  body: unknown
  data: unknown
  meta: unknown
  /** The code of an error response. */
  code: ErrorCode | undefined
}

/** Body and headers of a request; a `rawBody` is sent unchanged. */
type RequestOptions = { body?: unknown; rawBody?: string; headers?: Record<string, string> }

/** A client of a service. */
export type Client = {
  get(path: string, headers?: Record<string, string>): Promise<ApiResponse>
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<ApiResponse>
  send(method: string, path: string, options?: RequestOptions): Promise<ApiResponse>
}

const envelope = z
  .object({ data: z.unknown(), meta: z.unknown(), error: z.object({ code: z.string() }).optional() })
  .partial()

/**
 * A client of the service at `url`.
 *
 * @param authorization value of the header for each request, undefined for none
 * @param isChecked whose answers have to be as the contract says, by path; default all but the service's own, such as `/health/live`
 */
export function createClient(
  url: string,
  authorization: () => Promise<string | undefined>,
  isChecked: (path: string) => boolean = path => path.startsWith('/api/'),
): Client {
  const send = async (method: string, path: string, options: RequestOptions = {}): Promise<ApiResponse> => {
    const bearer = await authorization()
    const { rawBody = options.body === undefined ? undefined : JSON.stringify(options.body) } = options
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(rawBody !== undefined && { 'content-type': 'application/json' }),
        ...(bearer !== undefined && { authorization: bearer }),
        ...options.headers,
      },
      body: rawBody,
    })
    const text = await response.text()
    const { status, headers } = response
    if (isChecked(path)) requireDocumented({ method, path, status, headers, text })
    const body: unknown = text === '' ? undefined : JSON.parse(text)
    const { data, meta, error } = envelope.catch({}).parse(body)
    const code = error?.code as ErrorCode | undefined
    return { status, headers, body, data, meta, code }
  }
  return {
    send,
    get: (path, headers) => send('GET', path, { headers }),
    post: (path, body, headers) => send('POST', path, { body, headers }),
  }
}
