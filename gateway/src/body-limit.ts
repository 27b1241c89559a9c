import type { IncomingMessage } from 'node:http'
import { ApiError } from '@campstore/contract/errors'

/** The largest body in bytes: 100 kB (decisions.md, 1). */
export const bodyLimit = 100_000

/** How much of a refused body is read and thrown away before the connection is given up. */
const discardLimit = 1_000_000

const tooLarge = () => new ApiError('PAYLOAD_TOO_LARGE', `A body may have at most ${bodyLimit} bytes.`)

/** The client went away before its request was complete; there is nobody to answer. */
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

/**
 * The whole body. It is read before a service is called: so a slow client holds no service, a refused one reaches none,
 * and what was sent to a dead upstream can be sent to the next.
 *
 * @throws {ApiError} PAYLOAD_TOO_LARGE, as soon as that is known
 * @throws {ClientGone} when the connection ends first
 */
export function readBody(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (announcesTooMuch(request)) return reject(tooLarge())
    const chunks: Buffer[] = []
    let length = 0
    const onData = (chunk: Buffer) => {
      length += chunk.length
      if (length <= bodyLimit) return chunks.push(chunk)
      request.off('data', onData)
      reject(tooLarge())
    }
    request.on('data', onData)
    request.on('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, length)))
    request.on('error', () => reject(new ClientGone()))
    request.on('close', () => {
      if (!request.readableEnded) reject(new ClientGone())
    })
  })
}
