import type { IncomingMessage } from 'node:http'
import { ApiError } from '@campstore/contract/errors'

/** The largest body in bytes: 100 kB (decisions.md, 1). */
export const bodyLimit = 100_000

/** How much of a refused body is read and thrown away before the connection is given up. */
const discardLimit = 1_000_000

/** The refusal of what is more than this process takes on. */
export const tooBusy = () => new ApiError('SERVICE_UNAVAILABLE', 'The service is busy. Try again in 2 seconds.')

const tooLarge = () => new ApiError('PAYLOAD_TOO_LARGE', `A body may have at most ${bodyLimit} bytes.`)

/** The client went away before its request was complete; no answer can reach it. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone'
}

/** Whether the head announces a body. */
export function hasBody(request: IncomingMessage): boolean {
  const length = request.headers['content-length']
  return request.headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0')
}

/** Whether the head announces more than is accepted. */
export function announcesTooMuch(request: IncomingMessage): boolean {
  return Number(request.headers['content-length'] ?? 0) > bodyLimit
}

/**
 * Reads a refused request's body and throws it away, so that the client sees its answer and the connection lives on.
 * A client that keeps sending is cut off.
 */
export function discardBody(request: IncomingMessage): void {
  if (request.readableEnded || request.destroyed) return
  let discarded = 0
  request.on('data', (chunk: Buffer) => {
    discarded += chunk.length
    if (discarded > discardLimit) request.socket.destroy()
  })
  request.on('error', () => {})
}

/** A body that is being read. */
type Reading = { length: number; giveUp(): void }

/** Bytes of bodies that are being read at a time, in the whole process, at most: ten thousand slow clients could send a gigabyte. */
const readingLimit = 64_000_000

/** Reads the whole body of a request. */
export type ReadBody = (request: IncomingMessage) => Promise<Buffer>

/**
 * Reads bodies whole, before a service is called: so a slow client holds no service, a refused one reaches none, and what was
 * sent to a dead upstream can be sent to the next. When too much is being read, what began first is given up, because a body
 * takes milliseconds unless its client is slow.
 *
 * @param most bytes that are being read at a time
 * @returns what reads a body. It throws {@link ApiError} PAYLOAD_TOO_LARGE, as soon as that is known; SERVICE_UNAVAILABLE for
 *   one that is given up; {@link ClientGone} when the connection ends first
 */
export function createBodyReader(most: number = readingLimit): ReadBody {
  const readings = new Set<Reading>()
  let bytes = 0

  const makeRoom = () => {
    for (const reading of readings) {
      if (bytes <= most) return
      reading.giveUp()
    }
  }

  return request =>
    new Promise((resolve, reject) => {
      if (announcesTooMuch(request)) return reject(tooLarge())
      let chunks: Buffer[] = []
      const reading: Reading = { length: 0, giveUp: () => refuse(tooBusy()) }
      const settle = () => {
        request.off('data', onData)
        if (readings.delete(reading)) bytes -= reading.length
      }
      const refuse = (reason: Error) => {
        settle()
        chunks = []
        reject(reason)
      }
      const onData = (chunk: Buffer) => {
        reading.length += chunk.length
        bytes += chunk.length
        if (reading.length > bodyLimit) return refuse(tooLarge())
        chunks.push(chunk)
        makeRoom()
      }
      readings.add(reading)
      request.on('data', onData)
      request.on('end', () => {
        settle()
        resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks))
      })
      request.on('error', () => refuse(new ClientGone()))
      request.on('close', () => {
        if (!request.readableEnded) refuse(new ClientGone())
      })
    })
}
