import type { EventEmitter } from 'node:events'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Writable } from 'node:stream'

// Workarounds for a bug and limitations of amqplib, patched into its internals. Its version is pinned exactly, and the test beside
// this file fails when it needs a workaround no longer.
type Frame = { type: number; channel: number; payload: Buffer }
type Receiver = { rest: Buffer; maxFrameSize: number; recvFrame(): unknown }
type Mux = { out: Writable; _readIncoming(): void }
type MuxFile = { Mux: { prototype: Mux } }
type ConnectionFile = { Connection: { prototype: Receiver } }
type FrameFile = { parseFrame(bytes: Buffer, most: number): Frame | false }

const require = createRequire(import.meta.url)
const internal = (file: string) => require(join(dirname(require.resolve('amqplib')), 'lib', file))

/** Frame type of content headers in AMQP 0-9-1. */
const contentHeader = 2

/** Replaces headers that cannot be decoded. It cannot be encoded, so the message cannot be republished without them. */
const unreadable = { 'x-unreadable': { '!': 'unreadable' } }

/**
 * Keeps the connection open when the broker delivers a message with headers that the library cannot decode, such as tables nested
 * thousands deep. The library would close the connection at every delivery, until the broker parks the message and all that
 * were unacknowledged with it. With this, such a message gets headers that cannot be encoded: it cannot be republished, so it is
 * rejected and the broker parks it unchanged.
 */
export function tolerateUndecodableHeaders(): void {
  const { Connection }: ConnectionFile = internal('connection.js')
  const { parseFrame }: FrameFile = internal('frame.js')
  const { recvFrame } = Connection.prototype
  Connection.prototype.recvFrame = function receiveFrame(this: Receiver) {
    const frame = parseFrame(this.rest, this.maxFrameSize)
    if (!frame || frame.type !== contentHeader) return recvFrame.call(this)
    try {
      return recvFrame.call(this)
    } catch {
      // The frame is already consumed; the body follows in separate frames.
      const { channel, payload } = frame
      const fields = { headers: unreadable }
      return { id: payload.readUInt16BE(0), channel, size: Number(payload.readBigInt64BE(4)), fields }
    }
  }
}

/** Sends the frames that wait in one system call, as the relay's messages do; the library makes a call for each. */
export function sendTogether(): void {
  const { Mux }: MuxFile = internal('mux.js')
  const { _readIncoming } = Mux.prototype
  Mux.prototype._readIncoming = function readIncoming(this: Mux) {
    this.out.cork()
    _readIncoming.call(this)
    this.out.uncork()
  }
}

type Reply = (error: unknown, frame?: unknown) => void
type RequestingChannel = EventEmitter & {
  reply: Reply | null
  pending: { method: number; fields: object; reply: Reply }[]
  sendImmediately(method: number, fields: object): unknown
  sendOrEnqueue(method: number, fields: object, reply: Reply): void
}

/** In place of a method that has been sent already. */
const sent = -1

/**
 * Lets a channel send a request without waiting for the reply to the one before, as RabbitMQ allows: it replies in the same order. The
 * library keeps each request back until then, so that thirty declarations took thirty round trips. Each reply is an event `reply`.
 */
export function pipelineRequests<T extends EventEmitter>(channel: T): T {
  const requesting = channel as unknown as RequestingChannel
  const send = requesting.sendImmediately?.bind(requesting)
  // A channel of a test is not the library's.
  if (!send) return channel
  requesting.sendImmediately = (method, fields) => (method === sent ? true : send(method, fields))
  requesting.sendOrEnqueue = (method, fields, reply) => {
    const noteReply: Reply = (error, frame) => {
      requesting.emit('reply')
      reply(error, frame)
    }
    send(method, fields)
    if (requesting.reply) requesting.pending.push({ method: sent, fields, reply: noteReply })
    else requesting.reply = noteReply
  }
  return channel
}
