import ky, { isHTTPError, isNetworkError, isTimeoutError, type Options } from 'ky'
import { CampstoreError } from './error.ts'
import type { CallOptions, CsvFile } from './types.ts'

export type ApiRequest = {
  operation: string
  method: string
  url: string
  /** Sent as JSON, or as it is where it is a file. */
  body?: object
  token: string | undefined
  accept: 'application/json' | 'text/csv' | 'text/event-stream'
  /** The last event of a stream that the caller has. */
  lastEventId?: string | undefined
  /** Whether fields that the API does not read are refused. */
  isStrict: boolean
  /** ETag of the answer that the caller has. */
  etag: string | undefined
  /** Whether a second attempt does no harm. */
  isRepeatable: boolean
  /** The key as a header, where the body has none. */
  keyHeader: string | undefined
  idempotencyKey: string | undefined
}

/** The parts of an answer; the body's content is undefined in an empty answer, and where the caller's is current (304). */
export type ApiAnswer = { status: number; data: unknown; meta: unknown; headers: Headers }

export type SendOptions = Required<Pick<CallOptions, 'retries' | 'timeoutMs'>> &
  Pick<CallOptions, 'signal'> & { fetch: typeof fetch }

const longestDelayMs = 8_000
const longestRetryAfterSeconds = 60
/** A file is sent page by page, and the gateway limits each. */
const csvTimeoutMs = 600_000
/** Statuses with which no Response can have a body (Fetch Standard, null body status). */
const bodiless = [204, 205, 304]

/**
 * Sends a request, and again with growing delays while it may be repeated and the failure may pass.
 *
 * @throws {CampstoreError} when it is refused, or when no attempt is answered
 * @throws the reason of `signal` when that is aborted, and errors of the caller's own `fetch`
 */
export async function send(request: ApiRequest, options: SendOptions): Promise<ApiAnswer> {
  try {
    const response = await ky(request.url, kyOptions(request, options))
    const { status, headers } = response
    if (status === 204 || status === 304) return { status, headers, data: undefined, meta: undefined }
    if (request.accept === 'text/event-stream')
      return { status, headers, data: streamOf(request, response), meta: undefined }
    if (request.accept === 'text/csv') return { status, headers, data: await csvOf(request, response), meta: undefined }
    const { data, meta } = contentOf(request, response, await response.json().catch(() => undefined))
    return { status, headers, data, meta }
  } catch (error) {
    if (options.signal?.aborted) throw options.signal.reason
    throw asCampstoreError(request, error, options.timeoutMs)
  }
}

const kyOptions = (
  { method, body, token, accept, isStrict, etag, lastEventId, isRepeatable, keyHeader }: ApiRequest,
  options: SendOptions,
): Options => ({
  method,
  ...(body instanceof Blob ? { body } : body && { json: body }),
  headers: {
    accept,
    ...(token && { authorization: `Bearer ${token}` }),
    ...(isStrict && { prefer: 'handling=strict' }),
    ...(etag && { 'if-none-match': etag }),
    ...(lastEventId && { 'last-event-id': lastEventId }),
    ...(keyHeader !== undefined && { 'idempotency-key': keyHeader }),
  },
  throwHttpErrors: status => status !== 304 || etag === undefined,
  signal: options.signal ?? null,
  timeout: accept === 'text/csv' ? Math.max(options.timeoutMs, csvTimeoutMs) : options.timeoutMs,
  fetch: (input, init) => fetchWhole(options.fetch, input, init),
  retry: {
    limit: isRepeatable ? options.retries : 0,
    methods: ['get', 'put', 'delete', 'post'],
    statusCodes: [429, 500, 502, 503, 504],
    afterStatusCodes: [429, 503],
    maxRetryAfter: longestRetryAfterSeconds * 1_000,
    delay: attempt => 500 * 2 ** (attempt - 1),
    backoffLimit: longestDelayMs,
    jitter: delay => delay * (0.5 + Math.random() / 2),
    // Without a response, the connection failed or the time was up: `true` repeats. For a response, its status decides.
    shouldRetry: ({ error }) => {
      if (!isHTTPError(error)) return isLost(error) && !options.signal?.aborted
      return (retryAfterOf(error.response) ?? 0) > longestRetryAfterSeconds ? false : undefined
    },
  },
})

/** Fetches the body as well, so that a connection that breaks in the middle of it counts as a failed attempt. */
async function fetchWhole(fetch: SendOptions['fetch'], ...request: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...request)
  const { status, headers } = response
  if (isEventStream(response)) return response
  const text = await response.text()
  return new Response(bodiless.includes(status) ? null : text, { status, headers })
}

const isEventStream = ({ headers }: Response): boolean =>
  headers.get('content-type')?.startsWith('text/event-stream') ?? false

function streamOf(request: ApiRequest, response: Response): ReadableStream<Uint8Array> {
  if (!isEventStream(response) || response.body === null) throw notFromApi(request, response)
  return response.body
}

function contentOf(request: ApiRequest, response: Response, content: unknown): { data: unknown; meta?: unknown } {
  if (typeof content === 'object' && content !== null && 'data' in content) return content
  throw notFromApi(request, response)
}

/** A file as the API names it. Reading a response removes the BOM, without which spreadsheets do not see UTF-8. */
async function csvOf(request: ApiRequest, response: Response): Promise<CsvFile> {
  if (!response.headers.get('content-type')?.startsWith('text/csv')) throw notFromApi(request, response)
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  return { name: name ?? `${request.operation}.csv`, text: `\uFEFF${await response.text()}` }
}

function asCampstoreError(request: ApiRequest, error: unknown, timeoutMs: number): unknown {
  const { operation, idempotencyKey } = request
  if (error instanceof CampstoreError) return error
  if (isTimeoutError(error)) {
    const message = `${operation} was not answered within ${timeoutMs} ms.`
    return new CampstoreError(message, { operation, idempotencyKey, code: 'TIMEOUT' }, { cause: error })
  }
  if (isHTTPError(error)) return refusal(request, error.response, error.data)
  if (!isLost(error)) return error
  const message = `${operation} could not be sent, or its response was lost: ${reasonOf(error)}`
  return new CampstoreError(message, { operation, idempotencyKey, code: 'NETWORK_ERROR' }, { cause: error })
}

/** Whether an attempt got no answer. What else is thrown is an error of the caller's own `fetch`. */
const isLost = (error: unknown): boolean =>
  isTimeoutError(error) || isNetworkError(error) || (error instanceof Error && error.name === 'TypeError')

/** The innermost reason: the socket's says more than fetch's. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error
  return (cause instanceof Error && reasonOf(cause)) || message
}

type Refusal = { error: Pick<CampstoreError, 'message' | 'details'> & { code: CampstoreError['code'] } }

const isRefusal = (content: unknown): content is Refusal =>
  typeof (content as Refusal | undefined)?.error?.code === 'string'

function refusal(request: ApiRequest, response: Response, content: unknown): CampstoreError {
  if (!isRefusal(content)) return notFromApi(request, response)
  const { code, message, details } = content.error
  return new CampstoreError(message, { ...propertiesOf(request, response), code, details })
}

const notFromApi = (request: ApiRequest, response: Response): CampstoreError =>
  new CampstoreError(`${request.operation} got a response with status ${response.status} that is not from the API.`, {
    ...propertiesOf(request, response),
    code: 'INVALID_RESPONSE',
  })

const propertiesOf = ({ operation, idempotencyKey }: ApiRequest, response: Response) => ({
  operation,
  idempotencyKey,
  status: response.status,
  requestId: response.headers.get('x-request-id') ?? undefined,
  retryAfter: retryAfterOf(response),
})

/** The header's seconds, or those until its date (RFC 9110, 10.2.3); undefined without the header. */
function retryAfterOf({ headers }: Response): number | undefined {
  const value = headers.get('retry-after')
  if (value === null) return undefined
  if (/^\d+$/.test(value)) return Number(value)
  const date = /GMT$/.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - Date.now()) / 1_000))
}
