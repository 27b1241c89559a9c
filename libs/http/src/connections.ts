import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { parserRefusal, type Refusal, refusalHeaders, refuseConnection, tunnelRefusal } from './refusals.ts'

/** A request that runs when those before it on its connection are answered. */
export type QueuedRequest = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  run(): void
  /** It is answered, or its connection is gone. */
  onClose?(): void
  /** Headers of a refusal that is written to the socket, past the response; undefined when the response has begun. */
  refusalHeaders(refusal: Refusal): readonly string[] | undefined
}

/** The connections of a server. */
export type Connections = {
  /** Runs a request when its turn on its connection has come. */
  enqueue(request: QueuedRequest): void
  /** Ends each connection with the last response that is due on it, or with its next one. */
  closeAfterResponse(): void
}

/** One connection and the requests that came over it. */
type Connection = {
  readonly socket: Socket
  /** The request in progress. */
  current: QueuedRequest | undefined
  /** The last one that ran; its body may still be arriving when it is answered. */
  last: IncomingMessage | undefined
  /** What a pipelining client has sent ahead. */
  readonly waiting: QueuedRequest[]
  /** What was wrong with the bytes after those: nothing that follows can be read. */
  refusal: Refusal | undefined
}

/**
 * Requests that wait behind others of their connections, in the whole process, at most. One read of a socket, 64 kB, brings
 * some 2,000 of the shortest; then nothing more is read until they are answered.
 */
const maxWaiting = 20_000

const ignoreError = () => {}

const defaultRefusalHeaders = (): readonly string[] => refusalHeaders(undefined)

/**
 * Guards a server's connections:
 *
 * - One request of a connection is in progress at a time. Further requests of a client that pipelines wait, and its socket is
 *   not read until their turn has come. Other connections are served in between.
 * - What Node's parser does not hand over as a request is refused in the contract's envelope, after the requests before it
 *   are answered, and the connection is closed. The same where the body of the request in progress is malformed or too slow,
 *   as long as its response has not begun.
 * - No error of a connection is ever without a listener: Node removes its own from a socket that it hands over.
 *
 * @param headersOfRefusal headers of a refusal that belongs to no request, a flat list
 */
export function guardConnections(server: Server, headersOfRefusal = defaultRefusalHeaders): Connections {
  const connections = new Map<Duplex, Connection>()
  let waitingInAll = 0
  let closing = false

  server.on('connection', socket => {
    const connection: Connection = { socket, current: undefined, last: undefined, waiting: [], refusal: undefined }
    connections.set(socket, connection)
    socket.on('error', ignoreError)
    // Node reads on by itself when a response is finished.
    socket.on('resume', () => pauseWhileWaiting(connection))
    socket.once('close', () => {
      connections.delete(socket)
      waitingInAll -= connection.waiting.length
      connection.waiting.length = 0
    })
  })

  const begin = (connection: Connection, queued: QueuedRequest): void => {
    const { request, response } = queued
    connection.current = queued
    connection.last = request
    if (closing && connection.waiting.length === 0) response.shouldKeepAlive = false
    response.on('error', ignoreError).on('close', () => {
      queued.onClose?.()
      proceed(connection)
    })
    // The refusal is about its body, which will never be complete.
    if (connection.refusal !== undefined && connection.waiting.length === 0 && !request.complete) {
      return void refuseCurrent(connection, queued, connection.refusal)
    }
    queued.run()
  }

  const proceed = (connection: Connection): void => {
    const { socket, waiting, refusal } = connection
    if (waiting.length === 0 || socket.destroyed) {
      connection.current = undefined
      if (refusal !== undefined && !socket.destroyed) refuseNext(connection, refusal)
      return
    }
    // Other connections come first: responses that need no service would otherwise follow each other without a pause.
    setImmediate(() => {
      const next = waiting.shift()
      if (next === undefined) {
        connection.current = undefined
        return
      }
      waitingInAll -= 1
      if (waiting.length === 0 && refusal === undefined) socket.resume()
      begin(connection, next)
    })
  }

  /** Refuses what came after the last response. The rest of a body whose request is answered already is no new request. */
  const refuseNext = ({ socket, last }: Connection, refusal: Refusal): void => {
    if (!socket.writable || last?.complete === false) socket.destroy()
    else refuseConnection(socket, refusal, headersOfRefusal())
  }

  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const connection = connections.get(socket)
    const refusal = parserRefusal(error.code)
    if (refusal === undefined || connection === undefined) return void socket.destroy()
    // The parser repeats the error with everything that still comes.
    if (connection.refusal !== undefined) return
    connection.refusal = refusal
    const { current, waiting } = connection
    if (current === undefined) refuseNext(connection, refusal)
    else if (waiting.length === 0 && !current.request.complete) refuseCurrent(connection, current, refusal)
  })

  server.on('connect', (_request, socket: Duplex) => {
    // Anything written now would be taken for the response to the request in progress.
    if (connections.get(socket)?.current === undefined) refuseConnection(socket, tunnelRefusal, headersOfRefusal())
    else socket.destroy()
  })

  return {
    enqueue(queued) {
      const connection = connections.get(queued.request.socket)
      if (connection === undefined) return queued.run()
      queued.request.on('error', ignoreError)
      if (connection.current === undefined) return begin(connection, queued)
      connection.waiting.push(queued)
      waitingInAll += 1
      if (waitingInAll > maxWaiting) return void connection.socket.destroy()
      // Not at once: Node has just asked the socket to go on, which takes effect after this.
      if (connection.waiting.length === 1) process.nextTick(pauseWhileWaiting, connection)
    },
    closeAfterResponse() {
      closing = true
      for (const { current, waiting } of connections.values()) {
        if (current !== undefined && waiting.length === 0) current.response.shouldKeepAlive = false
      }
    },
  }
}

/** Stops reading from a client that has requests waiting. */
function pauseWhileWaiting({ socket, waiting }: Connection): void {
  if (waiting.length > 0) socket.pause()
}

function refuseCurrent({ socket }: Connection, current: QueuedRequest, refusal: Refusal): void {
  const headers = current.refusalHeaders(refusal)
  if (headers === undefined || !socket.writable) socket.destroy()
  else refuseConnection(socket, refusal, headers)
}
