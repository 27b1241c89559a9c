import type { Socket } from 'node:net'
import { acceptsNoticeHeader } from '@campstore/http/shutdown-notice'
import { buildConnector } from 'undici'
import { connectionOptions } from './addresses.ts'
import type { Upstream } from './pool.ts'

/** How long a connection to an upstream may take to be made, in milliseconds. */
const connectTimeoutMs = 2_000

/** How long the upstream's process may take to answer over it, in milliseconds: it may be short of processor time. */
const answerTimeoutMs = 10_000

/** A response head is never longer, in characters. */
const maxHeadLength = 16_384

/** Errors of connections that had served a request before. */
const errorsOfReusedConnections = new WeakSet<Error>()

/** Whether an error comes from a connection that had served a request before. */
export const isOfReusedConnection = (error: Error): boolean => errorsOfReusedConnections.has(error)

/**
 * Connects over HTTP/1.1. A connection carries no request before the process has answered a `HEAD /health/live` over it: the
 * system's kernel also completes connections that a process never accepts, and resets them when it stops. So a request that is
 * lost over a new connection was not sent.
 */
export function buildUpstreamConnector(upstream: Upstream): buildConnector.connector {
  const connect = buildConnector({ timeout: connectTimeoutMs, allowH2: false, ...connectionOptions(upstream) })
  return (options, callback) =>
    connect(options, (error, socket) => {
      if (error !== null) return callback(error, null)
      checkAccepted(socket, options.host ?? options.hostname, failure => {
        if (failure !== undefined) return callback(failure, null)
        const { bytesRead } = socket
        socket.on('error', (lost: Error) => {
          if (socket.bytesRead > bytesRead) errorsOfReusedConnections.add(lost)
        })
        callback(null, socket)
      })
    })
}

/** Sends the first request of a connection and reads the head of its response, which has no body. */
function checkAccepted(socket: Socket, host: string, done: (failure: Error | undefined) => void): void {
  let head = ''
  const settle = (failure: Error | undefined) => {
    clearTimeout(timer)
    socket.off('readable', read).off('error', settle).off('close', close)
    if (failure !== undefined) socket.on('error', () => {}).destroy()
    done(failure)
  }
  const close = () => settle(notAccepted('The upstream closed a new connection.'))
  const read = () => {
    head += String(socket.read() ?? '')
    if (isUsable(head)) settle(undefined)
    else if (head.includes('\r\n\r\n') || head.length > maxHeadLength) close()
  }
  const timer = setTimeout(
    () => settle(notAccepted('The upstream did not answer over a new connection.')),
    answerTimeoutMs,
  )
  socket.on('readable', read).on('error', settle).on('close', close)
  socket.write(`HEAD /health/live HTTP/1.1\r\nhost: ${host}\r\n${acceptsNoticeHeader}: yes\r\n\r\n`)
}

/** Whether this is a whole response head, and the connection stays open after it. Any status will do: the process answers. */
const isUsable = (head: string): boolean =>
  /^HTTP\/1\.1 \d{3} /.test(head) &&
  head.indexOf('\r\n\r\n') === head.length - 4 &&
  !/^connection: *close\r$/im.test(head)

/** The code must not be one that undici takes for an invitation to connect again. */
const notAccepted = (message: string): Error => Object.assign(new Error(message), { code: 'CONNECTION_NOT_ACCEPTED' })
