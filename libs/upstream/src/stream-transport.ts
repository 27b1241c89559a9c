import type { Socket } from 'node:net'
import { shutdownNoticeHeader } from '@campstore/http/shutdown-notice'
import { buildUpstreamConnector } from './connector.ts'
import type { Upstream } from './pool.ts'
import {
  type AttemptHandler,
  codeOf,
  type SentRequest,
  type Transport,
  type UpstreamHeaders,
  type UpstreamRequest,
} from './transport.ts'

/** A response head is never longer, in bytes. */
const maxHeadLength = 16_384

/**
 * A transport for GET requests whose responses are streams, each over a connection of its own. It speaks HTTP/1.0, where the body
 * ends with its connection, so that after the head nothing is kept but the socket: 4 kB where an HTTP client takes 26
 * (docs/decisions.md, 158).
 */
export function createStreamTransport(): Transport {
  const open = new Set<StreamAttempt>()
  return {
    send(upstream, request, handler) {
      const attempt = new StreamAttempt(request, upstream, handler, () => open.delete(attempt))
      open.add(attempt)
      attempt.start()
      return attempt
    },
    remove() {
      // Each ends when its process ends it.
    },
    close() {
      for (const attempt of open) attempt.abort()
    },
  }
}

/** One request for a stream to one upstream. */
class StreamAttempt implements SentRequest {
  #request: UpstreamRequest | undefined
  readonly #upstream: Upstream
  readonly #handler: AttemptHandler
  readonly #onDone: () => void
  #socket: Socket | undefined
  #head: Buffer = Buffer.alloc(0)
  #hasHead = false
  /** Bytes of the body that are still to come; infinite where its length was not announced. */
  #left = Number.POSITIVE_INFINITY
  #done = false

  constructor(request: UpstreamRequest, upstream: Upstream, handler: AttemptHandler, onDone: () => void) {
    this.#request = request
    this.#upstream = upstream
    this.#handler = handler
    this.#onDone = onDone
  }

  start(): void {
    const { protocol, hostname, host, port } = this.#upstream.url
    buildUpstreamConnector(this.#upstream)({ protocol, hostname, host, port }, (error, socket) => {
      if (this.#done) socket?.destroy()
      else if (error !== null) this.#fail(codeOf(error), false)
      else this.#send(socket)
    })
  }

  requestWasSent(): boolean {
    return this.#socket !== undefined
  }

  abort(): void {
    this.#finish()
    this.#socket?.destroy()
  }

  resume(): void {
    this.#socket?.resume()
  }

  #send(socket: Socket): void {
    this.#socket = socket
    socket.on('data', (chunk: Buffer) => this.#receive(chunk))
    socket.on('error', error => this.#fail(codeOf(error), true))
    socket.on('close', () => this.#end())
    if (this.#request) socket.write(headOf(this.#request, this.#upstream), 'latin1')
    this.#request = undefined
    socket.resume()
  }

  #receive(chunk: Buffer): void {
    if (this.#done) return
    if (this.#hasHead) return void this.#pass(chunk)
    this.#head = Buffer.concat([this.#head, chunk])
    const end = this.#head.indexOf('\r\n\r\n')
    if (end === -1) {
      if (this.#head.length > maxHeadLength) this.#fail('HEAD_TOO_LONG', true)
      return
    }
    const head = parseHead(this.#head.toString('latin1', 0, end))
    if (head === undefined) return void this.#fail('MALFORMED_HEAD', true)
    const { status, headers, bodyLength } = head
    this.#left = bodyLength
    const rest = this.#head.subarray(end + 4)
    this.#head = Buffer.alloc(0)
    this.#hasHead = true
    if (headers[shutdownNoticeHeader] !== undefined) return void this.#fail('SHUTDOWN_NOTICE', false)
    this.#handler.onResponse(status, headers)
    if (rest.length > 0) this.#pass(rest)
  }

  #pass(chunk: Buffer): void {
    this.#left -= chunk.length
    if (this.#left < 0) return void this.#fail('BODY_TOO_LONG', true)
    if (!this.#handler.onData(chunk)) this.#socket?.pause()
  }

  #end(): void {
    if (this.#done) return
    if (!this.#hasHead) return void this.#fail('CLOSED_WITHOUT_RESPONSE', true)
    // Its client would take the next response for the rest.
    if (this.#left > 0 && this.#left < Number.POSITIVE_INFINITY) return void this.#fail('BODY_TOO_SHORT', true)
    this.#finish()
    this.#handler.onEnd()
  }

  #fail(code: string, requestWasSent: boolean): void {
    if (this.#done) return
    this.#finish()
    this.#socket?.destroy()
    this.#handler.onFailure({ code, requestWasSent, connectionWasReused: false })
  }

  #finish(): void {
    this.#done = true
    this.#onDone()
  }
}

/** The head of a request. Its target and headers come from Node's parser, which refuses line breaks in them. */
function headOf({ path, headers }: UpstreamRequest, { url }: Upstream): string {
  const lines = [`GET ${path} HTTP/1.0`, `host: ${url.host}`]
  for (let index = 0; index < headers.length; index += 2) lines.push(`${headers[index]}: ${headers[index + 1]}`)
  return `${lines.join('\r\n')}\r\n\r\n`
}

/** A header as RFC 9110 writes it: what else there is, Node refuses to send on by an error. */
const headerShape = /^([\w!#$%&'*+.^`|~-]+):[ \t]*([\t -~\x80-\xff]*?)[ \t]*$/

type Head = { status: number; headers: UpstreamHeaders; bodyLength: number }

/** The head of a response; undefined where it is none, or its body does not end with its length or its connection. */
function parseHead(head: string): Head | undefined {
  const [statusLine = '', ...lines] = head.split('\r\n')
  const status = Number(/^HTTP\/1\.[01] ([2-5]\d\d)(?: |$)/.exec(statusLine)?.[1])
  if (Number.isNaN(status)) return undefined
  const headers: UpstreamHeaders = Object.create(null)
  for (const line of lines) {
    const [, name = '', value = ''] = headerShape.exec(line) ?? []
    if (name === '') return undefined
    const key = name.toLowerCase()
    const earlier = headers[key]
    headers[key] = earlier === undefined ? value : [earlier, value].flat()
  }
  const { 'content-length': length, 'transfer-encoding': encoding } = headers
  if (encoding !== undefined) return undefined
  if (length === undefined) return { status, headers, bodyLength: Number.POSITIVE_INFINITY }
  return /^\d{1,15}$/.test(String(length)) ? { status, headers, bodyLength: Number(length) } : undefined
}
