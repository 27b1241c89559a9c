import http, { type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'

/** How long an attempt may take, in milliseconds. */
export const attemptTimeoutMs = 10_000

/** Bytes of a response's body that are read and kept. */
const keptBytes = 1_000

/** Bytes of the head of a response, as of each interim response, and how many of these there may be before it. */
const maxHeaderSize = 16_384
const maxInterim = 10

/** A response, or why there is none. */
export type WebhookResponse =
  | { status: number; error: null; response: string }
  | { status: null; error: string; response: '' }

/**
 * Sends one request to a webhook. Redirects are not followed, and no more than the beginning of the response is read: a status
 * counts even if the body never ends. From the connection on, time and bytes are bounded. Never throws.
 *
 * @param lookup where the host's name leads
 */
export const postWebhook = (
  url: string,
  { headers, body, lookup }: { headers: Record<string, string>; body: string; lookup: LookupFunction },
): Promise<WebhookResponse> =>
  new Promise(resolve => {
    const options: RequestOptions = { method: 'POST', headers, lookup, agent: false, maxHeaderSize }
    const request = (new URL(url).protocol === 'https:' ? https : http).request(url, options)
    const timer = setTimeout(() => request.destroy(timedOut), attemptTimeoutMs)
    let interim = 0
    request.on('information', () => {
      interim += 1
      if (interim > maxInterim) request.destroy(new Error(`More than ${maxInterim} interim responses`))
    })
    let head: IncomingMessage | undefined
    const chunks: Buffer[] = []
    request.on('response', response => {
      head = response
      collect(request, response, chunks)
    })
    let reason: Error | undefined
    request.on('error', error => {
      reason = error
    })
    request.on('close', () => {
      clearTimeout(timer)
      if (head?.statusCode === undefined) return resolve({ status: null, error: textOf(reason), response: '' })
      resolve({ status: head.statusCode, error: null, response: storable(chunks) })
    })
    request.end(body)
  })

const timedOut = new Error(`No response within ${attemptTimeoutMs / 1000} s`)

/** Reads the beginning of the body, then closes the connection. */
function collect(request: ClientRequest, response: IncomingMessage, chunks: Buffer[]): void {
  let bytes = 0
  response.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes >= keptBytes) request.destroy()
  })
  // A connection that is cut while the body is read has given its status.
  response.on('error', () => {})
}

/** Text that PostgreSQL can store, from any bytes. */
const storable = (chunks: readonly Buffer[]): string =>
  Buffer.concat(chunks).subarray(0, keptBytes).toString().replaceAll('\0', '\uFFFD')

function textOf(error: (Error & { code?: string }) | undefined): string {
  if (error === timedOut) return error.message
  const reason = error?.code ?? error?.message
  return reason ? `Cannot send: ${reason}` : 'The connection was closed without a response'
}
