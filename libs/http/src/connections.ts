import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { overloaded, parserRefusal, refuseConnection, refuseRequest } from './refusals.ts'

/** At most this many requests of one connection are in progress; the gateway never has more than one. */
const maxPipelined = 10

/** The open connections of a server and what is in progress on each. */
export type Connections = {
  /** Takes a request of its connection, or refuses it and ends the connection: then `false`. */
  admit(request: IncomingMessage, response: ServerResponse): boolean
  /** Every response that is in progress. */
  responses(): Iterable<ServerResponse>
}

/**
 * Keeps watch over a server's connections: no error of one reaches the process, what Node's parser cannot read is answered in
 * the contract's envelope, and nobody has more than a few requests in progress on one connection.
 */
export function guardConnections(server: Server): Connections {
  const open = new Map<Duplex, Set<ServerResponse>>()
  server.on('connection', (socket: Duplex) => {
    open.set(socket, new Set())
    socket.once('close', () => open.delete(socket))
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const [current, ...waiting] = open.get(socket) ?? []
    if (error.code === 'ECONNRESET' || !socket.writable || waiting.length > 0 || !mayAnswer(current)) socket.destroy()
    else refuseConnection(socket, parserRefusal(error.code), current?.req.headers['x-request-id'])
  })
  return {
    admit(request, response) {
      request.on('error', ignore)
      response.on('error', ignore)
      const inProgress = open.get(request.socket) ?? new Set()
      if (inProgress.size > maxPipelined) return false
      inProgress.add(response)
      response.once('close', () => inProgress.delete(response))
      if (inProgress.size <= maxPipelined) return true
      // Those after this one are dropped: the connection ends when its turn to be answered has come.
      request.socket.pause()
      response.shouldKeepAlive = false
      refuseRequest(response, overloaded)
      return false
    },
    *responses() {
      for (const inProgress of open.values()) yield* inProgress
    },
  }
}

/** Whoever reads or writes hears of an error by its own means; without any listener it would end the process. */
const ignore = (): void => {}

/**
 * Whether what the parser could not read is the rest of the request in progress, whose answer has not begun. After a whole
 * request, anything written would be taken for the answer to that.
 */
const mayAnswer = (current: ServerResponse | undefined): boolean =>
  current === undefined || (!current.headersSent && !current.req.complete)
