import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** Internals of the library, whose version is pinned exactly. */
type Frame = { type: number; channel: number; payload: Buffer }
type Receiver = { rest: Buffer; maxFrameSize: number; recvFrame(): unknown }
type ConnectionFile = { Connection: { prototype: Receiver } }
type FrameFile = { parseFrame(bytes: Buffer, most: number): Frame | false }

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
  const require = createRequire(import.meta.url)
  const folder = dirname(require.resolve('amqplib'))
  const { Connection }: ConnectionFile = require(join(folder, 'lib/connection.js'))
  const { parseFrame }: FrameFile = require(join(folder, 'lib/frame.js'))
  const { recvFrame } = Connection.prototype
  Connection.prototype.recvFrame = function receiveFrame(this: Receiver) {
    const frame = parseFrame(this.rest, this.maxFrameSize)
    if (!frame || frame.type !== contentHeader) return recvFrame.call(this)
    try {
      return recvFrame.call(this)
    } catch {
      // The frame is already consumed; the body follows in frames of its own.
      const { channel, payload } = frame
      const fields = { headers: unreadable }
      return { id: payload.readUInt16BE(0), channel, size: Number(payload.readBigInt64BE(4)), fields }
    }
  }
}
