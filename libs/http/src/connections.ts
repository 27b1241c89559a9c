import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { parserRefusal, type Refusal, refusalHeaders, refuseConnection, tunnelRefusal } from './refusals.ts'
import { discardBody } from './request-body.ts'
import { shutdownNotice } from './shutdown-notice.ts'

/** A request that runs when those before it on its connection are answered. */
type QueuedRequest = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  run(): void
  /** It is answered, or its connection is gone. */
  onClose?(): void
  /** Headers of a refusal that is written to the socket, past the response; undefined when the response has begun. */
  refusalHeaders(refusal: Refusal): readonly string[] | undefined
}

export type Connections = {
  /** Runs a request when its turn on its connection has come. */
  enqueue(request: QueuedRequest): void
  /** The client of a connection understands the shutdown notice. */
  acceptsNotice(socket: Duplex): void
  /**
   * Ends each connection with the last response that is due on it, or with its next one. Those that accept it get the shutdown
   * notice as soon as they are idle, and nothing that comes over them after that is begun.
   */
  startShutdown(): void
  /** Closes idle connections, except those that got the notice: their clients close them. */
  closeIdle(): void
}

/** The state that the connections of a server share. */
type SharedState = {
  waiting: number
  closing: boolean
  /** Headers of a refusal that belongs to no request, a flat list. */
  readonly headersOfRefusal: (refusal: Refusal) => readonly string[]
  /** See {@link guardConnections}. */
  readonly lingerMs: number | undefined
}

/**
 * Requests that wait behind others of their connections, in the whole process, at most. One read of a socket, 64 kB, brings
 * some 2,000 of the shortest; then nothing more is read until they are answered.
 */
const maxWaiting = 20_000

/** Requests that one connection may send after its end, which crossed it on the way: as many as one read of a socket brings. */
const maxDiscarded = 2_000

const ignoreError = () => {}

/**
 * Guards a server's connections:
 *
 * - One request of a connection is in progress at a time. Further requests of a client that pipelines wait, and its socket is
 *   not read until their turn has come. Other connections are served meanwhile.
 * - Bytes that Node's parser does not hand over as a request are refused in the contract's envelope, after the requests before it
 *   are answered, and the connection is closed. The same where the body of the request in progress is malformed or too slow,
 *   as long as its response has not begun.
 * - No error of a connection is ever without a listener: Node removes its own from a socket that it hands over.
 * - A request that offers another protocol ends its connection with its response: Node's parser swallows the bytes after it.
 *
 * @param headersOfRefusal headers of a refusal that belongs to no request, a flat list
 * @param lingerMs for clients that are strangers: how long a client may take, in milliseconds, to close a connection that has
 *   ended with its response. Until then it counts as a connection, and then it is reset; without it the kernel would keep what
 *   a client has not read for minutes
 */
export function guardConnections(
  server: Server,
  headersOfRefusal: (refusal: Refusal) => readonly string[] = () => refusalHeaders(undefined),
  lingerMs?: number,
): Connections {
  const connections = new Map<Duplex, Connection>()
  const shared: SharedState = { waiting: 0, closing: false, headersOfRefusal, lingerMs }

  server.on('connection', socket => {
    connections.set(socket, new Connection(socket, shared))
    socket.once('close', () => connections.delete(socket))
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const connection = connections.get(socket)
    const refusal = parserRefusal(error.code)
    if (refusal === undefined || connection === undefined) socket.destroy()
    else if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') connection.refuseLate(refusal)
    else connection.refuse(refusal)
  })
  if (lingerMs !== undefined) server.on('timeout', (socket: Socket) => socket.destroySoon())
  server.on('connect', (_request, socket: Duplex) => {
    // Anything written now would be taken for the response to the request in progress.
    if (connections.get(socket)?.isIdle() === false) socket.destroy()
    else refuseConnection(socket, tunnelRefusal, headersOfRefusal(tunnelRefusal))
  })
  return {
    enqueue(queued) {
      const connection = connections.get(queued.request.socket)
      if (connection === undefined) queued.run()
      else connection.enqueue(queued)
    },
    acceptsNotice(socket) {
      connections.get(socket)?.acceptNotice()
    },
    startShutdown() {
      shared.closing = true
      for (const connection of connections.values()) connection.startShutdown()
    },
    closeIdle() {
      for (const connection of connections.values()) connection.closeIfIdle()
    },
  }
}

/** One connection and the requests that came over it. */
class Connection {
  readonly #socket: Socket
  readonly #shared: SharedState
  /** The request in progress. */
  #current: QueuedRequest | undefined
  /** The last one that ran; its body may still be arriving when it is answered. */
  #last: IncomingMessage | undefined
  /** The newest one that has come, and how many there were: its body may still be arriving. */
  #newest: IncomingMessage | undefined
  #received = 0
  /** Requests that a pipelining client has sent ahead. */
  readonly #waiting: QueuedRequest[] = []
  /** The error in the bytes after those: nothing that follows can be read. */
  #refusal: Refusal | undefined
  /** Requests that came after the end of the connection. */
  #discarded = 0
  #acceptsNotice = false
  #noticed = false
  /** How much had come when the last request was answered. */
  #bytesWhenIdle = 0

  constructor(socket: Socket, shared: SharedState) {
    this.#socket = socket
    this.#shared = shared
    socket.on('error', ignoreError)
    // Node resumes reading when a response is finished.
    socket.on('resume', () => this.#pauseWhileWaiting())
    socket.once('close', () => this.#forgetWaiting())
    // Node's server calls this after the last response of a connection.
    if (shared.lingerMs !== undefined) socket.destroySoon = () => this.#linger(shared.lingerMs)
  }

  isIdle(): boolean {
    return this.#current === undefined
  }

  /** Runs a request when those before it are answered. */
  enqueue(queued: QueuedRequest): void {
    queued.request.on('error', ignoreError)
    this.#newest = queued.request
    this.#received += 1
    if (this.#noticed || !this.#socket.writable) return void this.#discard(queued.request)
    if (queued.request.headers.upgrade !== undefined) queued.response.shouldKeepAlive = false
    if (this.#current === undefined) return void this.#run(queued)
    this.#waiting.push(queued)
    this.#shared.waiting += 1
    if (this.#shared.waiting > maxWaiting) return void this.#socket.destroy()
    // Not at once: Node has just resumed the socket, which takes effect after this.
    if (this.#waiting.length === 1) process.nextTick(() => this.#pauseWhileWaiting())
  }

  /** Refuses bytes that the parser could not read, after the requests before them. */
  refuse(refusal: Refusal): void {
    // The parser repeats the error with everything that still comes.
    if (this.#refusal !== undefined) return
    this.#refusal = refusal
    if (this.#current === undefined) this.#refuseNext(refusal)
    else if (this.#waiting.length === 0 && !this.#current.request.complete) this.#refuseCurrent(this.#current, refusal)
  }

  /**
   * Refuses a request that takes too long to arrive. The time also passes while this process stands still, and Node looks at it before
   * it reads: what has arrived meanwhile is read first, and a request that is complete then is not late.
   */
  refuseLate(refusal: Refusal): void {
    const received = this.#received
    const wasComplete = this.#newest?.complete ?? true
    setImmediate(() => {
      const hasArrived = this.#newest?.complete === true && (this.#received > received || !wasComplete)
      if (!hasArrived) this.refuse(refusal)
    })
  }

  acceptNotice(): void {
    this.#acceptsNotice = true
  }

  startShutdown(): void {
    if (this.#current === undefined) this.#sendNotice()
    else if (this.#waiting.length === 0) this.#current.response.shouldKeepAlive = false
  }

  closeIfIdle(): void {
    if (this.#current !== undefined || this.#noticed) return
    // More bytes are the beginning of a request.
    if (this.#socket.bytesRead === this.#bytesWhenIdle) this.#socket.destroy()
  }

  #run(queued: QueuedRequest): void {
    const { request, response } = queued
    this.#current = queued
    this.#last = request
    if (this.#shared.closing) this.startShutdown()
    response.on('error', ignoreError).on('close', () => {
      queued.onClose?.()
      this.#proceed()
    })
    // The refusal is about its body, which will never be complete.
    const refusal = this.#waiting.length === 0 && !request.complete ? this.#refusal : undefined
    if (refusal === undefined) queued.run()
    else this.#refuseCurrent(queued, refusal)
  }

  #proceed(): void {
    if (this.#waiting.length === 0 || !this.#socket.writable) {
      this.#becomeIdle()
      return
    }
    // Other connections come first: responses that need no service would otherwise follow each other without a pause.
    setImmediate(() => this.#runNext())
  }

  #becomeIdle(): void {
    this.#current = undefined
    this.#bytesWhenIdle = this.#socket.bytesRead
    if (!this.#socket.writable) return
    if (this.#refusal !== undefined) this.#refuseNext(this.#refusal)
    // Its response had begun before the shutdown, and did not say that it is the last one.
    else if (this.#shared.closing) this.#sendNotice()
  }

  /** Announces that no more requests are started, and keeps reading: a close with unread bytes would lose the notice. */
  #sendNotice(): void {
    if (!this.#acceptsNotice || !this.#socket.writable) return
    this.#noticed = true
    this.#socket.end(shutdownNotice)
  }

  #runNext(): void {
    const next = this.#socket.writable ? this.#waiting.shift() : undefined
    if (next === undefined) {
      this.#current = undefined
      return
    }
    this.#shared.waiting -= 1
    if (this.#waiting.length === 0 && this.#refusal === undefined) this.#socket.resume()
    this.#run(next)
  }

  /** Requests after the end are not started, and a client that keeps sending is cut off. */
  #discard(request: IncomingMessage): void {
    this.#discarded += 1
    if (this.#discarded > maxDiscarded) this.#socket.destroy()
    else discardBody(request)
  }

  /** Ends the connection, and waits until its client has read everything and closes it. */
  #linger(lingerMs: number | undefined): void {
    this.#forgetWaiting()
    this.#socket.end()
    const timer = setTimeout(() => this.#socket.resetAndDestroy(), lingerMs)
    this.#socket.once('close', () => clearTimeout(timer)).resume()
  }

  #forgetWaiting(): void {
    this.#shared.waiting -= this.#waiting.length
    this.#waiting.length = 0
  }

  #refuseCurrent(current: QueuedRequest, refusal: Refusal): void {
    const headers = current.refusalHeaders(refusal)
    if (headers === undefined || !this.#socket.writable) this.#socket.destroy()
    else refuseConnection(this.#socket, refusal, headers)
  }

  /** Refuses bytes after the last response. The remainder of an already answered body is not a new request. */
  #refuseNext(refusal: Refusal): void {
    if (!this.#socket.writable || this.#last?.complete === false) this.#socket.destroy()
    else refuseConnection(this.#socket, refusal, this.#shared.headersOfRefusal(refusal))
  }

  /** Stops reading from a client that has requests waiting. */
  #pauseWhileWaiting(): void {
    if (this.#waiting.length > 0) this.#socket.pause()
  }
}
