import type { IncomingMessage } from 'node:http'
import { ApiError } from '@campstore/contract/errors'
import { maxBodyBytes } from '@campstore/contract/route'
import { text } from '@campstore/contract/texts/text'
import { tooBusy } from './refusals.ts'

/**
 * How much of a refused body is read and discarded before the connection is given up: as much as a photo has that is too large for
 * an upload, so that staff get the reason.
 */
const maxDiscardedBytes = 10_000_000

/**
 * Bytes of bodies that are being read at a time, in the whole process, at most: ten thousand slow clients could send a
 * gigabyte.
 */
const maxBufferedBytes = 64_000_000

const tooLarge = (maxBytes: number) => new ApiError('PAYLOAD_TOO_LARGE', text('body.tooLarge', { bytes: maxBytes }))

/** The client left before its request was complete; no response can reach it. */
export class ClientGone extends ApiError {
  constructor() {
    super('VALIDATION_ERROR', text('body.cutOff'))
    this.name = 'ClientGone'
  }
}

/** Whether the head announces a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length']
  return headers['transfer-encoding'] !== undefined || (length !== undefined && Number(length) !== 0)
}

/** Whether the head announces a larger body than is accepted. */
export const announcesTooMuch = ({ headers }: IncomingMessage, maxBytes: number = maxBodyBytes): boolean =>
  Number(headers['content-length'] ?? 0) > maxBytes

/** Whether the body is compressed, or otherwise encoded. */
export function isEncoded({ headers }: IncomingMessage): boolean {
  const encoding = headers['content-encoding']
  return encoding !== undefined && encoding.trim().toLowerCase() !== 'identity'
}

/**
 * Refuses a body that is compressed: a small one could inflate to any size (docs/contract/conventions.md#request-bodies).
 * Throws UNSUPPORTED_MEDIA_TYPE for any `Content-Encoding` but identity.
 */
export function requireIdentityEncoding(request: IncomingMessage): void {
  if (!isEncoded(request)) return
  throw new ApiError('UNSUPPORTED_MEDIA_TYPE', text('body.encoded'))
}

/**
 * Reads a refused request's body and discards it, so that the client gets its response and the connection lives on. A client
 * that keeps sending loses its connection.
 */
export function discardBody(request: IncomingMessage): void {
  if (request.readableEnded || request.destroyed) return
  let discarded = 0
  request.on('data', (chunk: Buffer) => {
    discarded += chunk.length
    if (discarded > maxDiscardedBytes) request.socket.destroy()
  })
  request.on('error', () => {})
}

type OpenBody = { length: number; cancel(): void }

/** Reads the whole body of a request, of {@link maxBodyBytes} at most unless another limit is given. */
type BodyReader = (request: IncomingMessage, maxBytes?: number) => Promise<Buffer>

/**
 * Reads bodies whole. When too much is being read in the whole process, the bodies that began first are given up: a body takes
 * milliseconds unless its client is slow. Returns a function that reads a body. It throws {@link ApiError} PAYLOAD_TOO_LARGE,
 * as soon as that is known; SERVICE_UNAVAILABLE for one that is given up; {@link ClientGone} when the connection ends first.
 */
export function createBodyReader(maxBuffered: number = maxBufferedBytes): BodyReader {
  // Not a set: the tables that a set has outgrown keep its bodies, with their requests, until a full collection.
  const open: OpenBody[] = []
  let buffered = 0

  const makeRoom = () => {
    while (buffered > maxBuffered) open[0]?.cancel()
  }

  return (request, maxBytes = maxBodyBytes) =>
    new Promise((resolve, reject) => {
      if (request.destroyed) return reject(new ClientGone())
      if (announcesTooMuch(request, maxBytes)) return reject(tooLarge(maxBytes))
      let chunks: Buffer[] = []
      const body: OpenBody = { length: 0, cancel: () => fail(tooBusy()) }
      const close = () => {
        for (const [event, listener] of listeners) request.off(event, listener)
        const place = open.indexOf(body)
        if (place < 0) return
        open.splice(place, 1)
        buffered -= body.length
      }
      const fail = (error: Error) => {
        close()
        chunks = []
        // Discarding the rest of a refused body may still fail.
        request.on('error', () => {})
        reject(error)
      }
      const onData = (chunk: Buffer) => {
        body.length += chunk.length
        buffered += chunk.length
        if (body.length > maxBytes) return fail(tooLarge(maxBytes))
        chunks.push(chunk)
        makeRoom()
      }
      const onEnd = () => {
        close()
        resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks))
      }
      const onGone = () => fail(new ClientGone())
      // Removed at the end: a connection keeps its last request, which would keep the body as long.
      const listeners = [
        ['data', onData],
        ['end', onEnd],
        ['error', onGone],
        ['close', onGone],
      ] as const
      for (const [event, listener] of listeners) request.on(event, listener)
      open.push(body)
    })
}
