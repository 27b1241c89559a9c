import type { ServerResponse } from 'node:http'
import type { Context } from 'koa'

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // For proxies like nginx, which collect a response otherwise.
  'x-accel-buffering': 'no',
}

/** What a client may leave unread, in bytes, before its stream ends: it reconnects and gets the current state. */
const maxUnreadBytes = 65_536

/**
 * The result of a handler whose response is a stream of server-sent events (docs/contract/live.md).
 *
 * `open` gets the stream when everything else about the request is in order. It may still refuse the request by an `ApiError`, as
 * long as it has sent nothing.
 */
export class EventStream {
  readonly open: (sender: EventSender) => void

  constructor(open: (sender: EventSender) => void) {
    this.open = open
  }
}

/** The sending end of one stream. Everything does nothing after the end. */
export class EventSender {
  /** The last event that the client got by an earlier stream; undefined where it says nothing. */
  readonly lastEventId: string | undefined
  readonly #response: ServerResponse

  constructor(response: ServerResponse, lastEventId: string | undefined) {
    this.#response = response
    this.lastEventId = lastEventId
  }

  get isClosed(): boolean {
    return this.#response.closed || this.#response.destroyed
  }

  /** Sends the head, and how long, in milliseconds, the client waits before it reconnects after the stream ends. */
  begin(retryMs: number): void {
    // The end of a stream is the end of its connection: the next one goes to a process that accepts connections.
    this.#response.shouldKeepAlive = false
    this.#response.writeHead(200, headers)
    this.#write(`retry: ${retryMs}\n\n`)
  }

  /** @param data JSON, which has no line breaks */
  sendEvent(event: string, id: string, data: string): void {
    this.#write(`event: ${event}\nid: ${id}\ndata: ${data}\n\n`)
  }

  /** Sends a comment, which shows both ends that the connection lives. */
  sendHeartbeat(): void {
    this.#write(':\n\n')
  }

  end(): void {
    this.#response.end()
  }

  onClose(listener: () => void): void {
    this.#response.once('close', listener)
  }

  #write(text: string): void {
    if (this.#response.writableEnded || this.#response.destroyed) return
    if (this.#response.writableLength > maxUnreadBytes) this.#response.destroy()
    else this.#response.write(text)
  }
}

/** Answers a request with a stream. HEAD gets the headers alone. */
export function sendEventStream(ctx: Context, stream: EventStream): void {
  if (ctx.method === 'HEAD') ctx.res.writeHead(200, headers).end()
  else stream.open(new EventSender(ctx.res, ctx.get('last-event-id') || undefined))
  ctx.respond = false
}
