import { type ApiResponse, type HttpRequest, send as sendRequest } from './send.ts'

export type { ApiResponse } from './send.ts'

/** Body and headers of a request; a `rawBody` is sent unchanged. */
type RequestOptions = { body?: unknown; rawBody?: string | Buffer; headers?: Record<string, string> | undefined }

/** Sends one person's requests. */
export type Send = (method: string, path: string, options?: RequestOptions) => Promise<ApiResponse>

/** A client of the gateway or of a service. */
export type Client = ReturnType<typeof methodsOf>

/**
 * A client of the service at `url`. A request without a response fails.
 *
 * @param authorization value of the header for each request, undefined for none
 * @param isChecked whose responses have to be as the contract says, by path; default all but the service's own, such as `/health/live`
 */
export function createClient(
  url: string,
  authorization: () => string | undefined | Promise<string | undefined>,
  isChecked: (path: string) => boolean = path => path.startsWith('/api/'),
): Client {
  return methodsOf(async (method, path, { body, rawBody, headers } = {}) => {
    const request: HttpRequest = {
      method,
      path: escaped(path, url),
      headers: { authorization: await authorization(), ...headers },
      body: rawBody ?? (body === undefined ? undefined : JSON.stringify(body)),
    }
    const response = await sendRequest(url, request, { isChecked: isChecked(path) })
    if (response.status === 0) throw new Error(`${method} ${path}: ${response.text}`)
    return response
  })
}

/** A client whose requests are sent by a function. */
export const methodsOf = (send: Send) => ({
  send,
  get: (path: string, headers?: Record<string, string>) => send('GET', path, { headers }),
  post: (path: string, body?: unknown, headers?: Record<string, string>) => send('POST', path, { body, headers }),
  put: (path: string, body?: unknown) => send('PUT', path, { body }),
  patch: (path: string, body?: unknown) => send('PATCH', path, { body }),
  delete: (path: string, body?: unknown) => send('DELETE', path, { body }),
})

/** The path as a browser sends it. */
export function escaped(path: string, url: string): string {
  const { pathname, search } = new URL(`${url}${path}`)
  return `${pathname}${search}`
}
