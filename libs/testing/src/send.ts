import { globalAgent, request as open } from 'node:http'
import { gunzipSync } from 'node:zlib'
import type { ErrorCode } from '@campstore/contract/errors'
import { parseJson } from '@campstore/core/parse-json'
import { z } from 'zod'
import { requireDocumented } from './documented.ts'

/** One request, byte for byte as it is sent. An object is sent as its JSON; of a header with a list, each value is sent. */
export type HttpRequest = {
  method?: string
  path: string
  headers?: Readonly<Record<string, string | string[] | undefined>> | undefined
  body?: string | Buffer | object | undefined
}

/** A response with the parts of its envelope. Without any response, the status is 0 and the code `NO_RESPONSE`. */
export type ApiResponse = {
  status: number
  headers: Headers
  /** The whole body, decompressed, or the beginning of a stream of events; without a response, the reason. */
  text: string
  /** The parsed body; undefined when it is not JSON. */
  body: unknown
  data: unknown
  meta: unknown
  /** The code of an error response, `NO_ENVELOPE` for a body that is not in the contract's envelope; undefined on success. */
  code: ErrorCode | 'NO_RESPONSE' | 'NO_ENVELOPE' | undefined
  /** The message and the details of an error response. */
  message: string | undefined
  details: unknown
  /** When the request was sent, in milliseconds since 1970. */
  sentAt: number
  tookMs: number
}

type SendOptions = {
  /** How long the response may take; by default without a limit. */
  timeoutMs?: number | undefined
  /** Whether the request has its own connection; by default connections are reused. */
  ownConnection?: boolean
  /** Whether the response has to be as the contract says ({@link requireDocumented}). */
  isChecked?: boolean
}

const envelope = z.union([
  z.object({ success: z.literal(true), data: z.unknown(), meta: z.unknown().optional() }),
  z.object({
    success: z.literal(false),
    error: z.object({ code: z.string(), message: z.string().optional(), details: z.unknown().optional() }),
  }),
  // Of a service that is not ready.
  z.object({ success: z.literal(false), data: z.looseObject({ status: z.literal('down') }) }),
])

/**
 * Sends a request: every client of the tests and tools does it by this function.
 *
 * @param url base address of the gateway or a service
 * @throws when a checked response is not as the contract says, and nothing else
 */
export async function send(url: string, request: HttpRequest, options: SendOptions = {}): Promise<ApiResponse> {
  const sentAt = Date.now()
  const received = await exchange(url, request, options).catch((error: Error) => ({
    status: 0,
    headers: new Headers(),
    text: error.message,
  }))
  const { status, headers, text } = received
  const { method = 'GET', path } = request
  if (options.isChecked && status > 0) requireDocumented({ method, path, status, headers, text })
  const parts = status === 0 ? { code: 'NO_RESPONSE' as const } : partsOf(text, headers)
  return {
    body: undefined,
    data: undefined,
    meta: undefined,
    message: undefined,
    details: undefined,
    ...parts,
    ...received,
    sentAt,
    tookMs: Date.now() - sentAt,
  }
}

function partsOf(text: string, headers: Headers): Pick<ApiResponse, 'code'> & Partial<ApiResponse> {
  if (text === '' || isEventStream(headers)) return { code: undefined }
  const body = parseJson(text)
  const { data: parsed } = envelope.safeParse(body)
  if (parsed === undefined) return { code: 'NO_ENVELOPE', body }
  if ('error' in parsed) return { ...parsed.error, code: parsed.error.code as ErrorCode, body }
  return { code: undefined, body, data: parsed.data, meta: parsed.success ? parsed.meta : undefined }
}

function exchange(
  url: string,
  { method = 'GET', path, headers = {}, body }: HttpRequest,
  { timeoutMs, ownConnection = false }: SendOptions,
): Promise<Pick<ApiResponse, 'status' | 'headers' | 'text'>> {
  const bytes = body === undefined || body instanceof Buffer || typeof body === 'string' ? body : JSON.stringify(body)
  const all = {
    host: new URL(url).host,
    // As browsers send it, so that tests read compressed responses, too.
    ...(ownConnection ? { connection: 'close' } : { 'accept-encoding': 'gzip' }),
    ...(bytes !== undefined && { 'content-type': 'application/json' }),
    ...((bytes !== undefined || ['POST', 'PUT', 'PATCH'].includes(method)) && {
      'content-length': String(Buffer.byteLength(bytes ?? '')),
    }),
    ...headers,
  }
  const { hostname, port } = new URL(url)
  const signal = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs)
  const settings = { hostname, port, method, path, headers: flat(all), signal }
  return new Promise((resolve, reject) => {
    const outgoing = open({ ...settings, ...(ownConnection && { agent: false }) }, response => {
      const received = headersOf(response.rawHeaders)
      const chunks: Buffer[] = []
      const finish = () => {
        const content = Buffer.concat(chunks)
        const isCompressed = received.get('content-encoding') === 'gzip' && content.length > 0
        const text = (isCompressed ? gunzipSync(content) : content).toString()
        resolve({ status: response.statusCode ?? 0, headers: received, text })
      }
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        if (!isEventStream(received)) return
        finish()
        outgoing.destroy()
      })
      response.on('error', reject)
      response.on('end', finish)
    })
    outgoing.on('error', reject)
    outgoing.end(bytes)
  })
}

/** Whether a process answers at its readiness check. */
export async function isReady(url: string, path: string, timeoutMs = 20_000): Promise<boolean> {
  const { status } = await send(url, { path }, { ownConnection: true, timeoutMs })
  return status === 200
}

/** Closes the connections that no request uses: a server that stops keeps them for some time, for requests that may be on their way. */
export function closeIdleConnections(): void {
  for (const socket of Object.values(globalAgent.freeSockets).flat()) socket?.destroy()
}

const isEventStream = (headers: Headers): boolean =>
  headers.get('content-type')?.startsWith('text/event-stream') ?? false

/** Names and values in turn, so that a header may be sent twice, or left out. */
const flat = (headers: NonNullable<HttpRequest['headers']>): string[] =>
  Object.entries(headers).flatMap(([name, values]) => [values ?? []].flat().flatMap(value => [name, value]))

function headersOf(raw: readonly string[]): Headers {
  const headers = new Headers()
  for (let index = 0; index < raw.length; index += 2) headers.append(raw[index] ?? '', raw[index + 1] ?? '')
  return headers
}
