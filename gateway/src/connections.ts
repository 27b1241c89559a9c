import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Refusal } from './responses.ts'
import { parserRefusal, refuseConnection, tunnelRefused } from './responses.ts'

/** A request whose turn comes on its connection. */
export type Turn = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  run(): void
  /** It is answered, or its connection is gone. */
  closed(): void
  /** The headers that every answer to it carries, when it is refused past its response. */
  cutOff(refusal: Refusal): readonly string[] | undefined
}

/** A client's connection and what it has asked for. */
type Connection = {
  readonly socket: Socket
  /** The request that is in hand. */
  current: Turn | undefined
  /** The last one whose turn has come; its body may still be under way when it is answered. */
  last: IncomingMessage | undefined
  /** What a pipelining client has sent ahead. */
  readonly waiting: Turn[]
  /** What was wrong with the bytes after those: nothing that follows can be read. */
  flaw: Refusal | undefined
}

/**
 * Requests that wait behind others of their connections, in the whole process, at most. One read of a socket, 64 kB, brings
 * some 2,000 of the shortest; then nothing more is read until they are answered.
 */
const waitingLimit = 20_000

const ignore = () => {}

/** Lets requests of one connection have their turns one after the other. */
export type Queue = (turn: Turn) => void

/**
 * Guards a server's connections:
 *
 * - One request of a connection is in hand at a time. A client that pipelines many has the rest wait, and its socket is
 *   not read from until their turn has come. Others are served in between.
 * - What Node's parser does not hand over as a request is refused in the contract's envelope, after the requests before it
 *   are answered, and the connection is closed. The same where the body of the request in hand is broken or too slow, as
 *   long as no answer to it has begun.
 * - No error of a connection is ever without a listener: Node takes its own off a socket that it hands over.
 */
export function guardConnections(server: Server): Queue {
  const connections = new WeakMap<Duplex, Connection>()
  let waitingInAll = 0

  server.on('connection', socket => {
    const connection: Connection = { socket, current: undefined, last: undefined, waiting: [], flaw: undefined }
    connections.set(socket, connection)
    socket.on('error', ignore)
    // Node reads on by itself when a response is finished.
    socket.on('resume', () => holdBack(connection))
    socket.once('close', () => {
      waitingInAll -= connection.waiting.length
      connection.waiting.length = 0
    })
  })

  const begin = (connection: Connection, turn: Turn): void => {
    connection.current = turn
    connection.last = turn.request
    turn.response.on('error', ignore).on('close', () => {
      turn.closed()
      proceed(connection)
    })
    // Its body is what was wrong, so it would never be complete.
    if (connection.flaw !== undefined && connection.waiting.length === 0 && !turn.request.complete) {
      return void cutOff(connection, turn, connection.flaw)
    }
    turn.run()
  }

  const proceed = (connection: Connection): void => {
    const { socket, waiting, flaw } = connection
    if (waiting.length === 0 || socket.destroyed) {
      connection.current = undefined
      if (flaw !== undefined && !socket.destroyed) refuseOrClose(connection, flaw)
      return
    }
    // Others come first: answers that need no service would otherwise follow each other without a pause.
    setImmediate(() => {
      const next = waiting.shift()
      if (next === undefined) {
        connection.current = undefined
        return
      }
      waitingInAll -= 1
      if (waiting.length === 0 && flaw === undefined) socket.resume()
      begin(connection, next)
    })
  }

  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const connection = connections.get(socket)
    const refusal = parserRefusal(error.code)
    if (refusal === undefined || connection === undefined) return void socket.destroy()
    // The parser says so again with everything that still comes.
    if (connection.flaw !== undefined) return
    connection.flaw = refusal
    const { current, waiting } = connection
    if (current === undefined) refuseOrClose(connection, refusal)
    else if (waiting.length === 0 && !current.request.complete) cutOff(connection, current, refusal)
  })

  server.on('connect', (_request, socket: Duplex) => {
    // Anything written now would be taken for the answer to the request in hand.
    if (connections.get(socket)?.current === undefined) refuseConnection(socket, tunnelRefused)
    else socket.destroy()
  })

  return turn => {
    const connection = connections.get(turn.request.socket)
    if (connection === undefined) return turn.run()
    if (connection.current === undefined) return begin(connection, turn)
    connection.waiting.push(turn)
    waitingInAll += 1
    if (waitingInAll > waitingLimit) return void connection.socket.destroy()
    // Not at once: Node has just asked the socket to go on, which takes effect after this.
    if (connection.waiting.length === 1) process.nextTick(holdBack, connection)
  }
}

/** Stops reading from a client that has requests waiting. */
function holdBack({ socket, waiting }: Connection): void {
  if (waiting.length > 0) socket.pause()
}

function cutOff({ socket }: Connection, turn: Turn, refusal: Refusal): void {
  const headers = turn.cutOff(refusal)
  if (headers === undefined || !socket.writable) socket.destroy()
  else refuseConnection(socket, refusal, headers)
}

/** Refuses what came after the last answer. The rest of a body whose request is answered already is no new request. */
function refuseOrClose({ socket, last }: Connection, refusal: Refusal): void {
  if (!socket.writable || last?.complete === false) socket.destroy()
  else refuseConnection(socket, refusal)
}
