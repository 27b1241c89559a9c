import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** What is used of the library's inside, whose version is pinned exactly. */
type Frame = { type: number; channel: number; payload: Buffer }
type Receiver = { rest: Buffer; maxFrameSize: number; recvFrame(): unknown }
type ConnectionFile = { Connection: { prototype: Receiver } }
type FrameFile = { parseFrame(bytes: Buffer, most: number): Frame | false }

/** Type of a frame with the properties and headers of a message, as AMQP 0-9-1 numbers it. */
const contentHeader = 2

/** Stands for headers that could not be read. It cannot be written either, so nobody passes the message on without them. */
const unreadable = { 'x-unreadable': { '!': 'unreadable' } }

/**
 * Keeps a connection whose broker hands out a message with headers that the library cannot read, such as tables nested
 * thousands deep. The library would close the connection, and again with every delivery, until the broker parks the message
 * and all that was in hand with it. Now such a message has headers that nobody can write: what cannot be passed on is
 * rejected, and parked by the broker untouched.
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
      // The frame has been taken off what was received. Its body comes in frames of its own.
      const { channel, payload } = frame
      const fields = { headers: unreadable }
      return { id: payload.readUInt16BE(0), channel, size: Number(payload.readBigInt64BE(4)), fields }
    }
  }
}
