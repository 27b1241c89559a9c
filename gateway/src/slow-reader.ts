import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * How much of a document is handed to the kernel at a time, in bytes: each part that it takes is a sign of life of the reader.
 */
const partBytes = 65_536

/**
 * The bytes of the gateway's own documents that one connection gets before it ends with its response. The kernel keeps what a
 * client has asked for and does not read, up to 4 MB; a client that reads connects again.
 */
const maxBytesOfConnection = 500_000

const sentBytes = new WeakMap<Socket, number>()

/** Resets a connection, with the bytes that the kernel still has for it: a close would keep those for minutes. */
const reset = ({ socket }: ServerResponse): void => void socket?.resetAndDestroy()

/** Resets the connection of a client that takes longer than `timeoutMs` to read the rest of a response, also one of a service. */
export function resetSlowReader(response: ServerResponse, timeoutMs: number): void {
  // cspell:ignore prefinish
  response.once('prefinish', () => {
    // Nearly always the kernel has taken everything at once.
    if (response.socket === null || response.socket.writableLength === 0) return
    const timer = setTimeout(() => reset(response), timeoutMs)
    response.once('close', () => clearTimeout(timer))
  })
}

/** Sends the body of a document in parts. A client that takes none of it for `timeoutMs` loses its connection. */
export function sendInParts(response: ServerResponse, content: Buffer, timeoutMs: number): void {
  const timer = setTimeout(() => reset(response), timeoutMs)
  response.once('close', () => clearTimeout(timer))
  let at = 0
  const sendNext = () => {
    timer.refresh()
    while (content.length - at > partBytes) {
      const part = content.subarray(at, at + partBytes)
      at += partBytes
      if (!response.write(part)) return void response.once('drain', sendNext)
    }
    response.end(content.subarray(at))
  }
  sendNext()
}

/** Ends the connection with this response where its client has got enough over it. Called before the head is written. */
export function countSent(response: ServerResponse, bytes: number): void {
  const { socket } = response
  if (socket === null) return
  const sent = (sentBytes.get(socket) ?? 0) + bytes
  sentBytes.set(socket, sent)
  if (sent > maxBytesOfConnection) response.shouldKeepAlive = false
}
